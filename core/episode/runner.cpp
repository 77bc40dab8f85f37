#include "core/episode/runner.h"

#include "core/base/hash.h"
#include "core/base/log.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include <unistd.h>

namespace sage {

namespace {

using namespace std::chrono_literals;
constexpr auto inboxPeriod = 100ms;
constexpr std::int64_t heartbeatPeriodMs = 1000;

/// A member that is a string, else nothing: commands come from other processes.
[[nodiscard]] std::string stringOf(const Json &object, const char *field)
{
    const auto found = object.is_object() ? object.find(field) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

[[nodiscard]] Json processMeta()
{
    return {{"pid", static_cast<std::int64_t>(::getpid())}};
}

} // namespace

Result<RunId> newestRun(const Workspace &workspace)
{
    const Result<std::vector<RunId>> runs = workspace.runs();
    if (!runs)
        return fail(runs.error());
    if (runs->empty())
        return fail("run.none", "This workspace has no run yet; start one with `sagectl run`.");
    return runs->back();
}

Result<RunId> createRun(Workspace &workspace, const RunPlan &plan, const Clock &clock)
{
    if (const Result<void> valid = validate(plan.settings); !valid)
        return fail(valid.error());
    if (const Result<MemoryState> memory = MemoryState::create(plan.settings, plan.seed); !memory)
        return fail(memory.error()); // said before anything is stored
    RunCreated created{plan.seed, plan.streamName, {}, plan.settings, plan.generator, plan.generatorOptions, plan.evaluator, plan.device};
    for (const std::string &text : plan.cards) {
        const Result<OperatorSpec> card = parseCard(text, "card");
        if (!card)
            return fail(card.error());
        const Result<Hash> stored = workspace.putArtifact(text);
        if (!stored)
            return fail(stored.error());
        created.stream.push_back({card->name, *stored, card->level, false});
    }
    const Result<std::vector<RunId>> earlier = workspace.runs();
    if (!earlier)
        return fail(earlier.error());
    const RunId run("r" + sha256(Json{{"plan", created}, {"memory", plan.memory}, {"ordinal", earlier->size() + 1}}).value.substr(0, 15));
    const Json meta{{"timeMs", clock.nowMs()}};
    std::vector<Event> events{{0, run, std::string(kind::runCreated), "run/created", created, meta}};
    for (std::size_t i = 0; i < plan.memory.size(); ++i)
        events.push_back({0, run, std::string(kind::memoryImported), "memory/imported/" + std::to_string(i + 1), plan.memory[i], meta});
    const Result<std::int64_t> appended = workspace.append(std::move(events));
    return appended ? Result<RunId>(run) : fail(appended.error());
}

/// One call of run(): everything that lives only while it lasts.
class StreamRunner::Work final : public LongCalls
{
public:
    Work(StreamRunner &owner, Journal journal, MemoryIndex index) : m_owner(owner), m_journal(std::move(journal)), m_index(std::move(index)) {}

    [[nodiscard]] Result<RunEnd> runStream(std::stop_token stop);

private:
    enum class Interruption : std::uint8_t { None, Stop, Skip };

    [[nodiscard]] const RunSnapshot &state() const { return m_journal.fold().state(); }
    [[nodiscard]] Result<void> start();
    [[nodiscard]] Result<void> stopped(const std::string &why);
    [[nodiscard]] const TaskView *nextTask() const;
    [[nodiscard]] Result<void> runTask(const std::string &operatorName);
    [[nodiscard]] Result<void> runEpisode(const OperatorSpec &card, Objective objective);
    [[nodiscard]] Result<void> endEpisode(EpisodeSession &session, GeneratorDriver &driver);
    [[nodiscard]] Result<void> endSkipped(EpisodeSession &session, GeneratorDriver &driver);
    [[nodiscard]] bool isSkipped(const std::string &operatorName) const; ///< as stored: holds over crashes
    [[nodiscard]] Result<OperatorSpec> loadCard(const StreamEntry &entry) const;
    [[nodiscard]] Result<std::optional<double>> reference(const OperatorSpec &card, Objective objective, const std::string &reason);

    // commands
    [[nodiscard]] Result<void> takeCommands();
    [[nodiscard]] Result<void> obey(const Command &command);
    [[nodiscard]] Result<void> changeStream(const Command &command);
    [[nodiscard]] Result<void> editMemory(const Command &command);
    [[nodiscard]] Result<void> beat();
    [[nodiscard]] Result<void> serve(); ///< beat and inbox
    [[nodiscard]] Result<void> betweenSteps();
    [[nodiscard]] bool interrupted() const { return m_interruption != Interruption::None; }

    /// On a helper thread, while the inbox and the lease are served. A failure to serve ends the run: m_broken.
    [[nodiscard]] Result<void> run(const std::function<void(std::stop_token)> &work) override;

    StreamRunner &m_owner;
    Journal m_journal;
    MemoryIndex m_index;
    std::stop_token m_stop;
    std::string m_current; ///< operator under way
    Interruption m_interruption = Interruption::None;
    bool m_paused = false;
    std::int64_t m_lastBeatMs = 0;
    std::optional<Error> m_broken;
};

Result<void> StreamRunner::Work::beat()
{
    if (m_stop.stop_requested())
        m_interruption = Interruption::Stop;
    const std::int64_t now = m_owner.m_clock.nowMs();
    if (now - m_lastBeatMs < heartbeatPeriodMs)
        return {};
    m_lastBeatMs = now;
    return m_owner.m_workspace.heartbeat();
}

Result<void> StreamRunner::Work::run(const std::function<void(std::stop_token)> &work)
{
    std::stop_source source;
    std::future<void> done = std::async(std::launch::async, [&] { work(source.get_token()); });
    while (done.wait_for(inboxPeriod) != std::future_status::ready) {
        if (!m_broken) {
            if (const Result<void> served = serve(); !served)
                m_broken = served.error();
        }
        if (m_broken || interrupted())
            source.request_stop();
    }
    try {
        done.get();
    } catch (const std::exception &problem) {
        return fail("episode.internal", "A generator or an evaluator failed in a way that it should not; this is a fault of the program.", problem.what());
    }
    return {};
}

Result<void> StreamRunner::Work::serve()
{
    const Result<void> alive = beat();
    return alive ? takeCommands() : alive;
}

Result<RunEnd> StreamRunner::Work::runStream(std::stop_token stop)
{
    m_stop = std::move(stop);
    if (const Result<void> begun = start(); !begun)
        return fail(begun.error());
    while (const TaskView *next = nextTask()) {
        Result<void> served = betweenSteps();
        if (served && m_interruption != Interruption::Stop) {
            if (next = nextTask(); !next)
                break;
            served = runTask(next->entry.operatorName);
        }
        if (!served) {
            (void)stopped(served.error().code);
            return fail(served.error());
        }
        if (m_interruption == Interruption::Stop) {
            if (const Result<void> noted = stopped("stopped"); !noted)
                return fail(noted.error());
            return RunEnd::Stopped;
        }
        m_interruption = Interruption::None;
    }
    if (!state().finished) {
        RunFinished summary;
        for (const TaskView &task : state().tasks) {
            ++summary.operators;
            summary.solved += task.firstCorrectRound > 0 ? 1 : 0;
        }
        if (const Result<void> done = m_journal.record(kind::runFinished, "run/finished", summary); !done)
            return fail(done.error());
    }
    if (const Result<void> noted = stopped("finished"); !noted)
        return fail(noted.error());
    return RunEnd::Finished;
}

Result<void> StreamRunner::Work::start()
{
    const Result<std::vector<Command>> waiting = m_owner.m_workspace.openCommands();
    if (!waiting)
        return fail(waiting.error());
    for (const Command &command : *waiting) {
        // An order to pause or stop was meant for a runner that is gone; what changes the stream or memory still holds.
        const bool stale = command.verb == "pause" || command.verb == "resume" || command.verb == "stop";
        Result<void> done = stale ? Result<void>() : obey(command);
        if (done)
            done = m_owner.m_workspace.markTaken(command.id);
        if (!done)
            return done;
    }
    return m_journal.record(kind::runnerStarted, m_journal.runnerKey("started"), processMeta());
}

Result<void> StreamRunner::Work::stopped(const std::string &why)
{
    return m_journal.record(kind::runnerStopped, m_journal.runnerKey("stopped"), {{"why", why}});
}

const TaskView *StreamRunner::Work::nextTask() const
{
    const std::vector<TaskView> &tasks = state().tasks;
    const auto running = std::find_if(tasks.begin(), tasks.end(), [](const TaskView &one) { return one.state == TaskState::Running; });
    if (running != tasks.end())
        return &*running;
    const auto waiting = std::find_if(tasks.begin(), tasks.end(), [](const TaskView &one) { return one.state == TaskState::Waiting; });
    return waiting == tasks.end() ? nullptr : &*waiting;
}

Result<OperatorSpec> StreamRunner::Work::loadCard(const StreamEntry &entry) const
{
    const Result<std::string> text = m_owner.m_workspace.artifact(entry.card);
    return text ? parseCard(*text, entry.operatorName) : Result<OperatorSpec>(fail(text.error()));
}

Result<void> StreamRunner::Work::runTask(const std::string &operatorName)
{
    m_current = operatorName;
    const TaskView *view = state().task(operatorName);
    const Result<OperatorSpec> card = loadCard(view->entry);
    if (!card)
        return fail(card.error());
    for (const Objective objective : {Objective::Correctness, Objective::Optimization}) {
        const TaskView &task = *state().task(operatorName);
        if (objective == Objective::Optimization && task.state != TaskState::Running)
            break; // not solved, skipped, or no round left
        if (const Result<void> done = runEpisode(*card, objective); !done)
            return done;
        if (interrupted())
            break;
    }
    m_current.clear();
    return {};
}

Result<std::optional<double>> StreamRunner::Work::reference(const OperatorSpec &card, Objective objective, const std::string &reason)
{
    if (objective != Objective::Correctness || reason != "solved")
        return std::optional<double>();
    Result<std::optional<double>> modelled = std::optional<double>();
    const Result<void> called = run([&](std::stop_token stop) { modelled = baselineLatency(card, m_owner.m_generator, m_owner.m_evaluator, m_owner.m_workspace.scratch(), std::move(stop)); });
    return called ? modelled : Result<std::optional<double>>(fail(called.error()));
}

Result<void> StreamRunner::Work::runEpisode(const OperatorSpec &card, Objective objective)
{
    EpisodeSession session({&m_journal, &m_index, &m_owner.m_evaluator, this, &card, m_owner.m_workspace.scratch(), m_owner.m_parallelCases}, {card.name, objective});
    if (const Result<void> opened = session.open(); !opened)
        return opened;
    if (session.closed())
        return {};
    GeneratorDriver driver(session, m_owner.m_generator);
    RunObserver *observer = m_owner.m_observer;
    const ProgressSink progress = [observer](const EvaluationProgress &one) {
        if (observer)
            observer->progress(one);
    };
    while (!session.endReason() && !interrupted() && !isSkipped(card.name)) {
        const Result<Verdict> verdict = driver.step(progress);
        if (!verdict && m_broken)
            return fail(*m_broken); // why the call was cancelled
        if (!verdict && !interrupted())
            return fail(verdict.error());
        if (verdict && verdict->roundClosed && observer)
            observer->roundClosed(state());
        if (const Result<void> served = betweenSteps(); !served)
            return served;
    }
    if (m_interruption == Interruption::Stop)
        return {};
    Result<void> closed = isSkipped(card.name) ? endSkipped(session, driver) : endEpisode(session, driver);
    if (!closed && isSkipped(card.name) && !m_broken)
        closed = endSkipped(session, driver); // the skip came while the episode was being ended
    if (!closed && m_interruption == Interruption::Stop)
        return {};
    if (closed && observer)
        observer->taskChanged(state());
    return closed;
}

Result<void> StreamRunner::Work::endEpisode(EpisodeSession &session, GeneratorDriver &driver)
{
    const std::string reason = *session.endReason();
    const Result<std::optional<double>> modelled = reference(session.card(), session.task().objective, reason);
    return modelled ? driver.finish(reason, *modelled) : Result<void>(fail(modelled.error()));
}

Result<void> StreamRunner::Work::endSkipped(EpisodeSession &session, GeneratorDriver &driver)
{
    const Result<void> given = session.abandon("skipped");
    return given ? driver.finish("skipped", {}) : given;
}

bool StreamRunner::Work::isSkipped(const std::string &operatorName) const
{
    const std::vector<TaskView> &tasks = state().tasks;
    return std::any_of(tasks.begin(), tasks.end(), [&](const TaskView &one) { return one.entry.operatorName == operatorName && one.entry.skipped; });
}

Result<void> StreamRunner::Work::takeCommands()
{
    const Result<std::vector<Command>> commands = m_owner.m_workspace.openCommands();
    if (!commands)
        return fail(commands.error());
    for (const Command &command : *commands) {
        Result<void> done = obey(command);
        if (done) // only now: a crash in between repeats the command, and its event's key says that it is there
            done = m_owner.m_workspace.markTaken(command.id);
        if (!done)
            return done;
    }
    return {};
}

Result<void> StreamRunner::Work::obey(const Command &command)
{
    if (const std::string meant = stringOf(command.arguments, "run"); !meant.empty() && meant != m_journal.run().value) {
        qCWarning(logEpisode, "a command for the run %s was ignored: %s", meant.c_str(), command.verb.c_str());
        return {};
    }
    if (command.verb == "pause" || command.verb == "resume") {
        const bool pause = command.verb == "pause";
        if (pause == std::exchange(m_paused, pause))
            return {};
        return m_journal.record(pause ? kind::runnerPaused : kind::runnerResumed, m_journal.runnerKey(command.verb), {{"author", command.author}});
    }
    if (command.verb == "stop") {
        m_interruption = Interruption::Stop;
        return {};
    }
    if (command.verb == "skip" || command.verb == "reorder")
        return changeStream(command);
    if (command.verb == "memory-edit")
        return editMemory(command);
    qCWarning(logEpisode, "an unknown command was ignored: %s", command.verb.c_str());
    return {};
}

Result<void> StreamRunner::Work::changeStream(const Command &command)
{
    std::vector<StreamEntry> stream;
    for (const TaskView &task : state().tasks)
        stream.push_back(task.entry);
    const auto place = [&](const std::string &name) { return std::find_if(stream.begin(), stream.end(), [&](const StreamEntry &one) { return one.operatorName == name; }); };
    if (command.verb == "skip") {
        const std::string name = stringOf(command.arguments, "operator");
        const auto found = place(name);
        if (found == stream.end())
            qCWarning(logEpisode, "there is no operator %s to skip", name.c_str());
        if (found == stream.end() || found->skipped)
            return {};
        if (name == m_current)
            m_interruption = Interruption::Skip;
        found->skipped = true;
    } else {
        // The operators named come first among those that wait, in the order named; all others keep theirs.
        std::vector<StreamEntry> ordered;
        const Json order = command.arguments.is_object() ? command.arguments.value("order", Json::array()) : Json::array();
        const Result<std::vector<std::string>> names = decode<std::vector<std::string>>(order, "an order of the stream");
        for (const std::string &name : names ? *names : std::vector<std::string>()) {
            const auto found = place(name);
            if (found != stream.end())
                ordered.push_back(*found);
        }
        for (const StreamEntry &entry : stream) {
            if (std::none_of(ordered.begin(), ordered.end(), [&](const StreamEntry &one) { return one.operatorName == entry.operatorName; }))
                ordered.push_back(entry);
        }
        stream = std::move(ordered);
    }
    return m_journal.record(kind::streamChanged, "stream/" + std::to_string(command.id), StreamChanged{std::move(stream), command.author, command.verb});
}

Result<void> StreamRunner::Work::editMemory(const Command &command)
{
    Result<MemoryEdited> change = decode<MemoryEdited>(command.arguments, "a memory edit");
    if (!change) {
        qCWarning(logEpisode, "a memory edit was ignored: %s", change.error().message.c_str());
        return {};
    }
    change->author = command.author;
    const std::string key = "memory/edited/" + std::to_string(command.id);
    const Result<std::optional<Event>> earlier = m_owner.m_workspace.find(m_journal.run(), key);
    if (!earlier || *earlier)
        return earlier ? Result<void>() : Result<void>(fail(earlier.error()));
    if (const Result<void> done = m_journal.edit(*change); !done) {
        qCWarning(logEpisode, "a memory edit was refused: %s", done.error().message.c_str());
        return {};
    }
    return m_journal.record(kind::memoryEdited, key, *change);
}

Result<void> StreamRunner::Work::betweenSteps()
{
    if (m_broken)
        return fail(*m_broken);
    Result<void> served = serve();
    while (served && m_paused && !interrupted()) {
        std::this_thread::sleep_for(inboxPeriod);
        served = serve();
    }
    return served;
}

StreamRunner::StreamRunner(Workspace &workspace, Generator &generator, Evaluator &evaluator, const Clock &clock)
    : m_workspace(workspace), m_generator(generator), m_evaluator(evaluator), m_clock(clock)
{
}

Result<RunEnd> StreamRunner::run(const RunId &run, std::stop_token stop)
{
    Result<Journal> journal = Journal::open(m_workspace, run, m_clock);
    if (!journal)
        return fail(journal.error());
    Result<MemoryIndex> index = MemoryIndex::create(journal->fold().memory());
    if (!index)
        return fail(index.error());
    return Work(*this, std::move(*journal), std::move(*index)).runStream(std::move(stop));
}

} // namespace sage
