#include "core/model/names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sage {

namespace {

// C++20's keywords and alternative tokens, whatever language the kernel is compiled as.
constexpr std::array<std::string_view, 92> keywords{
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class",
    "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default",
    "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int",
    "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register",
    "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while",
    "xor", "xor_eq"};

// Types, namespaces and macros that every kernel sees.
constexpr std::array<std::string_view, 38> declared{
    "alloca", "assert", "bfloat16_t", "block_idx", "cout", "errno", "half", "int16_t", "int32_t", "int4b_t", "int64_t", "int8_t", "intmax_t", "intptr_t", "isfinite",
    "isinf", "isnan", "linux", "major", "makedev", "max_align_t", "minor", "nullptr_t", "offsetof", "ptrdiff_t", "size_t", "stderr", "stdin", "stdout", "std",
    "strdupa", "strndupa", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uintptr_t", "unix"};

template<std::size_t N>
[[nodiscard]] bool contains(const std::array<std::string_view, N> &list, std::string_view name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

} // namespace

bool isReservedName(std::string_view name)
{
    if (name.empty() || name.front() == '_' || name.find("__") != std::string_view::npos || name.starts_with("sage_") || name.starts_with("DTYPE_"))
        return true;
    // Two capitals and more, and no small letter: as macros are called.
    const bool small = std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::islower(c) != 0; });
    return (!small && name.size() > 1) || contains(keywords, name) || contains(declared, name);
}

std::string argumentField(const std::string &attribute)
{
    return isReservedName(attribute) ? attribute + '_' : attribute;
}

} // namespace sage
