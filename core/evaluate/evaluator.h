#pragma once

#include "core/model/card.h"
#include "core/model/feedback.h"
#include "core/model/kernel.h"

#include <filesystem>
#include <functional>
#include <stop_token>

namespace sage {

struct EvaluationLimits {
    double compileCpuSeconds = 60;
    double compileWallSeconds = 180;
    double caseCpuSeconds = 30;      ///< above: the kernel's fault, "timeout"
    double caseWallSeconds = 180;    ///< watchdog: infrastructure, retried once
    std::uint64_t memoryBytes = 4ull << 30;
    std::uint64_t cycleLimit = 400'000'000; ///< simulated cycles of one core; above: "timeout"
};

/// What an evaluation cost and on what walls it ran: everything that Feedback must not contain, since it differs
/// from run to run.
struct EvaluationCosts {
    double totalSeconds = 0;
    double compileSeconds = 0;    ///< wall clock, all variants
    double compileCpuSeconds = 0;
    double drawSeconds = 0;       ///< inputs; summed over cases
    double runSeconds = 0;        ///< processes; summed over cases
    double compareSeconds = 0;    ///< references and comparison; summed over cases
    double slowestKillSeconds = 0; ///< clearing away a process tree
    int compilations = 0;
    int runs = 0;
    bool fromMemo = false;
    std::string layers;           ///< "rlimits seccomp landlock-7 bubblewrap"
};

/// One job: (kernel, card, seeds, limits) to Feedback. Self-contained, so that transports may differ.
struct EvaluationRequest {
    const OperatorSpec *card = nullptr; ///< never null
    KernelSource kernel;
    std::uint64_t seed = 0;     ///< of the run; a case's input seed is a hash of (seed, card, case, kernel)
    bool compileOnly = false;
    bool timingOnly = false;    ///< no comparison (baselines)
    int parallelCases = 0;      ///< 0: as many as processors; the outcome is the same for any number
    std::filesystem::path scratch; ///< a folder of the caller's for job folders
    EvaluationLimits limits;
    EvaluationCosts *costs = nullptr; ///< filled where given
};

struct EvaluationProgress {
    FeedbackStage stage = FeedbackStage::Compile;
    int done = 0;
    int total = 0;
};
using ProgressSink = std::function<void(const EvaluationProgress &)>;

/// E of the method. A kernel's faults are Feedback; Errors are infrastructure only: evaluate.no-compiler,
/// evaluate.no-emulator, evaluate.no-sandbox, evaluate.sandbox, evaluate.watchdog, evaluate.killed, evaluate.no-space,
/// evaluate.no-memory, evaluate.reference (the card's fault), evaluate.cancelled.
/// Thread rule: evaluate may be called from several threads.
class Evaluator
{
public:
    virtual ~Evaluator() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual Result<Feedback> evaluate(const EvaluationRequest &request, std::stop_token stop, const ProgressSink &progress) = 0;
    /// What results depend on: compiler, libraries, CPU features, device profile, layers. For doctor and digests.
    [[nodiscard]] virtual Json fingerprint() const = 0;
};

} // namespace sage
