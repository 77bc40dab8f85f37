#pragma once

#include "core/sandbox/process.h"

#include <string>
#include <string_view>

// What engine, supervisor and confined process say to each other. Internal to this room: the three are built together
// and no version of one meets another version of the other.

namespace sage::sandbox {

/// Descriptors of the supervisor (from the engine) and of `confine` (from the supervisor).
inline constexpr int leashFd = 3;   ///< read end; a byte is an order, the end of file the engine's death
inline constexpr int statusFd = 4;  ///< one Ending, then closed
inline constexpr int requestFd = 5; ///< memory file with the Request
inline constexpr int reportFd = 6;  ///< lines of JSON from inside: layers or error, then the wait status

inline constexpr char orderCancel = 'c';
inline constexpr char orderFlood = 'o';

/// A Command with everything looked up.
struct Request {
    Command command; ///< outer is Bubblewrap or None; inheritedFds counts, its numbers mean nothing any more
    std::string runner;
    std::string bubblewrap;
};

/// The supervisor's account; out and err of its Exit are the engine's part.
struct Ending {
    Exit exit;
    Error error; ///< code is empty where the command ran
};

/// What comes through reportFd. Parts that did not arrive keep their defaults.
struct InnerReport {
    LayerReport layers;
    Error error;
    bool started = false; ///< confined, and execve or the kernel was next
    bool ended = false;   ///< the rest counts
    int waitStatus = 0;
    double userSeconds = 0;
    double systemSeconds = 0;
    std::uint64_t maxRssKiB = 0;
    int killed = 0; ///< left over in the PID namespace
};

[[nodiscard]] std::string toText(const Request &request);
[[nodiscard]] Result<Request> requestFromText(std::string_view text);
[[nodiscard]] std::string toText(const Ending &ending);
[[nodiscard]] Result<Ending> endingFromText(std::string_view text);
[[nodiscard]] InnerReport innerReportFromText(std::string_view lines);

/// One line each for reportFd.
[[nodiscard]] std::string layersLine(const LayerReport &layers);
[[nodiscard]] std::string errorLine(const Error &error);
[[nodiscard]] std::string endedLine(const InnerReport &report);

/// Reads the request from requestFd, which other processes share: its offset stays where it is.
[[nodiscard]] Result<Request> readRequest();

/// Writes all of it, or gives up on an error (nobody listens any more).
void writeWhole(int fd, std::string_view text);

} // namespace sage::sandbox
