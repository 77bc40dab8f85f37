// init, run, resume, pause, stop, skip: what makes and steers runs.

#include "app/sagectl/commands.h"
#include "app/sagectl/engine.h"
#include "app/sagectl/runoptions.h"
#include "core/base/nearest.h"
#include "core/report/metrics.h"

#include <algorithm>
#include <cstdio>

namespace sage {

namespace {

/// The run that continues where resume was asked for: the newest, unless it is finished.
[[nodiscard]] Result<std::optional<RunId>> unfinishedRun(const Workspace &workspace)
{
    const Result<std::vector<RunId>> runs = workspace.runs();
    if (!runs)
        return fail(runs.error());
    if (runs->empty())
        return std::optional<RunId>();
    const Result<std::optional<Event>> end = workspace.find(runs->back(), "run/finished");
    if (!end)
        return fail(end.error());
    return *end ? std::optional<RunId>() : std::optional<RunId>(runs->back());
}

[[nodiscard]] Result<Engine> engineOf(const Workspace &workspace, const RunId &run)
{
    const Result<std::optional<Event>> created = workspace.find(run, "run/created");
    if (!created)
        return fail(created.error());
    if (!*created)
        return fail("run.incomplete", "The run " + run.value + " has no beginning; it cannot be continued.");
    const Result<RunCreated> plan = decode<RunCreated>((*created)->payload, "run/created");
    return plan ? makeEngine(choiceOf(*plan)) : Result<Engine>(fail(plan.error()));
}

[[nodiscard]] int continueRun(Workspace &workspace, const RunId &run, Engine &engine, int parallelCases)
{
    const int code = runToEnd(workspace, run, engine, parallelCases);
    if (code != exitSuccess)
        return code;
    const Result<std::shared_ptr<const RunSnapshot>> snapshot = loadRun(workspace, run);
    if (!snapshot)
        return report(snapshot.error());
    std::fputs(('\n' + toText(reportOf(**snapshot))).c_str(), stdout);
    return exitSuccess;
}

[[nodiscard]] int postCommand(const std::string &folder, Command command)
{
    const SystemClock clock;
    const Result<std::unique_ptr<Workspace>> workspace = Workspace::open(folder, Workspace::Mode::Read, clock);
    if (!workspace)
        return report(workspace.error());
    const Result<std::optional<LeaseInfo>> lease = (*workspace)->lease();
    if (!lease)
        return report(lease.error());
    const bool runs = *lease && (*lease)->alive;
    if (!runs && command.verb != "skip")
        return report(Error{"run.not-running", "Nobody runs this workspace; there is nothing to " + command.verb + ".", {}, {}});
    command.author = "sagectl";
    command.timeMs = clock.nowMs();
    if (const Result<void> posted = (*workspace)->post(command); !posted)
        return report(posted.error());
    std::printf("asked to %s%s\n", command.verb.c_str(), runs ? "" : "; it takes effect when the run continues");
    return exitSuccess;
}

[[nodiscard]] int steer(const char *verb, const char *description, const QStringList &arguments)
{
    CommandLine line(verb, description, {"WORKSPACE"});
    return line.parse(arguments) ? postCommand(line.argument(0), {0, verb, Json::object(), {}, 0}) : line.exitCode();
}

} // namespace

int runInit(const QStringList &arguments)
{
    CommandLine line("init", "Makes an empty workspace: a folder with a journal and artifacts.", {"WORKSPACE"});
    if (!line.parse(arguments))
        return line.exitCode();
    const SystemClock clock;
    const Result<std::unique_ptr<Workspace>> workspace = Workspace::create(line.argument(0), clock);
    if (!workspace)
        return report(workspace.error());
    std::printf("made the workspace %s\n", (*workspace)->folder().c_str());
    return exitSuccess;
}

int runRun(const QStringList &arguments)
{
    CommandLine line("run", "Works through a stream of operators: for each a correctness episode, then an optimization episode.", {"WORKSPACE"});
    addRunOptions(line);
    if (!line.parse(arguments))
        return line.exitCode();
    const Result<RunPlan> plan = planFrom(line);
    const Result<int> parallel = parallelCases(line);
    if (!plan || !parallel)
        return report(plan ? parallel.error() : plan.error());
    // Whatever cannot work here is said before the run's first event.
    Result<Engine> engine = makeEngine({plan->generator, plan->generatorOptions, plan->evaluator, plan->device, false});
    if (!engine)
        return report(engine.error());
    const SystemClock clock;
    const Result<std::unique_ptr<Workspace>> workspace = Workspace::open(line.argument(0), Workspace::Mode::Run, clock);
    if (!workspace)
        return report(workspace.error());
    const Result<std::optional<RunId>> unfinished = unfinishedRun(**workspace);
    if (!unfinished)
        return report(unfinished.error());
    if (*unfinished)
        return report(Error{"run.unfinished", "This workspace has an unfinished run; continue it with `sagectl resume " + line.argument(0) + "`, or use another workspace.", {}, {}});
    const Result<RunId> run = createRun(**workspace, *plan, clock);
    return run ? continueRun(**workspace, *run, *engine, *parallel) : report(run.error());
}

int runResume(const QStringList &arguments)
{
    CommandLine line("resume", "Continues an interrupted, stopped or paused run in the middle of a round; says so if the run is finished.", {"WORKSPACE"});
    addParallelOption(line);
    if (!line.parse(arguments))
        return line.exitCode();
    const Result<int> parallel = parallelCases(line);
    if (!parallel)
        return report(parallel.error());
    const SystemClock clock;
    const Result<std::unique_ptr<Workspace>> reader = Workspace::open(line.argument(0), Workspace::Mode::Read, clock);
    if (!reader)
        return report(reader.error());
    const Result<std::optional<LeaseInfo>> lease = (*reader)->lease();
    if (lease && *lease && (*lease)->alive) // somebody runs it: it can only be paused
        return postCommand(line.argument(0), {0, "resume", Json::object(), {}, 0});
    const Result<std::unique_ptr<Workspace>> workspace = Workspace::open(line.argument(0), Workspace::Mode::Run, clock);
    if (!workspace)
        return report(workspace.error());
    const Result<std::optional<RunId>> unfinished = unfinishedRun(**workspace);
    if (!unfinished)
        return report(unfinished.error());
    if (!*unfinished) {
        const Result<RunId> newest = newestRun(**workspace);
        if (!newest)
            return report(newest.error());
        std::printf("the run %s is finished; there is nothing to resume\n", newest->value.c_str());
        return exitSuccess;
    }
    Result<Engine> engine = engineOf(**workspace, **unfinished);
    return engine ? continueRun(**workspace, **unfinished, *engine, *parallel) : report(engine.error());
}

int runPause(const QStringList &arguments)
{
    return steer("pause", "Asks the runner of a workspace to pause before its next step; resume continues.", arguments);
}

int runStop(const QStringList &arguments)
{
    return steer("stop", "Asks the runner of a workspace to stop at once; resume continues in the middle of the round.", arguments);
}

int runSkip(const QStringList &arguments)
{
    CommandLine line("skip", "Takes an operator out of a run; an episode under way ends without a memory update.", {"WORKSPACE", "OPERATOR"});
    if (!line.parse(arguments))
        return line.exitCode();
    const SystemClock clock;
    const Result<std::unique_ptr<Workspace>> workspace = Workspace::open(line.argument(0), Workspace::Mode::Read, clock);
    const Result<RunId> run = workspace ? newestRun(**workspace) : Result<RunId>(fail(workspace.error()));
    const Result<std::shared_ptr<const RunSnapshot>> snapshot = run ? loadRun(**workspace, *run) : fail(run.error());
    if (!snapshot)
        return report(snapshot.error());
    const std::string name = line.argument(1);
    std::vector<std::string> names;
    for (const TaskView &task : (*snapshot)->tasks)
        names.push_back(task.entry.operatorName);
    if (!(*snapshot)->task(name)) {
        const std::string near = didYouMean(name, names);
        return report(Error{"usage.operator", name + " is not an operator of the newest run" + (near.empty() ? "." : near) + " It has: " + listed(names) + ".", {}, {}});
    }
    if ((*snapshot)->finished)
        return report(Error{"run.finished", "The newest run is finished; there is nothing to skip.", {}, {}});
    return postCommand(line.argument(0), {0, "skip", {{"operator", name}, {"run", run->value}}, {}, 0});
}

} // namespace sage
