#pragma once

#include "core/generate/plan.h"
#include "core/model/card.h"
#include "core/model/kernel.h"

namespace sage {

/// The kernel that computes the card's reference steps by the plan: one source for all dtypes and shapes of its cases.
/// A plan may be wrong for a card (a tile that does not fit, a tail that is dropped): the text is written as asked.
/// Errors: card.shapes; generate.cannot-lower, which names the step.
[[nodiscard]] Result<KernelSource> synthesize(const OperatorSpec &card, const Plan &plan);

/// The plan to write a kernel by when nothing is known of measurements: correct wherever the lowering is, and fast.
[[nodiscard]] Plan goodPlan(const OperatorSpec &card);

/// Whether two plans lead to the same code: some dimensions do not matter for some cards.
[[nodiscard]] bool sameCode(const OperatorSpec &card, const Plan &a, const Plan &b);

/// Bytes of UB that the kernel asks for at most, over its classes and the cases' dtypes.
[[nodiscard]] Result<std::int64_t> onChipBytes(const OperatorSpec &card, const Plan &plan);

} // namespace sage
