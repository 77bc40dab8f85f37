#pragma once

#include "core/plain/result.h"
#include "core/sandbox/confine.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

// Running one hostile command to its end, with nothing of it left behind.
//
//   engine --leash--> sage-kernel-runner supervise --> [bwrap] --> sage-kernel-runner confine --> the command
//
// The supervisor is a process of its own because the engine can die at any moment and because a multi-threaded
// program must not fork: it takes in every orphan of the tree (subreaper), and when the leash closes, a limit is hit
// or the caller cancels, it kills and reaps until there is no descendant.

namespace sage::sandbox {

/// The second layer.
enum class Outer : std::uint8_t {
    Auto,       ///< bubblewrap where probe() found it working, else none
    Bubblewrap, ///< bubblewrap or an error
    None        ///< the first layer alone
};

struct Command {
    /// The program (absolute, or a name looked up in the system's folders) and its arguments. Empty: the kernel
    /// runner's own `run`, which confines itself by the same policy after reading the job and before dlopen.
    std::vector<std::string> argv;
    /// All of it: nothing is inherited. TMPDIR is added where a folder may be written to, since /tmp may not.
    std::map<std::string, std::string> environment;
    std::filesystem::path workingFolder = "/";
    /// Open files that the command gets, in order, as descriptors firstInheritedFd, firstInheritedFd + 1, ...
    /// They stay owned by the caller.
    std::vector<int> inheritedFds;
    ConfinePolicy policy;

    Outer outer = Outer::Auto;
    /// Run even where no layer keeps network or home away: only when a person allowed that in so many words.
    bool allowWithoutWalls = false;

    std::chrono::milliseconds wallLimit{60'000};
    std::size_t outputLimit = 1u << 20; ///< bytes kept of stdout and of stderr, each
    /// Removed by the supervisor when the engine dies; otherwise left to the caller.
    std::filesystem::path orphanFolder;
};

inline constexpr int firstInheritedFd = 10;

/// Why a command ended. A limit of the tree is the command's own fault; WallTimeout is not: a busy machine makes it.
enum class ExitHow : std::uint8_t {
    Exited,
    Signalled,
    CpuLimit,     ///< RLIMIT_CPU or the CPU time of the tree
    ProcessLimit,
    MemoryLimit,
    DiskLimit,
    OutputFlood,  ///< wrote more than outputLimit, whether or not it had ended by then
    WallTimeout,  ///< infrastructure failure, unless it was asleep
    Cancelled
};

struct Exit {
    ExitHow how = ExitHow::Exited;
    int code = 0;   ///< where Exited
    int signal = 0; ///< where Signalled or CpuLimit by a signal
    std::string out;
    std::string err;
    bool outTruncated = false;
    bool errTruncated = false;
    double wallSeconds = 0;
    double userSeconds = 0; ///< of the whole tree, as far as it was waited for
    double systemSeconds = 0;
    double killSeconds = 0; ///< from the decision to end the tree to the last reaped process
    std::uint64_t maxRssKiB = 0;
    int killedDescendants = 0; ///< processes that had to be killed
    /// Where WallTimeout: nothing of the command could have run, it all waited (sleep, lock, empty pipe); a busy machine shows
    /// processes that are ready to run.
    bool asleep = false;
    LayerReport layers;
    bool bubblewrap = false;

    [[nodiscard]] bool succeeded() const { return how == ExitHow::Exited && code == 0; }
    /// Says nothing about the command: try again, and report it as what it is.
    [[nodiscard]] bool infrastructureFailure() const { return (how == ExitHow::WallTimeout && !asleep) || how == ExitHow::Cancelled; }
};

/// Stable names for reports: "exited", "signalled", "cpu-limit", "wall-timeout" ...
[[nodiscard]] std::string_view nameOf(ExitHow how);

/// Runs the command and waits. Any thread; blocks it. How the command ended is in Exit; an Error means that it was
/// not run as asked: sandbox.no-runner, sandbox.not-started (program missing, folder missing), sandbox.no-bubblewrap,
/// sandbox.no-walls (nothing keeps network or home away here), sandbox.no-proc,
/// sandbox.supervisor-lost, sandbox.system, and those of confineSelf().
/// Cost without bubblewrap about 5 ms, with it about 15 ms.
[[nodiscard]] Result<Exit> run(const Command &command, std::stop_token stop = {});

} // namespace sage::sandbox
