#pragma once

#include "core/generate/generator.h"

namespace sage {

/// What an episode taught, by one rule for every policy: a change of the plan after which fewer cases failed or the
/// kernel got at least 2 % faster, and a change that made it a tenth slower, with the roles swapped. The largest effects
/// first, three at most. The cause may be wrong: of several changes each is credited, and a slip of the pen that was
/// corrected in the same round is not seen.
[[nodiscard]] Result<Reflection> reflectOn(const OperatorSpec &card, Objective objective, const std::vector<PastRound> &history, const std::string &author);

/// An imperative sentence, at most `capTokens` long by a careful estimate (three characters a token).
[[nodiscard]] Result<RuleText> ruleOf(const Experience &experience, int capTokens);

} // namespace sage
