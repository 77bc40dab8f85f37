#pragma once

#include "core/episode/runstate.h"

#include <optional>

namespace sage::ui {

/// How far a stream is. Plain values.
struct Progress {
    int done = 0;   ///< operators solved, failed or skipped
    int solved = 0;
    int total = 0;
    int rounds = 0; ///< used so far, all operators
    std::optional<std::int64_t> remainingMs; ///< missing until one operator is through
};

/// The remaining time is the mean duration of the finished operators times those left, less what the running one has taken.
[[nodiscard]] Progress progressOf(const RunSnapshot &run, std::int64_t nowMs);

} // namespace sage::ui
