#include "core/report/transfer.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/base/yaml.h"
#include "core/episode/runner.h"
#include "core/plain/file.h"
#include "core/report/metrics.h"
#include "core/report/text.h"

#include <algorithm>

namespace sage {

namespace {

namespace fs = std::filesystem;

constexpr const char *planFile = "transfer.json";

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
    Result<RunFold> fold = foldRun(**workspace, *run);
    if (!fold)
        return fail(fold.error());
    const std::shared_ptr<const RunSnapshot> snapshot = fold->snapshot();
    if (!snapshot->finished)
        return std::optional<TransferArm>();
    TransferArm arm{name, {}};
    for (const OperatorResult &one : reportOf(*snapshot).operators)
        arm.cells.push_back({one.name, one.solved ? one.firstCorrectRound : plan.rounds, one.solved});
    return std::optional<TransferArm>(std::move(arm));
}

[[nodiscard]] const TransferArm *armOf(const TransferSplit &split, const std::string &name)
{
    const auto found = std::find_if(split.arms.begin(), split.arms.end(), [&](const TransferArm &arm) { return arm.memory == name; });
    return found == split.arms.end() ? nullptr : &*found;
}

/// Mean over complete splits: for the closing line and its differences.
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

const std::vector<std::string> &transferArms()
{
    static const std::vector<std::string> names{"empty", "learned", "shuffled"};
    return names;
}

fs::path splitFolder(const std::string &folder, int number)
{
    return fs::path(folder) / ("split-" + std::to_string(number));
}

Result<TransferPlan> readTransferPlan(const std::string &folder)
{
    const fs::path file = fs::path(folder) / planFile;
    const Result<std::string> text = readFile(file);
    if (!text)
        return fail(text.error());
    const Result<Json> json = parseJson(*text, file.string());
    if (!json)
        return fail(json.error());
    const auto wrong = [&file](const std::string &why) { return fail("transfer.plan", file.string() + ": " + why, {}, {{"file", file.string()}}); };
    const Json known = TransferPlan();
    std::vector<std::string> names;
    for (const auto &[name, value] : known.items())
        names.push_back(name);
    // JSON is YAML: the line is found in the same way.
    if (const std::string unknown = unknownKeyText(*json, {*text, file.string()}, names); !unknown.empty())
        return fail("transfer.plan", unknown, {}, {{"file", file.string()}});
    for (const auto &[name, value] : known.items()) {
        if (value.is_number_integer() && json->contains(name) && !(*json)[name].is_number_integer())
            return wrong(name + " must be a whole number, not " + canonical((*json)[name]) + ".");
    }
    Result<TransferPlan> plan = decode<TransferPlan>(*json, file.string());
    if (plan && (plan->splits < 1 || plan->heldOut < 1 || plan->heldOut >= static_cast<int>(plan->operators.size())))
        return wrong("at least one split is needed, and more operators than are held out.");
    return plan;
}

Result<void> writeTransferPlan(const std::string &folder, const TransferPlan &plan)
{
    std::error_code error;
    fs::create_directories(folder, error); // writing says what is wrong
    return writeFileDurably(fs::path(folder) / planFile, pretty(plan));
}

bool isTransferFolder(const std::string &folder)
{
    return fs::exists(fs::path(folder) / planFile);
}

Result<TransferReport> readTransfer(const std::string &folder)
{
    const Result<TransferPlan> plan = readTransferPlan(folder);
    if (!plan)
        return fail(plan.error());
    TransferReport report{*plan, {}};
    for (int number = 1; number <= plan->splits; ++number) {
        TransferSplit split{number, true, {}};
        for (const std::string &name : transferArms()) {
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

SAGE_JSON_DEFINE(TransferPlan, seed, splits, heldOut, operators, smallCases, rounds, plateau, generatorOptions)

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

} // namespace sage
