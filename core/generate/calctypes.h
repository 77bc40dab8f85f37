#pragma once

#include "core/generate/nodes.h"

#include <set>

namespace sage::lowering {

/// The type that a kernel computes in, per dtype of the card's cases.
struct CalcTypes {
    std::map<DType, DType> calc;
    std::string alias;           ///< C++ type for `using Calc`
    std::set<DType> distinct;    ///< all types that Calc can be

    [[nodiscard]] bool mayBeHalf() const { return distinct.contains(DType::F16); }
    [[nodiscard]] bool mayBeWhole() const { return distinct.contains(DType::I32); }
};

/// Whether cases of this dtype can be computed in integers: no real value occurs in them.
[[nodiscard]] bool isWhole(DType dtype, const std::vector<Variant> &variants);

struct CalcNeeds {
    bool needsFloat = false;
    bool reduces = false;
};
[[nodiscard]] CalcTypes calcTypesOf(const OperatorSpec &card, const std::vector<Variant> &variants, const Plan &plan, const CalcNeeds &needs);

/// Whether a stored tensor differs from Calc in some case.
[[nodiscard]] bool converts(const OperatorSpec &card, const CalcTypes &types, const GmTensor &tensor);
/// Whether a stored tensor has one-byte elements in some case.
[[nodiscard]] bool hasBytes(const OperatorSpec &card, const GmTensor &tensor);

} // namespace sage::lowering
