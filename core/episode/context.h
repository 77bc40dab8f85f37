#pragma once

#include "core/episode/runstate.h"
#include "core/generate/generator.h"

#include <string>
#include <vector>

namespace sage {

/// What a round's generator sees of memory and of its own past: c_t of the method.
struct RoundContext {
    RoundOpened opened;
    std::vector<ContextExperience> retrieved;             ///< best first
    std::vector<std::pair<Rule, Experience>> resident;
    std::optional<KernelSource> entering;
};

/// Feature words of a card, as experiences name them in Applicability::features: "elementwise", "reduction",
/// "full-reduction", "broadcast", "split", "comparison", "transcendental", "division", "narrow-float", "integer", "ragged" ...
/// Sorted.
[[nodiscard]] std::vector<std::string> featuresOf(const OperatorSpec &card);

/// Signal words of a feedback, as in Applicability::signals: its code, "stage:run", "rule:alignment" for each rule found,
/// "slow" where it is correct. Empty feedback: "first-round". Sorted, each once.
[[nodiscard]] std::vector<std::string> signalsOf(const std::optional<Feedback> &feedback);

/// The retrieval query: objective, features, dtypes, category, summary, signals and the first diagnostics.
[[nodiscard]] std::string queryFor(const OperatorSpec &card, Objective objective, const std::optional<Feedback> &feedback);

} // namespace sage
