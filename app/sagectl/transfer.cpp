// transfer: drives the measurement that core/report/transfer.h describes.

#include "app/sagectl/commands.h"
#include "app/sagectl/engine.h"
#include "app/sagectl/runoptions.h"
#include "core/episode/catalog.h"
#include "core/report/transfer.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

namespace sage {

namespace {

namespace fs = std::filesystem;

/// Runs one workspace to its end, from wherever it is.
class WorkspaceJob
{
public:
    WorkspaceJob(const TransferPlan &plan, int split, std::stop_token stop) : m_plan(plan), m_split(split), m_stop(std::move(stop)) {}

    [[nodiscard]] Result<void> run(const fs::path &folder, const std::vector<std::string> &operators, const std::optional<MemoryImported> &memory)
    {
        if (!fs::exists(folder)) {
            if (Result<std::unique_ptr<Workspace>> made = Workspace::create(folder, m_clock); !made)
                return fail(made.error());
        }
        Result<std::unique_ptr<Workspace>> workspace = Workspace::open(folder, Workspace::Mode::Run, m_clock);
        if (!workspace)
            return fail(workspace.error());
        const Result<RunId> id = runIn(**workspace, operators, memory);
        if (!id)
            return fail(id.error());
        Result<Engine> engine = makeEngine({"synthesizer", m_plan.generatorOptions, "emulator", EngineChoice().device, false});
        if (!engine)
            return fail(engine.error());
        StreamRunner runner(**workspace, *engine->generator, *engine->evaluator, m_clock);
        runner.setParallelCases(1);
        const Result<RunEnd> end = runner.run(*id, m_stop);
        if (!end)
            return fail(end.error());
        return *end == RunEnd::Finished ? Result<void>() : Result<void>(fail("episode.stopped", "Stopped; the same command continues."));
    }

private:
    [[nodiscard]] Result<RunId> runIn(Workspace &workspace, const std::vector<std::string> &operators, const std::optional<MemoryImported> &memory) const
    {
        const Result<std::vector<RunId>> runs = workspace.runs();
        if (!runs || !runs->empty())
            return runs ? Result<RunId>(runs->back()) : fail(runs.error());
        RunPlan plan;
        plan.seed = m_plan.seed + static_cast<std::uint64_t>(m_split);
        plan.streamName = "transfer";
        plan.settings.rounds = m_plan.rounds;
        plan.settings.plateau = m_plan.plateau;
        plan.generatorOptions = m_plan.generatorOptions;
        Result<std::vector<std::string>> cards = cardTexts(operators, m_plan.smallCases);
        if (!cards)
            return fail(cards.error());
        plan.cards = std::move(*cards);
        if (memory)
            plan.memory.push_back(*memory);
        return createRun(workspace, plan, m_clock);
    }

    const TransferPlan &m_plan;
    int m_split;
    std::stop_token m_stop;
    SystemClock m_clock;
};

[[nodiscard]] Result<void> runSplit(const std::string &folder, const TransferPlan &plan, int number, std::stop_token stop)
{
    const std::vector<std::string> heldOut = heldOutOf(plan, number);
    std::vector<std::string> learning;
    for (const std::string &name : plan.operators) {
        if (std::find(heldOut.begin(), heldOut.end(), name) == heldOut.end())
            learning.push_back(name);
    }
    const fs::path split = splitFolder(folder, number);
    std::error_code ignored;
    fs::create_directories(split, ignored);
    WorkspaceJob job(plan, number, std::move(stop));
    if (const Result<void> learned = job.run(split / "learning", learning, {}); !learned)
        return learned;
    for (const std::string &arm : transferArms()) {
        std::optional<MemoryImported> memory;
        if (arm != "empty") {
            Result<MemoryImported> imported = memoryOf((split / "learning").string(), arm == "shuffled", plan.seed + static_cast<std::uint64_t>(number));
            if (!imported)
                return fail(imported.error());
            memory = std::move(*imported);
        }
        if (const Result<void> done = job.run(split / arm, heldOut, memory); !done)
            return done;
    }
    return {};
}

[[nodiscard]] Result<TransferPlan> planOf(const CommandLine &line)
{
    TransferPlan plan;
    const Result<std::int64_t> seed = line.whole("seed");
    const Result<std::int64_t> splits = line.whole("splits", 1, 1000);
    const Result<std::int64_t> small = line.whole("small");
    for (const Result<std::int64_t> &one : {seed, splits, small}) {
        if (!one)
            return fail(one.error());
    }
    plan.seed = static_cast<std::uint64_t>(*seed);
    plan.splits = static_cast<int>(*splits);
    plan.smallCases = *small;
    const Result<Json> options = generatorOptions(line);
    if (!options)
        return fail(options.error());
    plan.generatorOptions = *options;
    const Result<StreamSpec> stream = Catalog().stream(line.text("stream"));
    if (!stream)
        return fail(stream.error());
    plan.operators = stream->operators;
    if (static_cast<int>(plan.operators.size()) <= plan.heldOut)
        return fail("usage.transfer", "More than " + std::to_string(plan.heldOut) + " operators are needed.");
    return plan;
}

/// The plan of the folder, which options may repeat but not change.
[[nodiscard]] Result<TransferPlan> fixedPlan(const std::string &folder, const CommandLine &line)
{
    Result<TransferPlan> fixed = readTransferPlan(folder);
    const Result<TransferPlan> asked = planOf(line);
    if (!fixed || !asked)
        return fixed ? asked : fixed;
    const Json before = *fixed, now = *asked;
    for (const auto &[option, field] : {std::pair("seed", "seed"), std::pair("splits", "splits"), std::pair("small", "smallCases"), std::pair("stream", "operators"), std::pair("generator-options", "generatorOptions")}) {
        if (line.has(option) && before[field] != now[field])
            return fail("usage.transfer", folder + " holds a measurement with another --" + option + ": " + canonical(before[field]) + ". Leave the option out to continue it, or use another folder.");
    }
    return fixed;
}

/// Splits side by side, one thread each.
[[nodiscard]] int runSplits(const std::string &folder, const TransferPlan &plan, int jobs, const std::stop_token &stop)
{
    std::atomic<int> next{1};
    std::mutex mutex;
    std::optional<Error> problem;
    const auto work = [&] {
        for (int number = next++; number <= plan.splits && !stop.stop_requested(); number = next++) {
            const Result<void> done = runSplit(folder, plan, number, stop);
            const std::lock_guard lock(mutex);
            if (!done && !problem)
                problem = done.error();
            else
                std::printf("split %d is done\n", number);
            std::fflush(stdout);
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < std::max(1, jobs); ++i)
            threads.emplace_back(work);
    }
    if (!problem && stop.stop_requested())
        problem = Error{"episode.stopped", "Stopped; the same command continues.", {}, {}};
    return problem ? report(*problem) : exitSuccess;
}

} // namespace

int runTransfer(const QStringList &arguments)
{
    CommandLine line("transfer",
                     "Measures what learned memory is worth: per split, learns on some operators, then works on the others with an empty, the learned and a shuffled memory. "
                     "Continues where it was stopped; `sagectl report FOLDER` prints the table at any time.",
                     {"FOLDER"});
    line.option("seed", "Seed of splits and runs.", "N", "1");
    line.option("splits", "Number of splits.", "N", "5");
    line.option("stream", "Stream whose operators are split.", "FILE", "starter");
    line.option("small", "Only cases in which no input has more than N elements; 0 is all.", "N", "65536");
    line.option("generator-options", "Options of the generator, as JSON.", "JSON", "{}");
    line.option("jobs", "Splits worked on side by side; 0 is one per processor.", "N", "0");
    if (!line.parse(arguments))
        return line.exitCode();
    const std::string folder = line.argument(0);
    const Result<std::int64_t> jobs = line.whole("jobs", 0, 1024);
    const Result<TransferPlan> plan = isTransferFolder(folder) ? fixedPlan(folder, line) : planOf(line);
    if (!jobs || !plan)
        return report(jobs ? plan.error() : jobs.error());
    if (!isTransferFolder(folder)) {
        if (const Result<void> written = writeTransferPlan(folder, *plan); !written)
            return report(written.error());
    }
    const SignalStop signals;
    const int count = *jobs > 0 ? static_cast<int>(*jobs) : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const int code = runSplits(folder, *plan, count, signals.token());
    if (code != exitSuccess)
        return code;
    const Result<TransferReport> table = readTransfer(folder);
    if (!table)
        return report(table.error());
    std::fputs(toText(*table).c_str(), stdout);
    return exitSuccess;
}

} // namespace sage
