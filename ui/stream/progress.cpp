#include "ui/stream/progress.h"

#include <algorithm>

namespace sage::ui {

namespace {

struct Span {
    std::int64_t first = 0; ///< 0: nothing yet
    std::int64_t last = 0;
};

[[nodiscard]] Span spanOf(const TaskView &task)
{
    Span span;
    for (const auto &episode : {task.correctness, task.optimization}) {
        if (!episode)
            continue;
        for (const RoundView &round : episode->rounds) {
            if (span.first == 0)
                span.first = round.startedMs;
            span.last = std::max({span.last, round.startedMs, round.closedMs});
        }
    }
    return span;
}

} // namespace

Progress progressOf(const RunSnapshot &run, std::int64_t nowMs)
{
    Progress result;
    result.total = static_cast<int>(run.tasks.size());
    std::int64_t spent = 0;
    std::int64_t running = 0;
    int measured = 0;
    for (const TaskView &task : run.tasks) {
        result.rounds += task.roundsUsed;
        result.solved += task.state == TaskState::Solved;
        const Span span = spanOf(task);
        if (task.state == TaskState::Waiting)
            continue;
        if (task.state == TaskState::Running) {
            running = span.first > 0 ? std::max<std::int64_t>(0, nowMs - span.first) : 0;
            continue;
        }
        ++result.done;
        if (span.first > 0) {
            spent += span.last - span.first;
            ++measured;
        }
    }
    if (measured > 0 && result.done < result.total) {
        const std::int64_t mean = spent / measured;
        result.remainingMs = std::max<std::int64_t>(0, mean * (result.total - result.done) - std::min(running, mean));
    }
    return result;
}

} // namespace sage::ui
