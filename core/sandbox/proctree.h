#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace sage::sandbox {

/// One living descendant as /proc shows it.
struct ProcessInfo {
    pid_t pid = 0;
    pid_t parent = 0;
    pid_t group = 0;
    char state = '?';       ///< 'Z': dead, waits to be reaped
    double userSeconds = 0; ///< own and of the children it has waited for
    double systemSeconds = 0;
    std::uint64_t residentBytes = 0;
};

/// False where /proc is not mounted and this process may not make its own.
[[nodiscard]] bool canSeeProcesses();

/// All descendants of a process, by pid. Empty where processes cannot be seen. A snapshot: a tree that forks while it is
/// read may have more.
[[nodiscard]] std::vector<ProcessInfo> descendantsOf(pid_t root);

} // namespace sage::sandbox
