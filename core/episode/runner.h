#pragma once

#include "core/episode/baseline.h"
#include "core/episode/driver.h"

#include <functional>

namespace sage {

/// What a run is made of; becomes the journal's first events.
struct RunPlan {
    std::uint64_t seed = 1;
    std::string streamName;
    std::vector<std::string> cards; ///< texts, in stream order
    Settings settings;
    std::string generator = "synthesizer";
    Json generatorOptions = Json::object();
    std::string evaluator = "emulator";
    std::string device = "Ascend910_9391";
    std::vector<MemoryImported> memory; ///< initial memory, in order
};

/// Writes a run's first events. The run's id is a hash of its plan and of how many runs the workspace has, so the same
/// plan gives the same run on every machine. Errors: those of parseCard, validate, MemoryState::create, the store.
/// That no earlier run is unfinished is the caller's care.
[[nodiscard]] Result<RunId> createRun(Workspace &workspace, const RunPlan &plan, const Clock &clock);

/// The newest run of the workspace. Error run.none.
[[nodiscard]] Result<RunId> newestRun(const Workspace &workspace);

/// Told on the runner's thread, but for progress(): that comes from the evaluator's. The snapshots are RunFold::state(),
/// so without memory's tables, and valid during the call.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void roundClosed(const RunSnapshot &) {}
    virtual void taskChanged(const RunSnapshot &) {}
    virtual void progress(const EvaluationProgress &) {}
};

enum class RunEnd : std::uint8_t { Finished, Stopped };

/// Works through a stream: for each operator a correctness episode, then an optimization episode, with one budget.
/// Takes the inbox's commands up between steps, and pause, stop and skip also while a step is under way.
///
/// Thread rule: run() blocks its thread, which owns the workspace; generator and evaluator work on a helper thread
/// meanwhile, so that the lease's heartbeat and the inbox never wait for them.
class StreamRunner
{
public:
    StreamRunner(Workspace &workspace, Generator &generator, Evaluator &evaluator, const Clock &clock);

    void setObserver(RunObserver *observer) { m_observer = observer; }
    void setParallelCases(int count) { m_parallelCases = count; }

    /// Until the stream ends, or a stop. Errors are those that a retry cannot mend now: no compiler, no sandbox, a full
    /// disk, a lost lease; all that was done is stored, and run() continues later.
    [[nodiscard]] Result<RunEnd> run(const RunId &run, std::stop_token stop);

private:
    class Work;
    Workspace &m_workspace;
    Generator &m_generator;
    Evaluator &m_evaluator;
    const Clock &m_clock;
    RunObserver *m_observer = nullptr;
    int m_parallelCases = 0;
};

} // namespace sage
