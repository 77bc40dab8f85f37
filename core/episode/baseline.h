#pragma once

#include "core/evaluate/evaluator.h"
#include "core/generate/generator.h"

namespace sage {

/// The modelled reference of a card (method.md section 8): its steps, one plain kernel each, one after the other on the
/// evaluator's timing model; geometric mean over the cases of the summed latencies, microseconds. Empty where the
/// generator has no lowering for a step. Errors: those of Evaluator::evaluate, baseline.failed (names the step).
[[nodiscard]] Result<std::optional<double>> baselineLatency(const OperatorSpec &card, const Generator &generator, Evaluator &evaluator,
                                                            const std::filesystem::path &scratch, std::stop_token stop);

} // namespace sage
