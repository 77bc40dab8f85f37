#pragma once

#include "core/plain/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What the runner answers. In the result memory file stands one JSON document per line: first every finding
// as it occurred ("kind": "finding"), at the end the whole answer ("kind": "result"). A kernel that kills the
// process leaves the lines before; readRunResult() makes the best of them.

namespace sage::npu {

enum class Severity : std::uint8_t { Note, Warning, Error };

[[nodiscard]] const char *nameOf(Severity severity);

struct Finding {
    std::string rule = {};     ///< row of the rule table: capacity, alignment, bounds ...
    std::string id = {};       ///< stable id for wording: "bounds.ub-read"; begins with the rule
    Severity severity = Severity::Error;
    std::string object = {};   ///< tensor, buffer or queue
    nlohmann::json numbers = nlohmann::json::object(); ///< named parts of the message
    std::string message = {};  ///< English, numbers filled in
    std::string advice = {};   ///< one sentence
    std::string device = {};   ///< what hardware would have printed; may be empty
    std::uint32_t core = 0;
    std::string pipe = {};     ///< S, V, MTE2, MTE3; empty if none
    std::string file = {};     ///< of the kernel, relative; empty if unknown
    std::uint32_t line = 0;
    std::uint64_t count = 1; ///< occurrences at this line
};

/// Cycles of the core's clock.
struct CoreTiming {
    std::uint32_t core = 0;
    double total = 0, scalar = 0, vector = 0, mte2 = 0, mte3 = 0;
};

/// Simulated figures, from the timing model.
struct Timing {
    std::string profile;
    double megahertz = 0;
    double launchMicros = 0;
    double latencyMicros = 0; ///< slowest core + launch
    double cycles = 0;        ///< slowest core
    std::vector<CoreTiming> cores;
    std::uint64_t gmBytesRead = 0, gmBytesWritten = 0, instructions = 0;
    std::uint32_t coresMovingData = 0;
};

/// Finished: every core ran to its end. Stopped: execution could not go on (a finding says why). Timeout: the
/// cycle limit was passed. Crashed: a signal. Exited: the kernel ended the process. Broken: no such answer. Forged: somebody
/// else than the emulator wrote a result.
enum class RunStatus : std::uint8_t { Finished, Stopped, Timeout, Crashed, Exited, Broken, Forged };

[[nodiscard]] const char *nameOf(RunStatus status);

struct RunResult {
    RunStatus status = RunStatus::Broken;
    int signal = 0;
    std::vector<Finding> findings;
    std::uint64_t droppedFindings = 0; ///< beyond the cap
    Timing timing;
    std::string printed; ///< what the kernel printed, shortened
    Error error;         ///< why the kernel could not be started (Broken)

    [[nodiscard]] bool hasErrors() const;
};

[[nodiscard]] nlohmann::json toJson(const Finding &finding);
[[nodiscard]] nlohmann::json toJson(const RunResult &result);

/// Characters of a key. Whoever asks for a run draws one and writes it into the empty result file; the runner takes it out
/// before the kernel's code is loaded, and its one result carries it. A file that begins empty asks for a result without one.
inline constexpr std::size_t keyLength = 32;

/// Reads a result memory file, whole or cut short. A result with another key, or a second one, makes the whole answer Forged.
/// Errors: npu.no-result (empty or unreadable).
[[nodiscard]] Result<RunResult> readRunResult(int resultFd, std::string_view key = {});
[[nodiscard]] Result<RunResult> runResultFromText(const std::string &text, std::string_view key = {});

} // namespace sage::npu
