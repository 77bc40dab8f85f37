#include "core/evaluate/compiler.h"

#include "core/evaluate/diagnostics.h"
#include "core/evaluate/infrastructure.h"
#include "core/plain/file.h"
#include "core/plain/install.h"
#include "core/sandbox/process.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <csignal>
#include <fstream>
#include <sstream>

namespace sage {

namespace {

using std::filesystem::path;

constexpr std::size_t outputLimit = 1u << 20;
constexpr std::string_view wrapperFile = "<wrapper.cpp>";

[[nodiscard]] bool processorHasF16c()
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("f16c") != 0;
#else
    return false;
#endif
}

[[nodiscard]] Result<void> writeText(const path &file, const std::string &text)
{
    std::error_code problem;
    std::filesystem::create_directories(file.parent_path(), problem);
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
    if (!stream)
        return fail("evaluate.no-space", "The job folder " + file.parent_path().string() + " cannot be written. Free space on that disk, or choose another scratch folder.",
                    {}, {{"folder", file.parent_path().string()}});
    return {};
}

[[nodiscard]] bool isPlainPath(const std::string &text)
{
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c == '.' || c == '/'; });
    return plain && text.front() != '/' && text.find("..") == std::string::npos;
}

[[nodiscard]] Result<void> writeJob(const EvaluationRequest &request, const KernelVariant &variant, const path &folder, bool hidesEmulator)
{
    for (const KernelFile &file : request.kernel.files) {
        if (const Result<void> written = writeText(folder / "kernel" / file.path, file.text); !written)
            return written;
    }
    if (const Result<void> written = writeText(folder / "case_args.h", caseArgsHeader(*request.card, variant)); !written)
        return written;
    return writeText(folder / "wrapper.cpp", wrapperSource(*request.card, request.kernel.mainFile()->path, hidesEmulator));
}

[[nodiscard]] std::string quoted(const std::string &text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + '\'';
}

/// One shell line: to assembly, which is looked through for inline assembler, then to a shared object without start
/// files, so that it has no code but its own. Fixed relative names only.
[[nodiscard]] std::string commandLine(const CompilerSetup &setup, const path &folder)
{
    std::string line = setup.compiler;
    for (const std::string &flag : setup.flags)
        line += ' ' + flag;
    line += " -I " + quoted(setup.includeFolder.string()) + " -I . -fvisibility=hidden -fmessage-length=0 -fno-diagnostics-color -ffile-prefix-map=" + quoted(folder.string() + "=.") + ' ';
    return line + "-S -o kernel.s wrapper.cpp && " + setup.compiler + " -fPIC -shared -nostartfiles -o kernel.so kernel.s";
}

[[nodiscard]] sandbox::Command commandOf(const CompilerSetup &setup, const path &folder, const EvaluationLimits &limits)
{
    sandbox::Command command;
    command.argv = {"/bin/sh", "-c", commandLine(setup, folder)};
    command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"LC_ALL", "C"}, {"SOURCE_DATE_EPOCH", "0"}};
    command.workingFolder = folder;
    command.policy = sandbox::compilerPolicy(folder.string(), {setup.includeFolder.string()});
    command.policy.limits.cpuSeconds = static_cast<std::uint64_t>(std::ceil(limits.compileCpuSeconds));
    command.policy.limits.addressSpaceBytes = limits.memoryBytes;
    command.policy.limits.treeMemoryBytes = limits.memoryBytes;
    command.wallLimit = std::chrono::milliseconds(static_cast<std::int64_t>(limits.compileWallSeconds * 1000));
    command.outputLimit = outputLimit;
    command.orphanFolder = folder;
    command.allowWithoutWalls = setup.allowWithoutWalls;
    return command;
}

/// How a compilation failed, by the limit that it met. The limit of one process shows only in the driver's words.
[[nodiscard]] const char *failureOf(const sandbox::Exit &exit, const std::string &output)
{
    using sandbox::ExitHow;
    const auto says = [&output](std::string_view words) { return output.find(words) != std::string::npos; };
    if (exit.how == ExitHow::CpuLimit || (!exit.succeeded() && says("CPU time limit exceeded")))
        return "compile-timeout";
    if (exit.how == ExitHow::MemoryLimit || (!exit.succeeded() && (says("out of memory allocating") || says("virtual memory exhausted"))))
        return "compile-memory";
    return exit.succeeded() ? "" : "compile-error";
}

/// The driver says which of its programs was killed, and then ends like after any error. Where an error has a line, the words may
/// be the kernel's own.
[[nodiscard]] bool saysKilled(const std::string &output)
{
    const std::vector<Diagnostic> diagnostics = parseDiagnostics(output);
    const bool explained = std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic &one) { return one.severity == "error" && one.line > 0; });
    return !explained && output.find("Killed signal terminated program") != std::string::npos;
}

[[nodiscard]] Disturbance disturbanceOf(const sandbox::Exit &exit)
{
    using sandbox::ExitHow;
    if (exit.how == ExitHow::WallTimeout)
        return Disturbance::Starved;
    const bool killed = (exit.how == ExitHow::Signalled && exit.signal == SIGKILL) || (exit.how == ExitHow::Exited && exit.code == 128 + SIGKILL)
        || (exit.how == ExitHow::Exited && exit.code != 0 && saysKilled(exit.err));
    return killed ? Disturbance::Killed : Disturbance::None;
}

[[nodiscard]] std::string messageOf(const sandbox::Exit &exit, const EvaluationLimits &limits, const CompileOutcome &outcome)
{
    using sandbox::ExitHow;
    if (outcome.failure == "compile-timeout")
        return "The compiler needed more than " + std::to_string(static_cast<int>(limits.compileCpuSeconds)) + " seconds of processor time.";
    if (outcome.failure == "compile-memory")
        return "The compiler needed more memory than it may have.";
    if (exit.how == ExitHow::OutputFlood)
        return "The compiler printed more than it may; the output is cut.";
    if (exit.how == ExitHow::DiskLimit)
        return "The compiler wrote more than it may.";
    if (exit.how == ExitHow::ProcessLimit)
        return "The compiler started more processes than it may.";
    const auto first = std::find_if(outcome.diagnostics.begin(), outcome.diagnostics.end(), [](const Diagnostic &one) { return one.severity == "error"; });
    if (first != outcome.diagnostics.end())
        return (first->file.empty() ? "" : first->file + (first->line > 0 ? ':' + std::to_string(first->line) : "") + ": ") + first->message;
    return outcome.ok() ? "" : "The compiler gave up without naming a line.";
}

/// A name that the wrapper took away from kernels: then it is no slip of the pen, whatever else the compiler says.
void takeForbiddenName(CompileOutcome &outcome)
{
    constexpr std::string_view words = "attempt to use poisoned \"";
    const auto found = std::find_if(outcome.diagnostics.begin(), outcome.diagnostics.end(), [&](const Diagnostic &one) { return one.message.find(words) != std::string::npos; });
    if (found == outcome.diagnostics.end())
        return;
    const std::size_t first = found->message.find(words) + words.size();
    const std::string name = found->message.substr(first, found->message.find('"', first) - first);
    const bool assembler = name.find("asm") != std::string::npos;
    found->message = assembler ? describe({ObjectProblem::Kind::InlineAssembler, {}, {}}) : "The kernel names \"" + name + "\", which belongs to the emulator and not to Ascend C.";
    outcome.failure = "refused";
    outcome.message = found->message;
}

/// Where an identifier stands in the kernel for the first time, to point at a forbidden call.
[[nodiscard]] Diagnostic locate(const KernelSource &kernel, const ObjectProblem &problem)
{
    Diagnostic diagnostic{"error", kernel.mainFile()->path, 0, 0, describe(problem)};
    const std::string name = problem.kind == ObjectProblem::Kind::InlineAssembler ? "asm" : problem.name;
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (const KernelFile &file : kernel.files) {
        for (std::size_t at = file.text.find(name); !name.empty() && at != std::string::npos; at = file.text.find(name, at + 1)) {
            const bool asWord = name == "asm" || ((at == 0 || !isWord(file.text[at - 1])) && (at + name.size() >= file.text.size() || !isWord(file.text[at + name.size()])));
            if (!asWord)
                continue;
            diagnostic.file = file.path;
            diagnostic.line = 1 + static_cast<int>(std::count(file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
            return diagnostic;
        }
    }
    return diagnostic;
}

/// An error in the text that calls the kernel is one of the kernel: its entry is missing, takes other parameters, or
/// something before the end of the file is not closed. Said in the card's words, once, in place of the compiler's.
void explainEntry(const EvaluationRequest &request, std::vector<Diagnostic> &diagnostics)
{
    const auto isCall = [](const Diagnostic &one) { return one.file == wrapperFile; };
    const auto error = std::find_if(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic &one) { return isCall(one) && one.severity == "error"; });
    if (error == diagnostics.end())
        return;
    const OperatorSpec &card = *request.card;
    const KernelFile &main = *request.kernel.mainFile();
    Diagnostic said{"error", main.path, 0, 0, {}};
    if (error->message.find(card.entry) == std::string::npos) {
        said.line = 1 + static_cast<int>(std::count(main.text.begin(), main.text.end(), '\n')) - (main.text.ends_with('\n') ? 1 : 0);
        said.message = "Something is still open at the end of the file, a brace or a parenthesis perhaps: " + error->message;
    } else if (error->message.find("not declared") != std::string::npos) {
        said.message = "The kernel has no entry called " + card.entry + ". The operator " + card.name + " needs: " + entrySignature(card);
    } else {
        // A note names the function that was found.
        const auto note = std::find_if(error + 1, diagnostics.end(), [&](const Diagnostic &one) { return !isCall(one); });
        if (note != diagnostics.end() && note->severity == "note" && note->file == main.path)
            said.line = note->line;
        said.message = "The entry " + card.entry + " does not have the parameters that the operator " + card.name + " needs: " + entrySignature(card);
    }
    *error = std::move(said);
    diagnostics.erase(std::remove_if(diagnostics.begin(), diagnostics.end(), isCall), diagnostics.end());
}

} // namespace

std::string refusalOf(const KernelSource &kernel)
{
    if (kernel.language != "ascend-c")
        return "This evaluator runs Ascend C, not " + kernel.language + '.';
    if (kernel.contract != KernelContract::KernelOnly)
        return "This evaluator runs kernels that compute their own tiling; this one needs host tiling.";
    if (!kernel.mainFile())
        return "The kernel has no file with the role kernel.";
    for (const KernelFile &file : kernel.files) {
        if (!isPlainPath(file.path))
            return "The file name \"" + file.path + "\" is not a relative path of letters, digits, '_', '-', '.' and '/'.";
    }
    return {};
}

Result<CompilerSetup> findCompiler(bool allowWithoutWalls)
{
    CompilerSetup setup;
    setup.allowWithoutWalls = allowWithoutWalls;
    setup.includeFolder = dataPath("npu/include");
    const Result<std::string> flags = readFile(dataPath("npu/kernel-flags.txt"));
    std::error_code ignored;
    if (!flags || !std::filesystem::exists(setup.includeFolder / "kernel_operator.h", ignored))
        return fail("evaluate.no-emulator", "The emulator's headers are not at " + setup.includeFolder.string() + ". Build or install the whole project.", {}, {{"folder", setup.includeFolder.string()}});
    std::istringstream words(*flags);
    for (std::string flag; words >> flag;) {
        if (flag != "-mf16c" || processorHasF16c())
            setup.flags.push_back(flag);
    }
    sandbox::Command command;
    command.argv = {setup.compiler, "--version"};
    command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"LC_ALL", "C"}};
    command.policy = sandbox::compilerPolicy({}, {});
    command.policy.writable.clear();
    command.allowWithoutWalls = allowWithoutWalls;
    const Result<sandbox::Exit> exit = sandbox::run(command);
    if (!exit && exit.error().code != "sandbox.not-started")
        return fail(fromSandbox(exit.error()));
    if (!exit || !exit->succeeded())
        return fail("evaluate.no-compiler", "The compiler " + setup.compiler + " cannot be run. Install the package g++.", exit ? exit->err : exit.error().message, {{"compiler", setup.compiler}});
    setup.version = exit->out.substr(0, exit->out.find('\n'));
    return setup;
}

void KernelCompiler::parse(const std::string &raw, const path &folder, CompileOutcome &outcome) const
{
    outcome.output = normaliseCompilerOutput(raw, {{folder.string() + '/', ""}, {folder.string(), "."}, {m_setup.includeFolder.string() + '/', "<npu>/"}});
    outcome.diagnostics = parseDiagnostics(outcome.output);
}

Result<void> KernelCompiler::checkResult(const EvaluationRequest &request, const path &folder, CompileOutcome &outcome) const
{
    const Result<std::string> assembly = readFile(folder / "kernel.s");
    Result<std::vector<ObjectProblem>> problems = checkObject(folder / "kernel.so");
    if (!assembly || !problems)
        return fail("evaluate.no-space", "The compiled kernel cannot be read.", (!assembly ? assembly.error() : problems.error()).message);
    const std::vector<ObjectProblem> more = checkAssembly(*assembly);
    problems->insert(problems->end(), more.begin(), more.end());
    if (!problems->empty()) {
        outcome.failure = "refused";
        outcome.message = describe(problems->front());
        if (problems->front().name == request.card->entry)
            outcome.message = "The entry " + request.card->entry + " is declared but has no body. The operator needs: " + entrySignature(*request.card);
        for (const ObjectProblem &problem : *problems)
            outcome.diagnostics.push_back(locate(request.kernel, problem));
    }
    return {};
}

Result<CompileOutcome> KernelCompiler::compile(const EvaluationRequest &request, const KernelVariant &variant, const path &folder, const std::stop_token &stop) const
{
    if (const Result<void> written = writeJob(request, variant, folder, m_setup.checkObjects); !written)
        return fail(written.error());
    const sandbox::Command command = commandOf(m_setup, folder, request.limits);
    const Result<sandbox::Exit> exit = runUndisturbed("The compiler", [&] { return sandbox::run(command, stop); }, disturbanceOf);
    if (!exit)
        return fail(exit.error());
    CompileOutcome outcome;
    outcome.cpuSeconds = exit->userSeconds + exit->systemSeconds;
    parse(exit->err + exit->out, folder, outcome);
    explainEntry(request, outcome.diagnostics);
    outcome.failure = failureOf(*exit, outcome.output);
    outcome.message = messageOf(*exit, request.limits, outcome);
    takeForbiddenName(outcome);
    if (outcome.ok() && m_setup.checkObjects) {
        if (const Result<void> checked = checkResult(request, folder, outcome); !checked)
            return fail(checked.error());
    }
    if (outcome.ok())
        outcome.library = folder / "kernel.so";
    return outcome;
}

} // namespace sage
