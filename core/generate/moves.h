#pragma once

#include "core/base/random.h"
#include "core/generate/situation.h"

#include <optional>

namespace sage {

/// A possible next step of the search, and how much the feedback speaks for it.
struct Move {
    PlanChange change;
    Plan plan;      ///< after the change
    double weight = 0;
    std::string why; ///< the signal that raised it most, or "" for a guess
};

/// Every change of one dimension of a plan, weighted by what the feedback says. Nothing is left out: a change that
/// no signal speaks for keeps a small weight. Plans in `tried` are skipped.
[[nodiscard]] std::vector<Move> movesFrom(const Plan &plan, const Situation &situation, Objective objective, const std::vector<Plan> &tried);

/// Draws one by weight; empty if there is none.
[[nodiscard]] std::optional<Move> drawMove(const std::vector<Move> &moves, Random &random);

/// The plan of someone who has not written such a kernel before: quality 0 is all plain habits, 1 is a good plan.
[[nodiscard]] Plan startPlan(const OperatorSpec &card, double quality, Random &random);

} // namespace sage
