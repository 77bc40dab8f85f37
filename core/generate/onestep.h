#pragma once

#include "core/model/card.h"
#include "core/model/kernel.h"

namespace sage {

/// A card for each reference step alone, with the cases in which the step exists (their indices kept), and a plain
/// library kernel for it: all cores, two buffers, one tile length. What a chain of library calls would run.
/// Errors as synthesize.
[[nodiscard]] Result<std::vector<std::pair<OperatorSpec, KernelSource>>> oneStepKernels(const OperatorSpec &card);

} // namespace sage
