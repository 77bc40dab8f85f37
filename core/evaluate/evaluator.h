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
};

struct EvaluationProgress {
    FeedbackStage stage = FeedbackStage::Compile;
    int done = 0;
    int total = 0;
};
using ProgressSink = std::function<void(const EvaluationProgress &)>;

/// E of the method. A kernel's faults are Feedback; Errors are infrastructure only: evaluate.no-compiler,
/// evaluate.no-sandbox, evaluate.watchdog, evaluate.no-space, evaluate.cancelled.
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
