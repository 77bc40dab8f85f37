#pragma once

#include "core/model/card.h"
#include "core/memory/state.h"
#include "core/model/events.h"
#include "core/store/workspace.h"

#include <map>
#include <memory>
#include <vector>

namespace sage {

enum class RoundState : std::uint8_t { Opened, Replied, Declared, Evaluated, Closed, Refused, Abandoned };

/// One round as the journal tells it.
struct RoundView {
    int round = 1;
    RoundState state = RoundState::Opened;
    RoundOpened opened;
    std::optional<RoundReplied> replied; ///< the last attempt
    std::vector<RoundRefused> refusals;
    std::optional<RoundDeclared> declared;
    std::optional<RoundEvaluated> evaluated;
    std::string closeReason;
    std::int64_t startedMs = 0;
    std::int64_t closedMs = 0;
};

struct EpisodeView {
    EpisodeOpened opened;
    std::vector<RoundView> rounds;
    std::optional<EpisodeClosed> closed; ///< none: it runs
    std::optional<MemoryLearned> learned;
};

enum class TaskState : std::uint8_t { Waiting, Running, Solved, Failed, Skipped };

/// One operator of the stream.
struct TaskView {
    StreamEntry entry;
    TaskState state = TaskState::Waiting;
    int roundsUsed = 0;
    std::optional<double> bestUs;
    std::optional<double> firstUs;
    std::optional<double> referenceUs;
    int firstCorrectRound = 0; ///< 0: none yet
    std::shared_ptr<const EpisodeView> correctness; ///< null: not begun
    std::shared_ptr<const EpisodeView> optimization;
};

/// Everything the views and the reports show, as one immutable value. Cheap to copy: parts are shared.
struct RunSnapshot {
    RunId run;
    std::int64_t sequence = 0; ///< last event folded
    RunCreated created;
    std::vector<TaskView> tasks; ///< in stream order
    std::shared_ptr<const MemoryView> memory; ///< never null
    int memoryVersion = 0; ///< changes with memory
    bool finished = false;
    std::string runnerState; ///< "" | running | paused | stopped
    std::int64_t lastEventMs = 0;

    [[nodiscard]] bool paused() const { return runnerState == "paused"; }
    /// By the operator's name; null where the stream does not have it.
    [[nodiscard]] const TaskView *task(std::string_view operatorName) const;
};

/// Folds events into snapshots, incrementally. One thread.
class RunFold
{
public:
    RunFold();
    ~RunFold();
    RunFold(RunFold &&) noexcept;
    RunFold &operator=(RunFold &&) noexcept;

    /// Events must come in order, without gaps. Derived values are verified. Errors: episode.fold (an event that does
    /// not fit, with its sequence), memory.check and the other errors of MemoryState.
    [[nodiscard]] Result<void> apply(const std::vector<Event> &events);
    /// A copy for other threads: tables of memory are made when they changed.
    [[nodiscard]] std::shared_ptr<const RunSnapshot> snapshot();

    /// The state now, without memory's tables. Valid until the next apply.
    [[nodiscard]] const RunSnapshot &state() const;
    [[nodiscard]] const MemoryState &memory() const;

    /// The writer's way: folds new facts before they are stored and fills their derived fields. The event that apply()
    /// sees next for the same episode or edit is then not folded again.
    [[nodiscard]] Result<void> learn(MemoryLearned &facts);
    [[nodiscard]] Result<void> edit(MemoryEdited &change);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// A run from its first to its last event.
[[nodiscard]] Result<RunFold> foldRun(const Workspace &workspace, const RunId &run);
/// Texts of a kernel manifest, from artifacts.
[[nodiscard]] Result<KernelSource> loadKernel(const Workspace &workspace, const Kernel &kernel);
[[nodiscard]] Result<Feedback> loadFeedback(const Workspace &workspace, const Hash &hash);

} // namespace sage
