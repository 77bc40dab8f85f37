#include "core/evaluate/objectcheck.h"

#include "core/plain/file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <memory>
#include <set>

namespace sage {

namespace {

const std::set<std::string_view> allowedSymbols{
    // what the compiler inserts by itself
    "snprintf", /* the emulator's printf */ "memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen", "__stack_chk_fail", "__cxa_finalize", "__gmon_start__", "_ITM_deregisterTMCloneTable",
    "_ITM_registerTMCloneTable", "_GLOBAL_OFFSET_TABLE_", "__cxa_pure_virtual", "__cxa_guard_acquire", "__cxa_guard_release", "__gxx_personality_v0",
    "_Unwind_Resume", "__extendhfsf2", "__truncsfhf2", "__extendhfdf2", "__truncdfhf2", "__extendhfxf2", "__truncxfhf2", "__divti3", "__modti3", "__udivti3", "__umodti3",
    "__fixunssfdi", "__popcountdi2", "__mulsc3", "__muldc3"};

const std::set<std::string_view> mathFunctions{
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor",
    "fma", "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb", "ldexp", "lgamma", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf",
    "nearbyint", "nextafter", "pow", "remainder", "remquo", "rint", "round", "scalbln", "scalbn", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc"};

const std::set<std::string_view> allowedLibraries{"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"};

/// What no compiled kernel contains: system calls, and directives that bring in other text.
constexpr std::array<std::string_view, 7> smuggledWords{"syscall", "sysenter", "int\t", ".incbin", ".include", ".macro", ".rept"};

/// Sections whose content runs before or after the kernel is called.
constexpr std::array<std::string_view, 7> runningSections{".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors", ".init", ".fini"};

[[nodiscard]] bool isRunningSection(std::string_view name)
{
    return std::any_of(runningSections.begin(), runningSections.end(), [name](std::string_view section) {
        return name == section || (name.starts_with(section) && name.size() > section.size() && name[section.size()] == '.');
    });
}

[[nodiscard]] std::string demangled(const std::string &symbol)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? std::string(text.get()) : symbol;
}

/// "sage::f<int>(float)" -> "f".
[[nodiscard]] std::string plainName(std::string text)
{
    text = text.substr(0, text.find_first_of("(<["));
    const std::size_t scope = text.find_last_of(": ");
    return scope == std::string::npos ? text : text.substr(scope + 1);
}

/// Reads structures at offsets that the file itself names: everything is checked against its size.
class ElfReader
{
public:
    explicit ElfReader(std::string_view bytes) : m_bytes(bytes) {}

    [[nodiscard]] std::vector<ObjectProblem> check()
    {
        Elf64_Ehdr header{};
        if (!read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr))
            return {{ObjectProblem::Kind::Broken, "not a 64-bit object", {}}};
        m_sections.resize(header.e_shnum);
        for (std::size_t i = 0; i < m_sections.size(); ++i) {
            if (!read(header.e_shoff + i * sizeof(Elf64_Shdr), m_sections[i]))
                return {{ObjectProblem::Kind::Broken, "cut section table", {}}};
        }
        for (const Elf64_Shdr &section : m_sections) {
            if (section.sh_type == SHT_SYMTAB)
                checkPlaces(section);
            if (section.sh_type == SHT_DYNSYM)
                checkSymbols(section);
            else if (section.sh_type == SHT_DYNAMIC)
                checkDynamic(section);
        }
        return std::move(m_problems);
    }

private:
    template<typename T>
    [[nodiscard]] bool read(std::uint64_t offset, T &target) const
    {
        if (offset > m_bytes.size() || m_bytes.size() - offset < sizeof(T))
            return false;
        std::memcpy(&target, m_bytes.data() + offset, sizeof(T));
        return true;
    }

    [[nodiscard]] std::string nameAt(std::uint32_t stringSection, std::uint64_t offset) const
    {
        if (stringSection >= m_sections.size())
            return {};
        const Elf64_Shdr &strings = m_sections[stringSection];
        if (strings.sh_offset > m_bytes.size() || strings.sh_size > m_bytes.size() - strings.sh_offset || offset >= strings.sh_size)
            return {};
        const std::string_view rest = m_bytes.substr(strings.sh_offset + offset, strings.sh_size - offset);
        return std::string(rest.substr(0, rest.find('\0')));
    }

    void checkSymbols(const Elf64_Shdr &section)
    {
        for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= section.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol{};
            if (!read(section.sh_offset + at, symbol))
                return m_problems.push_back({ObjectProblem::Kind::Broken, "cut symbol table", {}});
            const std::string name = nameAt(section.sh_link, symbol.st_name);
            if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
                m_problems.push_back({ObjectProblem::Kind::Constructor, demangled(name), plainName(demangled(name))});
            if (symbol.st_shndx == SHN_UNDEF && !name.empty() && !isAllowedSymbol(name))
                m_problems.push_back({ObjectProblem::Kind::Symbol, demangled(name), plainName(demangled(name))});
        }
    }

    /// Data among the instructions is code that no compiler wrote.
    void checkPlaces(const Elf64_Shdr &section)
    {
        for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= section.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol{};
            if (!read(section.sh_offset + at, symbol))
                return m_problems.push_back({ObjectProblem::Kind::Broken, "cut symbol table", {}});
            const bool executable = symbol.st_shndx < m_sections.size() && (m_sections[symbol.st_shndx].sh_flags & SHF_EXECINSTR);
            if (executable && ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT) {
                const std::string name = demangled(nameAt(section.sh_link, symbol.st_name));
                m_problems.push_back({ObjectProblem::Kind::InlineAssembler, name, plainName(name)});
            }
        }
    }

    void checkDynamic(const Elf64_Shdr &section)
    {
        for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= section.sh_size; at += sizeof(Elf64_Dyn)) {
            Elf64_Dyn entry{};
            if (!read(section.sh_offset + at, entry) || entry.d_tag == DT_NULL)
                return;
            const bool runs = entry.d_tag == DT_INIT || entry.d_tag == DT_FINI || entry.d_tag == DT_INIT_ARRAY || entry.d_tag == DT_FINI_ARRAY || entry.d_tag == DT_PREINIT_ARRAY;
            if (runs)
                m_problems.push_back({ObjectProblem::Kind::Constructor, "code that runs when it is loaded or unloaded", {}});
            if (entry.d_tag == DT_NEEDED && !allowedLibraries.contains(nameAt(section.sh_link, entry.d_un.d_val)))
                m_problems.push_back({ObjectProblem::Kind::Library, nameAt(section.sh_link, entry.d_un.d_val), {}});
        }
    }

    std::string_view m_bytes;
    std::vector<Elf64_Shdr> m_sections;
    std::vector<ObjectProblem> m_problems;
};

void sortOut(std::vector<ObjectProblem> &problems)
{
    std::sort(problems.begin(), problems.end(), [](const ObjectProblem &a, const ObjectProblem &b) { return std::tie(a.kind, a.what) < std::tie(b.kind, b.what); });
    problems.erase(std::unique(problems.begin(), problems.end()), problems.end());
}

} // namespace

bool isAllowedSymbol(std::string_view symbol)
{
    if (allowedSymbols.contains(symbol) || mathFunctions.contains(symbol))
        return true;
    // float and long double variants of libm, and the names that -ffast-math free code gets for them
    return symbol.size() > 1 && (symbol.back() == 'f' || symbol.back() == 'l') && mathFunctions.contains(symbol.substr(0, symbol.size() - 1));
}

Result<std::vector<ObjectProblem>> checkObject(const std::filesystem::path &library)
{
    const Result<std::string> bytes = readFile(library);
    if (!bytes)
        return fail(bytes.error());
    std::vector<ObjectProblem> problems = ElfReader(*bytes).check();
    sortOut(problems);
    return problems;
}

std::vector<ObjectProblem> checkAssembly(std::string_view text)
{
    std::vector<ObjectProblem> problems;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view line = text.substr(start, end - start);
        start = end + 1;
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        // A section's or label's name can carry lines of its own into the assembler.
        const bool smuggled = (line.starts_with(".section") && line.find('#') != std::string_view::npos)
            || std::any_of(smuggledWords.begin(), smuggledWords.end(), [line](std::string_view word) { return line.starts_with(word); });
        // A second name for the emulator's binding, by an attribute.
        const bool alias = (line.starts_with(".set") || line.starts_with(".weakref") || line.starts_with(".symver")) && line.find("sage_npu") != std::string_view::npos;
        if (alias)
            problems.push_back({ObjectProblem::Kind::Symbol, "sage_npu_binding", "sage_npu_binding"});
        if (line.starts_with("#APP") || smuggled)
            problems.push_back({ObjectProblem::Kind::InlineAssembler, "inline assembler", {}});
        if (line.starts_with(".section") && isRunningSection(line.substr(8).substr(std::min<std::size_t>(1, line.size() - 8), line.find_first_of(",\n", 9) - 9)))
            problems.push_back({ObjectProblem::Kind::Constructor, "code that runs when it is loaded or unloaded", {}});
        if (line.starts_with(".type") && line.find("gnu_indirect_function") != std::string_view::npos)
            problems.push_back({ObjectProblem::Kind::Constructor, "a symbol that is resolved by running code", {}});
    }
    sortOut(problems);
    return problems;
}

std::string describe(const ObjectProblem &problem)
{
    switch (problem.kind) {
    case ObjectProblem::Kind::Symbol: return "The kernel uses \"" + problem.what + "\", which is neither part of it nor among the functions a kernel may call.";
    case ObjectProblem::Kind::Constructor: return "The kernel has " + problem.what + "; only its entry may run. Remove global objects with constructors.";
    case ObjectProblem::Kind::InlineAssembler: return "The kernel contains inline assembler, which is not allowed.";
    case ObjectProblem::Kind::Library: return "The kernel needs the library \"" + problem.what + "\", which is not allowed.";
    case ObjectProblem::Kind::Broken: return "The compiled kernel cannot be read: " + problem.what + ".";
    }
    return {};
}

} // namespace sage
