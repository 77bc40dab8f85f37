#include "app/sagectl/progress.h"

#include "core/report/text.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace sage {

namespace {

constexpr int barWidth = 30;

[[nodiscard]] const EpisodeView *currentEpisode(const TaskView &task)
{
    return task.optimization ? task.optimization.get() : task.correctness.get();
}

[[nodiscard]] const TaskView *currentTask(const RunSnapshot &snapshot)
{
    const TaskView *last = nullptr;
    for (const TaskView &task : snapshot.tasks) {
        if (task.state == TaskState::Running)
            return &task;
        if (task.correctness)
            last = &task;
    }
    return last;
}

} // namespace

ProgressPrinter::ProgressPrinter() : m_terminal(::isatty(STDOUT_FILENO) == 1) {}

std::string ProgressPrinter::remaining() const
{
    if (m_roundsDone == 0)
        return "-";
    const auto seconds = static_cast<int>(m_watch.seconds() / m_roundsDone * m_roundsMost);
    return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
}

void ProgressPrinter::roundClosed(const RunSnapshot &snapshot)
{
    const std::lock_guard lock(m_mutex);
    int used = 0;
    int most = 0;
    for (const TaskView &task : snapshot.tasks) {
        used += task.roundsUsed;
        const bool over = task.state != TaskState::Waiting && task.state != TaskState::Running;
        most += over ? 0 : snapshot.created.settings.rounds - task.roundsUsed;
    }
    if (m_roundsBefore < 0)
        m_roundsBefore = used - 1;
    m_roundsDone = used - m_roundsBefore;
    m_roundsMost = most;
    m_share = used + most > 0 ? static_cast<double>(used) / (used + most) : 1;
    const TaskView *task = currentTask(snapshot);
    if (!task || !currentEpisode(*task) || currentEpisode(*task)->rounds.empty())
        return;
    const RoundView &round = currentEpisode(*task)->rounds.back();
    m_label = task->entry.operatorName + " " + std::string(nameOf(currentEpisode(*task)->opened.task.objective)) + " round " + std::to_string(round.round);
    if (m_terminal) {
        draw();
        return;
    }
    std::string outcome = round.evaluated ? round.evaluated->code : round.closeReason;
    if (round.evaluated && round.evaluated->latencyUs)
        outcome += ", " + fixed(*round.evaluated->latencyUs, 2) + " us";
    std::printf("%s: %s\n", m_label.c_str(), outcome.c_str());
    std::fflush(stdout);
}

void ProgressPrinter::taskChanged(const RunSnapshot &snapshot)
{
    const std::lock_guard lock(m_mutex);
    const TaskView *task = currentTask(snapshot);
    if (!task || !currentEpisode(*task) || !currentEpisode(*task)->closed)
        return;
    const EpisodeClosed &closed = *currentEpisode(*task)->closed;
    std::printf("%s%s %s: %s after %d rounds, best %s us, z = %s\n", m_terminal ? "\r\033[K" : "", task->entry.operatorName.c_str(), std::string(nameOf(closed.task.objective)).c_str(),
                closed.met ? "objective met" : "objective not met", closed.rounds, fixed(closed.bestUs, 2).c_str(), fixed(closed.score, 3).c_str());
    std::fflush(stdout);
}

void ProgressPrinter::progress(const EvaluationProgress &progress)
{
    if (!m_terminal)
        return;
    const std::lock_guard lock(m_mutex);
    m_step = progress.stage == FeedbackStage::Compile ? "compiling" : "case " + std::to_string(progress.done) + "/" + std::to_string(progress.total);
    draw();
}

void ProgressPrinter::draw()
{
    const int filled = std::clamp(static_cast<int>(m_share * barWidth), 0, barWidth);
    std::printf("\r\033[K[%s%s] %3d %%  %s  %s  at most %s left", std::string(static_cast<std::size_t>(filled), '#').c_str(),
                std::string(static_cast<std::size_t>(barWidth - filled), '.').c_str(), static_cast<int>(m_share * 100), m_label.c_str(), m_step.c_str(), remaining().c_str());
    std::fflush(stdout);
}

void ProgressPrinter::finish()
{
    const std::lock_guard lock(m_mutex);
    if (m_terminal)
        std::printf("\r\033[K");
    std::fflush(stdout);
}

} // namespace sage
