#include "core/generate/search.h"

#include "core/generate/lowering.h"

#include <algorithm>

namespace sage {

namespace {

/// Failures that a plan never causes: the pen slipped.
bool looksLikeSlip(const std::set<std::string> &signals)
{
    return signals.contains("compile-error") || signals.contains("rule:queue") || signals.contains("rule:flag") || signals.contains("load-error") || signals.contains("refused");
}

const PastRound *roundOf(const GenerationRequest &request, const Hash &kernel)
{
    for (auto round = request.history.rbegin(); round != request.history.rend(); ++round) {
        if (round->kernel == kernel && planIn(round->memo))
            return &*round;
    }
    return nullptr;
}

/// The latest round with a plan and a verdict.
const PastRound *latest(const GenerationRequest &request)
{
    for (auto round = request.history.rbegin(); round != request.history.rend(); ++round) {
        if (planIn(round->memo) && round->feedback)
            return &*round;
    }
    return nullptr;
}

int verdict(const PastRound &round)
{
    return round.feedback->compiled ? failingCases(*round.feedback) : static_cast<int>(round.feedback->cases.size()) + 1;
}

const PastRound *leastFailing(const GenerationRequest &request)
{
    const PastRound *best = nullptr;
    for (const PastRound &round : request.history) {
        if (round.feedback && planIn(round.memo) && (!best || verdict(round) < verdict(*best)))
            best = &round;
    }
    return best;
}

} // namespace

Random randomFor(const GenerationRequest &request, std::string_view purpose)
{
    return Random(request.seed, request.card->name + "/" + std::string(nameOf(request.objective)) + "/" + std::to_string(request.round) + "/" + std::string(purpose));
}

std::optional<Plan> planIn(const Json &memo)
{
    if (!memo.is_object() || !memo.contains("plan"))
        return std::nullopt;
    Result<Plan> plan = planFromJson(memo.at("plan"));
    return plan ? std::optional<Plan>(*plan) : std::nullopt;
}

SearchState searchStateOf(const GenerationRequest &request, double startQuality)
{
    SearchState state;
    const PastRound *base = request.entering ? roundOf(request, request.entering->manifest().hash()) : nullptr;
    if (!base || !base->feedback)
        base = latest(request);
    if (!base) {
        Random random = randomFor(request, "start");
        state.base = startPlan(*request.card, startQuality, random);
        state.situation = situationOf(*request.card, request.objective, nullptr);
        return state;
    }
    if (request.objective == Objective::Correctness) {
        const PastRound *best = leastFailing(request);
        Random random = randomFor(request, "step-back");
        if (best && verdict(*best) < verdict(*base) && random.uniform() < 0.7) {
            base = best;
            state.steppedBack = true;
        }
    }
    state.base = *planIn(base->memo);
    state.baseRound = base->round;
    state.situation = situationOf(*request.card, request.objective, &*base->feedback);
    for (const PastRound &round : request.history) {
        const std::optional<Plan> plan = planIn(round.memo);
        if (!plan || !round.feedback)
            continue;
        state.writtenAgain += *plan == state.base ? 1 : 0;
        if (*plan != state.base && !looksLikeSlip(signalsOf(*round.feedback, request.objective)))
            state.tried.push_back(*plan);
    }
    return state;
}

std::optional<Move> ownMove(const GenerationRequest &request, const SearchState &state)
{
    if (request.history.empty())
        return std::nullopt;
    Random random = randomFor(request, "move");
    const bool failing = state.situation.failingCases > 0 || looksLikeSlip(state.situation.signals);
    if (failing && request.objective == Objective::Correctness) {
        const double again = looksLikeSlip(state.situation.signals) ? 0.9 : state.writtenAgain < 2 ? 0.12 : 0.04;
        if (random.uniform() < again)
            return std::nullopt;
    }
    std::vector<Move> moves = movesFrom(state.base, state.situation, request.objective, state.tried);
    while (!moves.empty()) {
        const std::optional<Move> move = drawMove(moves, random);
        if (!move || !sameCode(*request.card, state.base, move->plan))
            return move;
        std::erase_if(moves, [&](const Move &other) { return other.plan == move->plan; }); // would change nothing here
    }
    return std::nullopt;
}

} // namespace sage
