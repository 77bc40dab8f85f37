#pragma once

#include "core/base/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace sage {

// What a generator decides about a kernel apart from what it computes. One lowering turns (card, plan) into
// source; every dimension shows in the text, so that an auditor can check a change against a diff.

enum class CoreSplit : std::uint8_t { One, Even, Balanced };
enum class TailHandling : std::uint8_t { None, Padded, BackStep, Scalar };
enum class ComputeType : std::uint8_t { Native, Mixed, Widened };
enum class ReductionMethod : std::uint8_t { Scalar, Whole, Folded };
enum class Fusion : std::uint8_t { Steps, Passes, Resident };
enum class Moves : std::uint8_t { RowByRow, Strided };
enum class Division : std::uint8_t { Div, Reciprocal };
enum class BroadcastMethod : std::uint8_t { ScalarForm, Duplicate };
enum class Constants : std::uint8_t { PerTile, Kept };

struct Plan {
    CoreSplit cores = CoreSplit::Even;
    int tileLength = 2048;                 ///< elements of a tile; a multiple of 64
    int buffers = 1;                       ///< per queue: 1, or 2 to overlap moves with computation
    TailHandling tail = TailHandling::Padded;
    ComputeType compute = ComputeType::Widened; ///< Mixed: native but for bfloat16, on which no vector unit computes
    ReductionMethod reduction = ReductionMethod::Whole;
    Fusion fusion = Fusion::Passes;        ///< Steps: one loop a step through workspace; Resident: a row stays on chip over all passes
    bool inPlace = true;                   ///< a result takes over the buffer of an operand that is not needed any more
    Moves moves = Moves::RowByRow;         ///< of tiles that hold several rows
    Division division = Division::Div;
    BroadcastMethod broadcast = BroadcastMethod::ScalarForm; ///< of scalar operands
    Constants constants = Constants::PerTile; ///< where row vectors and filled constants live

    bool operator==(const Plan &) const = default;
};

/// One coordinate of the plan space.
struct PlanDimension {
    std::string_view name;
    std::vector<Json> values;    ///< the legal ones, plainest first; tileLength: the ones search tries
    std::string_view meaning;    ///< a noun phrase for titles
};

[[nodiscard]] const std::vector<PlanDimension> &planDimensions();
[[nodiscard]] const PlanDimension *planDimension(std::string_view name);

[[nodiscard]] Json toJson(const Plan &plan);
/// Missing dimensions keep their default. Errors plan.dimension (unknown name), plan.value (illegal value), which say what is legal.
[[nodiscard]] Result<Plan> planFromJson(const Json &json);

/// The plan with one dimension set. Errors as planFromJson.
[[nodiscard]] Result<Plan> withDimension(const Plan &plan, std::string_view dimension, const Json &value);
[[nodiscard]] Json valueOf(const Plan &plan, std::string_view dimension);

/// A parametrised change of a plan: what an experience carries as its `change`.
/// {"dimension": "tail", "from": "none", "to": "padded", "guard": {"features": [...], "dtypes": [...]}}
struct PlanChange {
    std::string dimension;
    Json from;  ///< null: whatever it was
    Json to;    ///< a value; for numbers also {"times": 2}
    Json guard = Json::object(); ///< conditions on the card: "features", "dtypes" (any of), "from-only"

    bool operator==(const PlanChange &) const = default;
};

[[nodiscard]] Json toJson(const PlanChange &change);
/// Errors plan.change: not an object, no dimension, no `to`.
[[nodiscard]] Result<PlanChange> planChangeFromJson(const Json &json);
/// The plan after the change, equal to the plan where the change does nothing. Errors as planFromJson.
[[nodiscard]] Result<Plan> applied(const Plan &plan, const PlanChange &change);

/// The dimensions in which two plans differ, with the values: one PlanChange each.
[[nodiscard]] std::vector<PlanChange> differences(const Plan &from, const Plan &to);

/// One line for people: "tail padded instead of none".
[[nodiscard]] std::string describe(const PlanChange &change);

} // namespace sage
