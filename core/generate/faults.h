#pragma once

#include "core/base/random.h"
#include "core/generate/plan.h"
#include "core/model/kernel.h"

namespace sage {

// Mistakes of the pen: what goes wrong between a plan and its text. Apart from the planner, which never knows
// of them; the kinds are those counted over failed generated kernels (partial output that one core cured, buffers
// too large, tails, C library mathematics, missing synchronisation, half precision, wrong names).

struct Fault {
    std::string_view name;
    double share; ///< of all faults
};

[[nodiscard]] const std::vector<Fault> &faultKinds();

/// The names of the faults that were put into the text. With rate r a kernel gets a fault with probability r, and a
/// second one with r squared; faults for which the text has no place are passed over. Draws from `random` alone.
[[nodiscard]] std::vector<std::string> injectFaults(KernelSource &kernel, double rate, Random &random);

/// One fault; false where the text has no place for it.
[[nodiscard]] bool injectFault(std::string &text, std::string_view name);

} // namespace sage
