#include "app/sagectl/transfer.h"

#include "app/sagectl/commands.h"
#include "app/sagectl/engine.h"
#include "app/sagectl/runoptions.h"
#include "core/base/random.h"
#include "core/episode/catalog.h"
#include "core/plain/file.h"
#include "core/report/metrics.h"
#include "core/report/text.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

namespace sage {

namespace {

namespace fs = std::filesystem;

constexpr const char *planFile = "transfer.json";
constexpr const char *armNames[] = {"empty", "learned", "shuffled"};

[[nodiscard]] fs::path splitFolder(const std::string &folder, int number)
{
    return fs::path(folder) / ("split-" + std::to_string(number));
}

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
        Result<Engine> engine = makeEngine({"synthesizer", m_plan.generatorOptions, "emulator", "Ascend910_9391", false});
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
    for (const std::string arm : armNames) {
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

[[nodiscard]] Result<std::optional<TransferArm>> readArm(const fs::path &folder, const std::string &name, const TransferPlan &plan)
{
    const SystemClock clock;
    if (!fs::exists(folder / name))
        return std::optional<TransferArm>();
    const Result<std::unique_ptr<Workspace>> workspace = Workspace::open(folder / name, Workspace::Mode::Read, clock);
    if (!workspace)
        return fail(workspace.error());
    const Result<RunId> run = newestRun(**workspace);
    if (!run)
        return run.error().code == "run.none" ? Result<std::optional<TransferArm>>(std::nullopt) : fail(run.error());
    const Result<std::shared_ptr<const RunSnapshot>> snapshot = loadRun(**workspace, *run);
    if (!snapshot)
        return fail(snapshot.error());
    if (!(*snapshot)->finished)
        return std::optional<TransferArm>();
    TransferArm arm{name, {}};
    for (const OperatorResult &one : reportOf(**snapshot).operators)
        arm.cells.push_back({one.name, one.solved ? one.firstCorrectRound : plan.rounds, one.solved});
    return std::optional<TransferArm>(std::move(arm));
}

[[nodiscard]] Result<TransferPlan> readPlan(const std::string &folder)
{
    const Result<std::string> text = readFile(fs::path(folder) / planFile);
    if (!text)
        return fail(text.error());
    const Result<Json> json = parseJson(*text, planFile);
    return json ? decode<TransferPlan>(*json, planFile) : Result<TransferPlan>(fail(json.error()));
}

[[nodiscard]] Result<TransferPlan> planOf(const CommandLine &line)
{
    TransferPlan plan;
    const Result<std::int64_t> seed = line.whole("seed");
    const Result<std::int64_t> splits = line.whole("splits");
    const Result<std::int64_t> small = line.whole("small");
    for (const Result<std::int64_t> &one : {seed, splits, small}) {
        if (!one)
            return fail(one.error());
    }
    plan.seed = static_cast<std::uint64_t>(*seed);
    plan.splits = static_cast<int>(*splits);
    plan.smallCases = *small;
    const Result<Json> options = parseJson(line.text("generator-options"), "--generator-options");
    if (!options)
        return fail(options.error());
    plan.generatorOptions = *options;
    const Result<StreamSpec> stream = Catalog().stream(line.text("stream"));
    if (!stream)
        return fail(stream.error());
    plan.operators = stream->operators;
    if (plan.splits < 1 || static_cast<int>(plan.operators.size()) <= plan.heldOut)
        return fail("usage.transfer", "At least one split and more than " + std::to_string(plan.heldOut) + " operators are needed.");
    return plan;
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

[[nodiscard]] const TransferArm *armOf(const TransferSplit &split, const std::string &name)
{
    const auto found = std::find_if(split.arms.begin(), split.arms.end(), [&](const TransferArm &arm) { return arm.memory == name; });
    return found == split.arms.end() ? nullptr : &*found;
}

/// Sum over the held-out operators of complete splits: for the closing line and its differences.
[[nodiscard]] double meanOver(const TransferReport &report, const std::string &name)
{
    double sum = 0;
    int count = 0;
    for (const TransferSplit &split : report.splits) {
        if (const TransferArm *arm = split.complete ? armOf(split, name) : nullptr) {
            sum += arm->mean();
            ++count;
        }
    }
    return count ? sum / count : 0;
}

} // namespace

double TransferArm::mean() const
{
    double sum = 0;
    for (const TransferCell &cell : cells)
        sum += cell.rounds;
    return cells.empty() ? 0 : sum / static_cast<double>(cells.size());
}

std::vector<std::string> heldOutOf(const TransferPlan &plan, int number)
{
    // Fisher and Yates over positions, then back into stream order.
    std::vector<std::size_t> places(plan.operators.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = i;
    Random random(plan.seed, "transfer/split/" + std::to_string(number));
    for (std::size_t i = places.size(); i > 1; --i)
        std::swap(places[i - 1], places[random.below(i)]);
    places.resize(static_cast<std::size_t>(plan.heldOut));
    std::sort(places.begin(), places.end());
    std::vector<std::string> names;
    for (const std::size_t place : places)
        names.push_back(plan.operators[place]);
    return names;
}

bool isTransferFolder(const std::string &folder)
{
    return fs::exists(fs::path(folder) / planFile);
}

Result<TransferReport> readTransfer(const std::string &folder)
{
    const Result<TransferPlan> plan = readPlan(folder);
    if (!plan)
        return fail(plan.error());
    TransferReport report{*plan, {}};
    for (int number = 1; number <= plan->splits; ++number) {
        TransferSplit split{number, true, {}};
        for (const char *name : armNames) {
            Result<std::optional<TransferArm>> arm = readArm(splitFolder(folder, number), name, *plan);
            if (!arm)
                return fail(arm.error());
            split.complete = split.complete && *arm;
            if (*arm)
                split.arms.push_back(std::move(**arm));
        }
        report.splits.push_back(std::move(split));
    }
    return report;
}

std::string toText(const TransferReport &report)
{
    std::string text = "Rounds to the first correct kernel on held-out operators, by initial memory. Learned: what the same generator learned on the other "
        + std::to_string(static_cast<int>(report.plan.operators.size()) - report.plan.heldOut)
        + " operators; shuffled: the same with contents permuted.\nUnsolved counts as the budget of " + std::to_string(report.plan.rounds)
        + " and is marked *. Simulated by the offline synthesizer: says nothing about a language model.\n\n";
    std::vector<std::vector<std::string>> table{{"split", "held out", "empty", "learned", "shuffled"}};
    for (const TransferSplit &split : report.splits) {
        if (!split.complete) {
            table.push_back({std::to_string(split.number), "(not complete)", "-", "-", "-"});
            continue;
        }
        for (std::size_t i = 0; i < split.arms.front().cells.size(); ++i) {
            std::vector<std::string> row{std::to_string(split.number), split.arms.front().cells[i].operatorName};
            for (const TransferArm &arm : split.arms)
                row.push_back(std::to_string(arm.cells[i].rounds) + (arm.cells[i].solved ? "" : "*"));
            table.push_back(std::move(row));
        }
        std::vector<std::string> row{std::to_string(split.number), "mean"};
        for (const TransferArm &arm : split.arms)
            row.push_back(fixed(arm.mean(), 2));
        table.push_back(std::move(row));
    }
    const double empty = meanOver(report, "empty");
    const double learned = meanOver(report, "learned");
    const double shuffled = meanOver(report, "shuffled");
    table.push_back({"all", "mean", fixed(empty, 2), fixed(learned, 2), fixed(shuffled, 2)});
    const auto splits = static_cast<int>(std::count_if(report.splits.begin(), report.splits.end(), [](const TransferSplit &split) { return split.complete; }));
    return text + alignedTable(table) + "\nOver " + std::to_string(splits) + " splits: learned - empty = " + fixed(learned - empty, 2) + " rounds, learned - shuffled = "
        + fixed(learned - shuffled, 2) + " rounds (negative: memory helps).\n";
}

Json toJson(const TransferReport &report)
{
    Json splits = Json::array();
    for (const TransferSplit &split : report.splits) {
        Json arms = Json::object();
        for (const TransferArm &arm : split.arms) {
            Json cells = Json::array();
            for (const TransferCell &cell : arm.cells)
                cells.push_back({{"operator", cell.operatorName}, {"rounds", cell.rounds}, {"solved", cell.solved}});
            arms[arm.memory] = {{"mean", arm.mean()}, {"operators", cells}};
        }
        splits.push_back({{"split", split.number}, {"complete", split.complete}, {"arms", arms}});
    }
    return {{"plan", report.plan}, {"splits", splits}, {"mean", {{"empty", meanOver(report, "empty")}, {"learned", meanOver(report, "learned")}, {"shuffled", meanOver(report, "shuffled")}}}};
}

std::string toCsv(const TransferReport &report)
{
    std::string text = "split,operator,memory,rounds,solved\n";
    for (const TransferSplit &split : report.splits) {
        for (const TransferArm &arm : split.arms) {
            for (const TransferCell &cell : arm.cells)
                text += std::to_string(split.number) + ',' + csvCell(cell.operatorName) + ',' + arm.memory + ',' + std::to_string(cell.rounds) + (cell.solved ? ",1\n" : ",0\n");
        }
    }
    return text;
}

int runTransfer(const QStringList &arguments)
{
    CommandLine line("transfer",
                     "Measures what learned memory is worth: per split, learns on some operators, then works on the others with an empty, the learned and a shuffled memory. "
                     "Continues where it was stopped; `sagectl report FOLDER` prints the table at any time.",
                     {"FOLDER"});
    line.option("seed", "Seed of splits and runs.", "N", "1");
    line.option("splits", "Number of splits.", "N", "5");
    line.option("stream", "Stream whose operators are split.", "FILE", "starter");
    line.option("small", "Only cases in which no input has more than N elements; 0 = all.", "N", "65536");
    line.option("generator-options", "Options of the generator, as JSON.", "JSON", "{}");
    line.option("jobs", "Splits worked on side by side; 0 = one per processor.", "N", "0");
    if (!line.parse(arguments))
        return line.exitCode();
    const std::string folder = line.argument(0);
    const Result<std::int64_t> jobs = line.whole("jobs");
    Result<TransferPlan> plan = isTransferFolder(folder) ? readPlan(folder) : planOf(line);
    if (!jobs || !plan)
        return report(jobs ? plan.error() : jobs.error());
    std::error_code error;
    fs::create_directories(folder, error);
    if (!isTransferFolder(folder)) {
        if (const Result<void> written = writeFileDurably(fs::path(folder) / planFile, pretty(*plan)); !written)
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
