#include "core/generate/moves.h"

#include "core/generate/lowering.h"

#include <algorithm>

namespace sage {

namespace {

/// How strongly a signal speaks for a value of a dimension. "*2" and "/2" stand for scaled tile lengths.
struct Hint {
    const char *signal;
    const char *dimension;
    const char *to;
    double weight;
};

// What an attentive reader takes from findings and figures; not what measurements over many kernels say.
constexpr Hint correctnessHints[] = {
    {"rule:count", "tail", "padded", 3}, {"rule:count", "tail", "back-step", 1.5}, {"rule:count", "tail", "scalar", 1.5},
    {"rule:coverage", "tail", "padded", 1.5}, {"rule:coverage", "tail", "scalar", 1}, {"rule:coverage", "tail", "back-step", 0.5}, {"rule:coverage", "fusion", "passes", 0.5},
    {"rule:uninitialised", "tail", "padded", 2}, {"rule:uninitialised", "tail", "scalar", 1}, {"rule:uninitialised", "compute", "widened", 0.5},
    {"rule:alignment", "tail", "padded", 2.5}, {"rule:alignment", "moves", "row-by-row", 1}, {"rule:alignment", "tileLength", "*2", 0.5},
    {"rule:bounds", "tail", "padded", 2}, {"rule:bounds", "tail", "none", 0.7}, {"rule:bounds", "tail", "scalar", 1}, {"rule:bounds", "tileLength", "/2", 1.2}, {"rule:bounds", "constants", "per-tile", 0.7},
    {"rule:bounds", "fusion", "passes", 0.7},
    {"object:workspace", "fusion", "passes", 4}, {"object:workspace", "fusion", "resident", 2},
    {"rule:capacity", "tileLength", "/2", 4}, {"rule:capacity", "tileLength", "/4", 3}, {"rule:capacity", "buffers", "1", 1.5}, {"rule:capacity", "inPlace", "true", 1.5}, {"rule:capacity", "constants", "per-tile", 1},
    {"rule:capacity", "fusion", "passes", 1},
    {"rule:legality", "compute", "widened", 3}, {"rule:legality", "compute", "mixed", 2.5},
    {"wrong-output", "compute", "widened", 2}, {"wrong-output", "compute", "mixed", 0.6}, {"wrong-output", "reduction", "whole", 0.5}, {"wrong-output", "division", "div", 0.7},
    {"wrong-output", "tail", "padded", 0.7}, {"wrong-output", "cores", "one", 0.5}, {"wrong-output", "fusion", "passes", 0.4},
    {"timeout", "cores", "even", 2}, {"timeout", "cores", "balanced", 1}, {"timeout", "reduction", "whole", 2}, {"timeout", "tileLength", "*4", 2}, {"timeout", "tail", "padded", 1},
};

constexpr Hint optimizationHints[] = {
    {"one-core", "cores", "even", 3}, {"one-core", "cores", "balanced", 2.5},
    {"slow", "tileLength", "*2", 0.8}, {"slow", "buffers", "2", 0.8}, {"slow", "cores", "balanced", 0.5},
    {"bound:S", "tileLength", "*2", 2}, {"bound:S", "tileLength", "*4", 1.5}, {"bound:S", "moves", "strided", 2}, {"bound:S", "reduction", "whole", 1.5}, {"bound:S", "reduction", "folded", 1}, {"bound:S", "fusion", "resident", 1},
    {"bound:S", "tail", "padded", 1}, {"bound:S", "fusion", "passes", 1},
    {"bound:MTE2", "buffers", "2", 2}, {"bound:MTE2", "tileLength", "*2", 2}, {"bound:MTE2", "fusion", "resident", 2}, {"bound:MTE2", "fusion", "passes", 1.5}, {"bound:MTE2", "constants", "kept", 1}, {"bound:MTE2", "moves", "strided", 1},
    {"bound:MTE3", "buffers", "2", 2}, {"bound:MTE3", "tileLength", "*2", 2}, {"bound:MTE3", "moves", "strided", 1.5}, {"bound:MTE3", "fusion", "passes", 1},
    {"bound:V", "compute", "mixed", 2}, {"bound:V", "compute", "native", 1}, {"bound:V", "division", "reciprocal", 1.5}, {"bound:V", "broadcast", "scalar-form", 1.5}, {"bound:V", "constants", "kept", 1},
    {"bound:V", "reduction", "folded", 1}, {"bound:V", "tileLength", "*2", 1}, {"bound:V", "buffers", "2", 0.5},
};

/// The change's value in the words of the hints.
std::string wordOf(const PlanChange &change)
{
    if (change.to.is_object()) {
        const Json &factor = memberOf(change.to, "times");
        const double times = factor.is_number() ? factor.get<double>() : 1.0;
        if (!(times >= 1.0 / 1024 && times <= 1024)) // what somebody else wrote may be anything
            return change.to.dump();
        return times >= 1 ? "*" + std::to_string(static_cast<int>(times)) : "/" + std::to_string(static_cast<int>(1 / times));
    }
    return change.to.is_string() ? change.to.get<std::string>() : change.to.dump();
}

template<std::size_t count>
void applyHints(const Hint (&hints)[count], const Situation &situation, Move &move)
{
    double strongest = 0;
    const std::string word = wordOf(move.change);
    for (const Hint &hint : hints) {
        if (hint.dimension != move.change.dimension || hint.to != word || !situation.signals.contains(hint.signal))
            continue;
        move.weight += hint.weight;
        if (hint.weight > strongest) {
            strongest = hint.weight;
            move.why = hint.signal;
        }
    }
}

std::vector<PlanChange> changesOf(const Plan &plan)
{
    std::vector<PlanChange> changes;
    for (const PlanDimension &dimension : planDimensions()) {
        const std::string name(dimension.name);
        const Json now = valueOf(plan, name);
        if (name == "tileLength") {
            for (const double times : {2.0, 4.0, 0.5, 0.25})
                changes.push_back({name, now, Json{{"times", times}}, Json::object()});
            continue;
        }
        for (const Json &value : dimension.values) {
            if (value != now)
                changes.push_back({name, now, value, Json::object()});
        }
    }
    return changes;
}

/// Dimensions that cannot matter for a card are known from its steps alone.
bool matters(const std::string &dimension, const Situation &situation)
{
    const auto has = [&](const char *feature) { return situation.features.contains(feature); };
    if (dimension == "reduction")
        return has("reduction");
    if (dimension == "division")
        return has("division") || has("chain");
    if (dimension == "fusion" || dimension == "inPlace")
        return has("chain") || has("reduction");
    if (dimension == "moves")
        return has("row-reduction") || has("split") || has("broadcast");
    return true;
}

template<typename Value>
Value oneOf(std::initializer_list<std::pair<Value, double>> choices, Random &random)
{
    double sum = 0;
    for (const auto &[value, weight] : choices)
        sum += weight;
    double at = random.uniform() * sum;
    for (const auto &[value, weight] : choices) {
        at -= weight;
        if (at < 0)
            return value;
    }
    return (choices.end() - 1)->first;
}

} // namespace

std::vector<Move> movesFrom(const Plan &plan, const Situation &situation, Objective objective, const std::vector<Plan> &tried)
{
    constexpr double guess = 0.08; // of a change that no signal speaks for
    std::vector<Move> moves;
    for (PlanChange &change : changesOf(plan)) {
        const Result<Plan> after = applied(plan, change);
        if (!after || *after == plan || std::find(tried.begin(), tried.end(), *after) != tried.end())
            continue;
        Move move{std::move(change), *after, guess, {}};
        if (objective == Objective::Optimization)
            applyHints(optimizationHints, situation, move);
        else
            applyHints(correctnessHints, situation, move);
        if (!matters(move.change.dimension, situation))
            move.weight *= 0.05;
        move.change.to = valueOf(*after, move.change.dimension).is_number() && move.change.to.is_object() ? move.change.to : valueOf(*after, move.change.dimension);
        moves.push_back(std::move(move));
    }
    return moves;
}

std::optional<Move> drawMove(const std::vector<Move> &moves, Random &random)
{
    double sum = 0;
    for (const Move &move : moves)
        sum += move.weight;
    if (moves.empty() || sum <= 0)
        return std::nullopt;
    double at = random.uniform() * sum;
    for (const Move &move : moves) {
        at -= move.weight;
        if (at < 0)
            return move;
    }
    return moves.back();
}

Plan startPlan(const OperatorSpec &card, double quality, Random &random)
{
    const Plan good = goodPlan(card);
    Plan plan;
    plan.cores = oneOf<CoreSplit>({{CoreSplit::One, 3}, {CoreSplit::Even, 2}}, random);
    plan.tileLength = oneOf<int>({{256, 3}, {512, 3}, {1024, 2}, {2048, 1}, {16384, 2}}, random);
    plan.buffers = 1;
    plan.tail = oneOf<TailHandling>({{TailHandling::None, 5}, {TailHandling::BackStep, 1.5}, {TailHandling::Scalar, 1}, {TailHandling::Padded, 1}}, random);
    plan.compute = oneOf<ComputeType>({{ComputeType::Native, 5}, {ComputeType::Widened, 2}}, random);
    plan.reduction = oneOf<ReductionMethod>({{ReductionMethod::Scalar, 3}, {ReductionMethod::Whole, 1}}, random);
    plan.fusion = oneOf<Fusion>({{Fusion::Steps, 1.5}, {Fusion::Passes, 3}}, random);
    plan.inPlace = random.uniform() < 0.4;
    plan.moves = Moves::RowByRow;
    plan.division = oneOf<Division>({{Division::Div, 3}, {Division::Reciprocal, 1}}, random);
    plan.broadcast = oneOf<BroadcastMethod>({{BroadcastMethod::ScalarForm, 2}, {BroadcastMethod::Duplicate, 1}}, random);
    plan.constants = Constants::PerTile;
    for (const PlanChange &change : differences(plan, good)) {
        if (random.uniform() < quality)
            plan = *withDimension(plan, change.dimension, change.to);
    }
    return plan;
}

} // namespace sage
