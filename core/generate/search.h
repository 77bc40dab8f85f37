#pragma once

#include "core/generate/generator.h"
#include "core/generate/moves.h"

namespace sage {

/// Where the search stands in a round: derived from the request alone.
struct SearchState {
    Plan base;                ///< the plan that the next candidate changes
    int baseRound = 0;        ///< the round it comes from; 0 = a start
    bool steppedBack = false; ///< base is not the entering kernel's plan: that one was worse
    Situation situation;      ///< feedback on the base
    std::vector<Plan> tried;  ///< plans with a verdict that was more than a slip of the pen
    int writtenAgain = 0;     ///< how often the base was written already
};

/// A stream of draws for one purpose of one round.
[[nodiscard]] Random randomFor(const GenerationRequest &request, std::string_view purpose);

[[nodiscard]] SearchState searchStateOf(const GenerationRequest &request, double startQuality);

/// The plan that a round's memo holds, if any.
[[nodiscard]] std::optional<Plan> planIn(const Json &memo);

/// The search's own next change, or none: then the base is to be written again, because its failure looks like a slip.
[[nodiscard]] std::optional<Move> ownMove(const GenerationRequest &request, const SearchState &state);

} // namespace sage
