#include "core/generate/plan.h"

#include <algorithm>
#include <cmath>

namespace sage {

NLOHMANN_JSON_SERIALIZE_ENUM(CoreSplit, {{CoreSplit::One, "one"}, {CoreSplit::Even, "even"}, {CoreSplit::Balanced, "balanced"}})
NLOHMANN_JSON_SERIALIZE_ENUM(TailHandling, {{TailHandling::None, "none"}, {TailHandling::Padded, "padded"}, {TailHandling::BackStep, "back-step"}, {TailHandling::Scalar, "scalar"}})
NLOHMANN_JSON_SERIALIZE_ENUM(ComputeType, {{ComputeType::Native, "native"}, {ComputeType::Mixed, "mixed"}, {ComputeType::Widened, "widened"}})
NLOHMANN_JSON_SERIALIZE_ENUM(ReductionMethod, {{ReductionMethod::Scalar, "scalar"}, {ReductionMethod::Whole, "whole"}, {ReductionMethod::Folded, "folded"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Fusion, {{Fusion::Steps, "steps"}, {Fusion::Passes, "passes"}, {Fusion::Resident, "resident"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Moves, {{Moves::RowByRow, "row-by-row"}, {Moves::Strided, "strided"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Division, {{Division::Div, "div"}, {Division::Reciprocal, "reciprocal"}})
NLOHMANN_JSON_SERIALIZE_ENUM(BroadcastMethod, {{BroadcastMethod::ScalarForm, "scalar-form"}, {BroadcastMethod::Duplicate, "duplicate"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Constants, {{Constants::PerTile, "per-tile"}, {Constants::Kept, "kept"}})

namespace {

constexpr int longestTile = 65536;

bool legal(const PlanDimension &dimension, const Json &value)
{
    if (dimension.name == "tileLength")
        return value.is_number_integer() && value.get<std::int64_t>() >= 64 && value.get<std::int64_t>() <= longestTile && value.get<std::int64_t>() % 64 == 0;
    return std::find(dimension.values.begin(), dimension.values.end(), value) != dimension.values.end();
}

tl::unexpected<Error> unknownDimension(std::string_view name)
{
    std::string known;
    for (const PlanDimension &dimension : planDimensions())
        known += (known.empty() ? "" : ", ") + std::string(dimension.name);
    return fail("plan.dimension", "A plan has no dimension \"" + std::string(name) + "\". It has " + known + ".", {}, {{"dimension", std::string(name)}});
}

Result<void> check(const Json &json)
{
    if (!json.is_object())
        return fail("plan.value", "A plan must be an object of dimensions and values.");
    for (const auto &[name, value] : json.items()) {
        const PlanDimension *dimension = planDimension(name);
        if (!dimension)
            return unknownDimension(name);
        if (!legal(*dimension, value))
            return fail("plan.value", "The plan's dimension " + name + " cannot be " + value.dump() + ". Legal: " + (name == "tileLength" ? "a multiple of 64 up to 65536" : Json(dimension->values).dump()) + ".",
                        {}, {{"dimension", name}, {"value", value.dump()}});
    }
    return {};
}

/// Rounds a scaled length to what a tile may be.
std::int64_t tileOf(double length)
{
    const double blocks = std::floor(length / 64.0 + 0.5);
    return static_cast<std::int64_t>(std::clamp(blocks, 1.0, longestTile / 64.0)) * 64;
}

std::string words(const Json &value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

} // namespace

const std::vector<PlanDimension> &planDimensions()
{
    static const std::vector<PlanDimension> dimensions{
        {"cores", {"one", "even", "balanced"}, "the split over cores"},
        {"tileLength", {64, 256, 512, 1024, 2048, 3072, 4096, 6144, 8192, 12288, 16384}, "the tile length"},
        {"buffers", {1, 2}, "buffers per queue"},
        {"tail", {"none", "padded", "back-step", "scalar"}, "the handling of tails"},
        {"compute", {"native", "mixed", "widened"}, "the compute type"},
        {"reduction", {"scalar", "whole", "folded"}, "the reduction method"},
        {"fusion", {"steps", "passes", "resident"}, "the fusion of steps"},
        {"inPlace", {false, true}, "reuse of buffers in place"},
        {"moves", {"row-by-row", "strided"}, "the moves of rows"},
        {"division", {"div", "reciprocal"}, "division"},
        {"broadcast", {"duplicate", "scalar-form"}, "scalar operands"},
        {"constants", {"per-tile", "kept"}, "the place of constants"},
    };
    return dimensions;
}

const PlanDimension *planDimension(std::string_view name)
{
    for (const PlanDimension &dimension : planDimensions()) {
        if (dimension.name == name)
            return &dimension;
    }
    return nullptr;
}

Json toJson(const Plan &plan)
{
    return {{"cores", plan.cores},         {"tileLength", plan.tileLength}, {"buffers", plan.buffers}, {"tail", plan.tail},
            {"compute", plan.compute},     {"reduction", plan.reduction},   {"fusion", plan.fusion},   {"inPlace", plan.inPlace},
            {"moves", plan.moves},         {"division", plan.division},     {"broadcast", plan.broadcast}, {"constants", plan.constants}};
}

Result<Plan> planFromJson(const Json &json)
{
    if (const Result<void> checked = check(json); !checked)
        return fail(checked.error());
    Json full = toJson(Plan());
    full.update(json);
    Plan plan;
    full.at("cores").get_to(plan.cores);
    full.at("tileLength").get_to(plan.tileLength);
    full.at("buffers").get_to(plan.buffers);
    full.at("tail").get_to(plan.tail);
    full.at("compute").get_to(plan.compute);
    full.at("reduction").get_to(plan.reduction);
    full.at("fusion").get_to(plan.fusion);
    full.at("inPlace").get_to(plan.inPlace);
    full.at("moves").get_to(plan.moves);
    full.at("division").get_to(plan.division);
    full.at("broadcast").get_to(plan.broadcast);
    full.at("constants").get_to(plan.constants);
    return plan;
}

Result<Plan> withDimension(const Plan &plan, std::string_view dimension, const Json &value)
{
    Json json = toJson(plan);
    json[std::string(dimension)] = value;
    return planFromJson(json);
}

Json valueOf(const Plan &plan, std::string_view dimension)
{
    const Json json = toJson(plan);
    const auto found = json.find(std::string(dimension));
    return found == json.end() ? Json() : *found;
}

Json toJson(const PlanChange &change)
{
    Json json{{"dimension", change.dimension}, {"to", change.to}};
    if (!change.from.is_null())
        json["from"] = change.from;
    if (!change.guard.empty())
        json["guard"] = change.guard;
    return json;
}

Result<PlanChange> planChangeFromJson(const Json &json)
{
    if (!json.is_object() || !json.contains("dimension") || !json["dimension"].is_string() || !json.contains("to"))
        return fail("plan.change", "A plan change must be an object with \"dimension\" and \"to\", not " + json.dump() + ".");
    PlanChange change;
    change.dimension = json["dimension"].get<std::string>();
    change.to = json["to"];
    change.from = json.value("from", Json());
    change.guard = json.value("guard", Json::object());
    if (!planDimension(change.dimension))
        return unknownDimension(change.dimension);
    if (!change.guard.is_object())
        return fail("plan.change", "The guard of a plan change must be an object, not " + change.guard.dump() + ".");
    return change;
}

Result<Plan> applied(const Plan &plan, const PlanChange &change)
{
    Json value = change.to;
    if (value.is_object()) {
        const Json now = valueOf(plan, change.dimension);
        const Json factor = value.value("times", Json());
        if (!now.is_number_integer() || !factor.is_number())
            return fail("plan.change", "The dimension " + change.dimension + " cannot be changed by " + value.dump() + ".");
        value = tileOf(now.get<double>() * factor.get<double>());
    }
    return withDimension(plan, change.dimension, value);
}

std::vector<PlanChange> differences(const Plan &from, const Plan &to)
{
    std::vector<PlanChange> changes;
    for (const PlanDimension &dimension : planDimensions()) {
        const Json before = valueOf(from, dimension.name);
        const Json after = valueOf(to, dimension.name);
        if (before != after)
            changes.push_back({std::string(dimension.name), before, after, Json::object()});
    }
    return changes;
}

std::string describe(const PlanChange &change)
{
    const PlanDimension *dimension = planDimension(change.dimension);
    const std::string what = dimension ? std::string(dimension->meaning) : change.dimension;
    if (change.to.is_object())
        return what + " scaled by " + change.to.value("times", Json(1)).dump();
    return what + ": " + words(change.to) + (change.from.is_null() ? "" : " instead of " + words(change.from));
}

} // namespace sage
