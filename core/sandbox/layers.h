#pragma once

#include <string>

// What keeps hostile code in on this machine, found by trying.

namespace sage::sandbox {

struct Layer {
    bool holds = false;
    std::string reason; ///< why not, in words of the system
    std::string advice; ///< what a person can do about it
};

struct Layers {
    Layer seccomp;
    Layer landlock;
    int landlockAbi = 0; ///< 1 .. ; 4 knows TCP, 6 knows signals and abstract sockets
    Layer bubblewrap;
    std::string bubblewrapPath; ///< where it holds

    /// By a filter on socket() or by an empty network namespace.
    [[nodiscard]] bool keepsNetworkAway() const { return seccomp.holds || bubblewrap.holds; }
    /// By Landlock or by a mount namespace without it.
    [[nodiscard]] bool keepsHomeAway() const { return landlock.holds || bubblewrap.holds; }
};

/// Tries each layer once in a child process and remembers the answer. Any thread. First call about 30 ms.
[[nodiscard]] const Layers &probe();

} // namespace sage::sandbox
