#pragma once

#include "core/evaluate/evaluator.h"
#include "core/evaluate/memoryfile.h"
#include "core/evaluate/tensor.h"
#include "core/npu/profile.h"
#include "core/npu/runresult.h"
#include "core/sandbox/process.h"

#include <optional>

namespace sage {

/// What a launch needs besides the case.
struct LaunchSetup {
    std::string profilePath;
    std::string profileName;
    npu::Profile profile;
    bool allowWithoutWalls = false;
};

/// What running one case brought.
struct CaseRun {
    CaseResult result;
    std::vector<Finding> findings;
    std::string message;        ///< one sentence, where it failed
    double drawSeconds = 0;
    double runSeconds = 0;
    double compareSeconds = 0;
    double killSeconds = 0;     ///< slowest clearing away of a process tree
    bool bubblewrap = false;
    sandbox::LayerReport layers;
};

/// Runs one case of a compiled kernel in a process of its own and judges it here: inputs are drawn and the reference is
/// computed in this process, the kernel's sees inputs alone. One object for one case, one thread.
class CaseRunner
{
public:
    CaseRunner(const EvaluationRequest &request, const OperatorCase &one, const Hash &kernel, const LaunchSetup &setup)
        : m_request(request), m_case(one), m_kernel(kernel), m_setup(setup) {}

    /// Errors: evaluate.watchdog and evaluate.killed (twice each), evaluate.cancelled, evaluate.no-memory, evaluate.no-sandbox, evaluate.reference.
    [[nodiscard]] Result<CaseRun> run(const std::filesystem::path &library, const std::stop_token &stop);

    /// The case's row before anything was done.
    [[nodiscard]] CaseResult blank() const;

private:
    [[nodiscard]] Result<void> prepare(const std::filesystem::path &library);
    [[nodiscard]] Result<sandbox::Exit> launch(const std::filesystem::path &library, const std::stop_token &stop);
    [[nodiscard]] Result<sandbox::Exit> launchOnce(const sandbox::Command &command, const std::stop_token &stop);
    [[nodiscard]] Result<void> resetMemory();
    void judge(const sandbox::Exit &exit, const std::optional<npu::RunResult> &answer);
    [[nodiscard]] bool judgeAnswer(const npu::RunResult &answer);
    void takeFindings(const npu::RunResult &answer);
    void takeTiming(const npu::Timing &timing);
    void checkTiming();
    void judgeSignal(int signal);
    void checkInputs();
    [[nodiscard]] Result<void> compare();
    void failCase(FeedbackStage stage, std::string code, std::string message);

    const EvaluationRequest &m_request;
    const OperatorCase &m_case;
    const Hash &m_kernel;
    const LaunchSetup &m_setup;
    std::vector<Tensor> m_inputs;
    std::vector<Tensor> m_outputs;
    std::vector<std::byte> m_arguments;
    std::vector<std::uint64_t> m_offsets; ///< of inputs, outputs, workspace, tiling in the tensor file
    std::string m_key; ///< of the answer; drawn for each try
    std::optional<MemoryFile> m_job, m_tensors, m_answer;
    npu::Timing m_timing;
    bool m_finished = false; ///< the kernel came to its end, so its outputs can be judged
    CaseRun m_run;
};

} // namespace sage
