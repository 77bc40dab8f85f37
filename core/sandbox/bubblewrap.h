#pragma once

#include "core/sandbox/protocol.h"

#include <string>
#include <vector>

namespace sage::sandbox {

/// Where bubblewrap is installed; empty: nowhere.
[[nodiscard]] std::string findBubblewrap();

/// The command line that shows a process the policy's paths and a small read-only system, with its own empty network,
/// PID namespace and an empty /tmp, and starts the runner's `confine` as PID 1. No /proc: nothing needs it, and containers that
/// forbid a new one would lose the whole layer.
[[nodiscard]] std::vector<std::string> bubblewrapArguments(const Request &request);

} // namespace sage::sandbox
