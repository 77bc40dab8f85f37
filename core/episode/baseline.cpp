#include "core/episode/baseline.h"

#include "core/base/log.h"
#include "core/plain/mean.h"

namespace sage {

Result<std::optional<double>> baselineLatency(const OperatorSpec &card, const Generator &generator, Evaluator &evaluator,
                                              const std::filesystem::path &scratch, std::stop_token stop)
{
    const Result<std::vector<std::pair<OperatorSpec, KernelSource>>> steps = generator.baseline(card);
    if (!steps)
        return fail(steps.error());
    if (steps->empty())
        return std::optional<double>();
    std::vector<double> sums(card.cases.size(), 0.0);
    for (const auto &[step, kernel] : *steps) {
        EvaluationRequest request;
        request.card = &step;
        request.kernel = kernel;
        request.timingOnly = true;
        request.scratch = scratch;
        const Result<Feedback> feedback = evaluator.evaluate(request, stop, {});
        if (!feedback)
            return fail(feedback.error());
        for (const CaseResult &one : feedback->cases) {
            const auto index = static_cast<std::size_t>(one.index);
            if (!one.latencyUs || index >= sums.size()) {
                qCWarning(logEpisode, "the baseline kernel of %s gave no latency: %s", step.name.c_str(), feedback->message.c_str());
                return std::optional<double>();
            }
            sums[index] += *one.latencyUs;
        }
    }
    // Cases that a step does not have (a condition leaves it out) take no time in it; a case without any step is an error of the card.
    return geometricMean(sums);
}

} // namespace sage
