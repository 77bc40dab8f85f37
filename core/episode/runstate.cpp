#include "core/episode/runstate.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace sage {

namespace {

[[nodiscard]] std::int64_t timeOf(const Event &event)
{
    const Json &time = memberOf(event.meta, "timeMs");
    return time.is_number_integer() ? time.get<std::int64_t>() : 0;
}

/// The parts are shared with snapshots that other threads hold: changed only when nobody else has them.
template<typename T>
[[nodiscard]] T &detached(std::shared_ptr<const T> &part)
{
    if (part.use_count() != 1)
        part = std::make_shared<T>(*part);
    std::atomic_thread_fence(std::memory_order_acquire); // what the last other holder read happened before
    return const_cast<T &>(*part); // the object itself is not const (made here, or by episode.opened), and ours alone
}

} // namespace

struct RunFold::Private {
    RunSnapshot state;
    MemoryState memory;
    bool memoryAhead = false; ///< learn() or edit() ran for an event that is still to come
    int viewVersion = -1;

    [[nodiscard]] Result<void> applyOne(const Event &event);
    [[nodiscard]] Result<void> applyRun(const Event &event);
    [[nodiscard]] Result<void> applyEpisode(const Event &event);
    [[nodiscard]] Result<void> applyRound(const Event &event);
    [[nodiscard]] Result<void> applyMemory(const Event &event);
    void rebuildTasks(const std::vector<StreamEntry> &stream);
    [[nodiscard]] TaskView *task(const std::string &name);
    [[nodiscard]] EpisodeView *episode(const EpisodeId &id);
    void close(const EpisodeClosed &result, const Task &owner);
    [[nodiscard]] static tl::unexpected<Error> misfit(const Event &event, const std::string &why);
};

tl::unexpected<Error> RunFold::Private::misfit(const Event &event, const std::string &why)
{
    return fail("episode.fold", "Event " + std::to_string(event.sequence) + " (" + event.kind + ", " + event.key + ") does not fit what came before: " + why + ".", {},
                {{"sequence", std::to_string(event.sequence)}, {"kind", event.kind}});
}

const TaskView *RunSnapshot::task(std::string_view operatorName) const
{
    const auto found = std::find_if(tasks.begin(), tasks.end(), [operatorName](const TaskView &one) { return one.entry.operatorName == operatorName; });
    return found == tasks.end() ? nullptr : &*found;
}

TaskView *RunFold::Private::task(const std::string &name)
{
    return const_cast<TaskView *>(std::as_const(state).task(name)); // the state is this object's own
}

EpisodeView *RunFold::Private::episode(const EpisodeId &id)
{
    for (TaskView &one : state.tasks) {
        for (std::shared_ptr<const EpisodeView> *part : {&one.correctness, &one.optimization}) {
            if (*part && (*part)->opened.episode == id)
                return &detached(*part);
        }
    }
    return nullptr;
}

void RunFold::Private::rebuildTasks(const std::vector<StreamEntry> &stream)
{
    std::vector<TaskView> tasks;
    for (const StreamEntry &entry : stream) {
        TaskView *known = task(entry.operatorName);
        tasks.push_back(known ? std::move(*known) : TaskView());
        TaskView &one = tasks.back();
        one.entry = entry;
        if (entry.skipped && one.state == TaskState::Waiting)
            one.state = TaskState::Skipped;
        else if (entry.skipped && one.state == TaskState::Running && one.correctness && one.correctness->closed && !one.optimization)
            one.state = TaskState::Solved; // between its two episodes: there will be no second one
    }
    state.tasks = std::move(tasks);
}

Result<void> RunFold::Private::applyRun(const Event &event)
{
    if (event.kind == kind::runCreated) {
        const Result<RunCreated> created = decode<RunCreated>(event.payload, event.key);
        if (!created)
            return fail(created.error());
        state.run = event.run;
        state.created = *created;
        rebuildTasks(created->stream);
        Result<MemoryState> fresh = MemoryState::create(created->settings, created->seed);
        if (!fresh)
            return fail(fresh.error());
        memory = std::move(*fresh);
        ++state.memoryVersion;
        return {};
    }
    if (event.kind == kind::streamChanged) {
        const Result<StreamChanged> changed = decode<StreamChanged>(event.payload, event.key);
        if (!changed)
            return fail(changed.error());
        rebuildTasks(changed->stream);
        return {};
    }
    if (event.kind == kind::runFinished)
        state.finished = true;
    else if (event.kind == kind::runnerStarted || event.kind == kind::runnerResumed)
        state.runnerState = "running";
    else if (event.kind == kind::runnerPaused)
        state.runnerState = "paused";
    else if (event.kind == kind::runnerStopped)
        state.runnerState = "stopped";
    return {};
}

Result<void> RunFold::Private::applyEpisode(const Event &event)
{
    if (event.kind == kind::episodeOpened) {
        const Result<EpisodeOpened> opened = decode<EpisodeOpened>(event.payload, event.key);
        if (!opened)
            return fail(opened.error());
        TaskView *view = task(opened->task.operatorName);
        if (!view)
            return misfit(event, "the stream has no such operator");
        auto fresh = std::make_shared<EpisodeView>();
        fresh->opened = *opened;
        (opened->task.objective == Objective::Correctness ? view->correctness : view->optimization) = std::move(fresh);
        view->state = TaskState::Running;
        return memory.apply(*opened);
    }
    const Result<EpisodeClosed> closed = decode<EpisodeClosed>(event.payload, event.key);
    if (!closed)
        return fail(closed.error());
    EpisodeView *view = episode(closed->episode);
    if (!view)
        return misfit(event, "the episode was never opened");
    view->closed = *closed;
    close(*closed, view->opened.task);
    return {};
}

void RunFold::Private::close(const EpisodeClosed &result, const Task &owner)
{
    TaskView &view = *task(owner.operatorName);
    if (result.referenceUs)
        view.referenceUs = result.referenceUs;
    if (result.endReason == "skipped")
        view.state = view.firstCorrectRound > 0 ? TaskState::Solved : TaskState::Skipped;
    else if (owner.objective == Objective::Optimization)
        view.state = TaskState::Solved;
    else if (!result.met)
        view.state = TaskState::Failed;
    else
        view.state = view.roundsUsed >= state.created.settings.rounds ? TaskState::Solved : TaskState::Running;
}

Result<void> RunFold::Private::applyRound(const Event &event)
{
    const Result<RoundClosed> place = decode<RoundClosed>(event.payload, event.key); // every round's fact names its episode and round
    if (!place)
        return fail(place.error());
    EpisodeView *view = episode(place->episode);
    if (!view)
        return misfit(event, "its episode was never opened");
    if (event.kind == kind::roundOpened) {
        const Result<RoundOpened> opened = decode<RoundOpened>(event.payload, event.key);
        if (!opened)
            return fail(opened.error());
        RoundView round;
        round.round = opened->round;
        round.opened = *opened;
        round.startedMs = timeOf(event);
        view->rounds.push_back(std::move(round));
        ++task(view->opened.task.operatorName)->roundsUsed;
        return {};
    }
    const int number = place->round;
    if (view->rounds.empty() || view->rounds.back().round != number)
        return misfit(event, "round " + std::to_string(number) + " is not the open one");
    RoundView &round = view->rounds.back();
    try {
        if (event.kind == kind::roundReplied) {
            round.replied = event.payload.get<RoundReplied>();
            round.state = RoundState::Replied;
        } else if (event.kind == kind::roundRefused) {
            round.refusals.push_back(event.payload.get<RoundRefused>());
            round.state = RoundState::Opened;
        } else if (event.kind == kind::roundDeclared) {
            round.declared = event.payload.get<RoundDeclared>();
            round.state = RoundState::Declared;
        } else if (event.kind == kind::roundEvaluated) {
            round.evaluated = event.payload.get<RoundEvaluated>();
            round.state = RoundState::Evaluated;
            TaskView &owner = *task(view->opened.task.operatorName);
            if (round.evaluated->correct && round.evaluated->latencyUs) {
                if (owner.firstCorrectRound == 0) {
                    owner.firstCorrectRound = number;
                    owner.firstUs = round.evaluated->latencyUs;
                }
                owner.bestUs = std::min(owner.bestUs.value_or(*round.evaluated->latencyUs), *round.evaluated->latencyUs);
            }
        } else {
            const auto closed = event.payload.get<RoundClosed>();
            round.state = closed.outcome == "refused" ? RoundState::Refused : closed.outcome == "abandoned" ? RoundState::Abandoned : RoundState::Closed;
            round.closeReason = closed.reason;
            round.closedMs = timeOf(event);
        }
    } catch (const nlohmann::json::exception &problem) {
        return misfit(event, problem.what());
    }
    return {};
}

Result<void> RunFold::Private::applyMemory(const Event &event)
{
    ++state.memoryVersion;
    if (event.kind == kind::memoryImported) {
        const Result<MemoryImported> imported = decode<MemoryImported>(event.payload, event.key);
        return imported ? memory.apply(*imported) : Result<void>(fail(imported.error()));
    }
    if (event.kind == kind::memoryEdited) {
        const Result<MemoryEdited> edited = decode<MemoryEdited>(event.payload, event.key);
        if (!edited || std::exchange(memoryAhead, false))
            return edited ? Result<void>() : Result<void>(fail(edited.error()));
        return memory.apply(*edited);
    }
    const Result<MemoryLearned> learned = decode<MemoryLearned>(event.payload, event.key);
    if (!learned)
        return fail(learned.error());
    EpisodeView *view = episode(learned->episode);
    if (!view)
        return misfit(event, "its episode was never opened");
    view->learned = *learned;
    return std::exchange(memoryAhead, false) ? Result<void>() : memory.apply(*learned);
}

Result<void> RunFold::Private::applyOne(const Event &event)
{
    if (event.sequence != state.sequence + 1)
        return misfit(event, "event " + std::to_string(state.sequence + 1) + " was expected");
    const std::string_view family = std::string_view(event.kind).substr(0, event.kind.find('.'));
    const Result<void> done = family == "round" ? applyRound(event) : family == "episode" ? applyEpisode(event) : family == "memory" ? applyMemory(event) : applyRun(event);
    if (!done)
        return done;
    state.sequence = event.sequence;
    state.lastEventMs = std::max(state.lastEventMs, timeOf(event));
    return {};
}

RunFold::RunFold() : d(std::make_unique<Private>())
{
    d->state.memory = std::make_shared<const MemoryView>();
}

RunFold::~RunFold() = default;
RunFold::RunFold(RunFold &&) noexcept = default;
RunFold &RunFold::operator=(RunFold &&) noexcept = default;

Result<void> RunFold::apply(const std::vector<Event> &events)
{
    for (const Event &event : events) {
        if (const Result<void> done = d->applyOne(event); !done)
            return done;
    }
    return {};
}

std::shared_ptr<const RunSnapshot> RunFold::snapshot()
{
    if (d->viewVersion != d->state.memoryVersion) {
        d->state.memory = std::make_shared<const MemoryView>(d->memory.view());
        d->viewVersion = d->state.memoryVersion;
    }
    return std::make_shared<const RunSnapshot>(d->state);
}

const RunSnapshot &RunFold::state() const
{
    return d->state;
}

const MemoryState &RunFold::memory() const
{
    return d->memory;
}

Result<void> RunFold::learn(MemoryLearned &facts)
{
    Result<void> done = d->memory.learn(facts);
    d->memoryAhead = done.has_value();
    return done;
}

Result<void> RunFold::edit(MemoryEdited &change)
{
    Result<void> done = d->memory.edit(change);
    d->memoryAhead = done.has_value();
    return done;
}

Result<KernelSource> loadKernel(const Workspace &workspace, const Kernel &kernel)
{
    KernelSource source;
    source.language = kernel.language;
    source.contract = kernel.contract;
    for (const KernelFileRef &file : kernel.files) {
        Result<std::string> text = workspace.artifact(file.sha256);
        if (!text)
            return fail(text.error());
        source.files.push_back({file.path, std::move(*text), file.role});
    }
    return source;
}

Result<Feedback> loadFeedback(const Workspace &workspace, const Hash &hash)
{
    const Result<std::string> text = workspace.artifact(hash);
    if (!text)
        return fail(text.error());
    const Result<Json> json = parseJson(*text, "feedback " + hash.value);
    return json ? decode<Feedback>(*json, "feedback " + hash.value) : Result<Feedback>(fail(json.error()));
}

Result<RunFold> foldRun(const Workspace &workspace, const RunId &run)
{
    RunFold fold;
    for (;;) {
        const Result<std::vector<Event>> events = workspace.read(run, fold.state().sequence);
        if (!events)
            return fail(events.error());
        if (events->empty())
            return fold;
        if (const Result<void> folded = fold.apply(*events); !folded)
            return fail(folded.error());
    }
}

} // namespace sage
