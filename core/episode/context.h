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

/// The retrieval query: objective, category, summary, the situation's features, dtypes and signals, the first diagnostics.
[[nodiscard]] std::string queryFor(const OperatorSpec &card, Objective objective, const std::optional<Feedback> &feedback);

} // namespace sage
