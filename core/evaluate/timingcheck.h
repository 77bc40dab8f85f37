#pragma once

#include "core/model/card.h"
#include "core/npu/profile.h"
#include "core/npu/runresult.h"

#include <string>

namespace sage {

/// What is known of a launch without asking the process that ran the kernel.
struct LaunchFacts {
    std::uint32_t cores = 0;
    std::uint64_t inputBytes = 0;  ///< that no right kernel can do without
    std::uint64_t outputBytes = 0; ///< each has to be written
};

/// Inputs count where every element decides an output: not where a card picks parts of them (split, select).
[[nodiscard]] bool needsAllInputs(const OperatorSpec &card);

/// Why figures cannot come from the timing model; empty where they can. The kernel shares its process with the emulator, so the
/// figures are checked here, in a process it cannot reach: they must fit each other and the device profile, and no kernel
/// is faster than launching it and moving its bytes at the full bandwidth of the memory takes.
[[nodiscard]] std::string implausible(const npu::Timing &timing, const npu::Profile &profile, const LaunchFacts &facts);

} // namespace sage
