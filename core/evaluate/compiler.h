#pragma once

#include "core/evaluate/evaluator.h"
#include "core/evaluate/kernelcall.h"
#include "core/evaluate/objectcheck.h"

#include <filesystem>

namespace sage {

/// What kernels are compiled with on this machine.
struct CompilerSetup {
    std::string compiler = "g++";
    std::filesystem::path includeFolder;   ///< kernel_operator.h, with its precompiled form beside it
    std::vector<std::string> flags;        ///< of kernel-flags.txt, without -mf16c where the processor has none
    std::string version;                   ///< first line of --version
    bool checkObjects = true;              ///< off only to test the walls behind the symbol check
    bool allowWithoutWalls = false;        ///< a person allowed hostile code without network and home kept away
};

/// Looks the compiler, the flags and the emulator's headers up. Errors: evaluate.no-compiler (what to install),
/// evaluate.no-emulator (the installation is incomplete).
[[nodiscard]] Result<CompilerSetup> findCompiler(bool allowWithoutWalls);

/// How the compilation of one variant ended.
struct CompileOutcome {
    std::string failure;      ///< "", compile-error, compile-timeout, compile-memory, refused
    std::string message;      ///< one sentence, where it failed
    std::vector<Diagnostic> diagnostics;
    std::string output;       ///< complete, normalised
    std::filesystem::path library; ///< where it succeeded
    double cpuSeconds = 0;

    [[nodiscard]] bool ok() const { return failure.empty(); }
};

/// Compiles kernels, confined, in folders with fixed inner names, so that nothing of the machine or the moment gets
/// into diagnostics or debug information. Any thread.
class KernelCompiler
{
public:
    explicit KernelCompiler(CompilerSetup setup) : m_setup(std::move(setup)) {}

    /// Writes the variant's files into the folder, compiles them, checks the object. Errors: evaluate.no-space,
    /// evaluate.watchdog, evaluate.killed, evaluate.cancelled, evaluate.no-sandbox, evaluate.no-compiler.
    [[nodiscard]] Result<CompileOutcome> compile(const EvaluationRequest &request, const KernelVariant &variant, const std::filesystem::path &folder, const std::stop_token &stop) const;

    [[nodiscard]] const CompilerSetup &setup() const { return m_setup; }

private:
    void parse(const std::string &raw, const std::filesystem::path &folder, CompileOutcome &outcome) const;
    [[nodiscard]] Result<void> checkResult(const EvaluationRequest &request, const std::filesystem::path &folder, CompileOutcome &outcome) const;

    CompilerSetup m_setup;
};

/// Why a kernel cannot be taken at all: no main file, a path that leaves the folder, a contract that this evaluator
/// does not have. Empty: it can.
[[nodiscard]] std::string refusalOf(const KernelSource &kernel);

} // namespace sage
