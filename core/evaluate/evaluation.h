#pragma once

#include "core/evaluate/caserun.h"
#include "core/evaluate/compiler.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace sage {

/// One request on its way from text to Feedback. One object, one call of run(); its worker threads end within it.
class Evaluation
{
public:
    Evaluation(const EvaluationRequest &request, const KernelCompiler &compiler, const LaunchSetup &launch, const ProgressSink &progress);

    [[nodiscard]] Result<Feedback> run(const std::stop_token &stop);
    [[nodiscard]] const EvaluationCosts &costs() const { return m_costs; }

private:
    [[nodiscard]] Result<void> compileAll(const std::filesystem::path &folder, const std::stop_token &stop);
    [[nodiscard]] Result<void> runAll(const std::stop_token &stop);
    void runCase(std::size_t index, const std::stop_token &stop);
    void work(std::atomic<std::size_t> &next, const std::stop_token &stop);
    void takeCompilation(const KernelVariant &variant, const CompileOutcome &outcome);
    void takeRun(CaseRun run);
    [[nodiscard]] Feedback refused(const std::string &reason) const;
    [[nodiscard]] Feedback conclude();
    void summarise(Feedback &feedback) const;
    void tell(FeedbackStage stage, int done, int total) const;

    const EvaluationRequest &m_request;
    const KernelCompiler &m_compiler;
    const LaunchSetup &m_launch;
    const ProgressSink &m_progress;
    const Hash m_kernelHash;
    std::vector<KernelVariant> m_variants;
    std::vector<std::filesystem::path> m_libraries; ///< by case; empty where it did not compile
    std::vector<CaseRun> m_runs;                    ///< by case
    std::vector<std::optional<Error>> m_errors;     ///< by case: infrastructure
    std::vector<Diagnostic> m_diagnostics;
    std::string m_compilerOutput;
    bool m_compiled = true;
    EvaluationCosts m_costs;
    mutable std::mutex m_progressMutex;
    int m_done = 0;
};

} // namespace sage
