// status, report, memory: what reads a workspace.

#include "app/sagectl/command.h"
#include "app/sagectl/commands.h"
#include "app/sagectl/engine.h"
#include "core/report/transfer.h"
#include "core/report/metrics.h"
#include "core/report/text.h"

#include <algorithm>
#include <cstdio>

namespace sage {

namespace {

struct OpenRun {
    std::unique_ptr<Workspace> workspace;
    RunId run;
    std::shared_ptr<const RunSnapshot> snapshot;
};

[[nodiscard]] Result<OpenRun> openRun(const std::string &folder, const std::string &wanted)
{
    static const SystemClock clock;
    Result<std::unique_ptr<Workspace>> workspace = Workspace::open(folder, Workspace::Mode::Read, clock);
    if (!workspace)
        return fail(workspace.error());
    Result<RunId> run = wanted.empty() ? newestRun(**workspace) : Result<RunId>(RunId(wanted));
    if (!run)
        return fail(run.error());
    Result<std::shared_ptr<const RunSnapshot>> snapshot = loadRun(**workspace, *run);
    if (!snapshot)
        return fail(snapshot.error());
    if ((*snapshot)->sequence == 0)
        return fail("run.unknown", "This workspace has no run called " + run->value + ".", {}, {{"run", run->value}});
    return OpenRun{std::move(*workspace), *run, std::move(*snapshot)};
}

[[nodiscard]] std::string stateOf(const OpenRun &open)
{
    if (open.snapshot->finished)
        return "finished";
    const Result<std::optional<LeaseInfo>> lease = open.workspace->lease();
    const bool alive = lease && *lease && (*lease)->alive;
    return !alive ? "interrupted" : open.snapshot->paused() ? "paused" : "running";
}

void print(const std::string &text)
{
    std::fputs(text.c_str(), stdout);
}

[[nodiscard]] std::string nameOf(ItemState state)
{
    return state == ItemState::Normal ? "normal" : state == ItemState::Validated ? "validated" : "consolidated";
}

[[nodiscard]] Json toJson(const MemoryItemView &item)
{
    Json history = Json::array();
    for (const UtilityPoint &point : item.history)
        history.push_back({{"episode", point.episode}, {"z", point.score}, {"adopted", point.adopted}, {"xi", point.credit}, {"eta", point.eta}, {"before", point.before}, {"after", point.after}});
    return {{"experience", item.experience}, {"state", nameOf(item.state)}, {"u", item.utility}, {"n_ret", item.retrieved}, {"n_ado", item.adopted}, {"n_elig", item.eligible},
            {"operators", item.adoptingOperators}, {"p", item.probability}, {"U", item.expected}, {"quarantined", item.quarantined}, {"disabled", item.disabled}, {"pinned", item.pinned},
            {"rule", item.rule ? Json(*item.rule) : Json(nullptr)}, {"history", history}};
}

[[nodiscard]] std::string listText(const MemoryView &memory)
{
    std::vector<std::vector<std::string>> table{{"id", "state", "u", "n_ret", "n_ado", "N_elig", "operators", "tokens", "title"}};
    for (const MemoryItemView &item : memory.items) {
        table.push_back({item.experience.id.value, nameOf(item.state) + (item.quarantined ? " (quarantine)" : ""), fixed(item.utility, 4), std::to_string(item.retrieved),
                         std::to_string(item.adopted), std::to_string(item.eligible), std::to_string(item.adoptingOperators), item.rule ? std::to_string(item.rule->tokens) : "-",
                         item.experience.title});
    }
    return alignedTable(table) + "\nresident: " + std::to_string(memory.resident.size()) + " rules, " + std::to_string(memory.residentTokens) + " of " + std::to_string(memory.budgetTokens) + " tokens (estimate)\n";
}

[[nodiscard]] std::string itemText(const MemoryItemView &item)
{
    const Experience &one = item.experience;
    std::string text = one.title + "\n  id " + one.id.value + ", " + nameOf(item.state) + ", u = " + fixed(item.utility, 6) + ", retrieved in " + std::to_string(item.retrieved) + " and adopted in "
        + std::to_string(item.adopted) + " of " + std::to_string(item.eligible) + " episodes\n  from " + one.provenance.author
        + (one.provenance.operatorName.empty() ? "" : ", " + one.provenance.operatorName + " round " + std::to_string(one.provenance.round)) + "\n\n" + one.rationale + "\n" + one.effect + "\n";
    if (!one.change.is_null())
        text += "change: " + canonical(one.change) + "\n";
    if (!one.codeBefore.empty())
        text += "\nbefore:\n" + one.codeBefore + "\n";
    if (!one.codeAfter.empty())
        text += "\nafter:\n" + one.codeAfter + "\n";
    if (item.rule)
        text += "\nrule (" + std::to_string(item.rule->tokens) + " tokens): " + item.rule->text + "\n";
    if (item.history.empty())
        return text;
    std::vector<std::vector<std::string>> table{{"update", "z", "|A|", "xi", "eta", "u before", "u after"}};
    for (const UtilityPoint &point : item.history)
        table.push_back({std::to_string(point.episode), fixed(point.score, 4), std::to_string(point.adopted), fixed(point.credit, 4), fixed(point.eta, 4), fixed(point.before, 6), fixed(point.after, 6)});
    return text + "\n" + alignedTable(table);
}

} // namespace

int runStatus(const QStringList &arguments)
{
    CommandLine line("status", "Says where the newest run stands.", {"WORKSPACE"});
    line.option("json", "As JSON, with journalDigest: SHA-256 of all that the run determined.");
    line.option("run", "Another run than the newest.", "ID");
    if (!line.parse(arguments))
        return line.exitCode();
    const Result<OpenRun> open = openRun(line.argument(0), line.text("run"));
    if (!open && open.error().code == "run.none") {
        print(line.has("json") ? pretty({{"runState", "none"}}) : "no run yet; `sagectl run " + line.argument(0) + "` starts one\n");
        return exitSuccess;
    }
    if (!open)
        return report(open.error());
    const Result<Hash> digest = journalDigest(*open->workspace, open->run);
    if (!digest)
        return report(digest.error());
    const RunReport figures = reportOf(*open->snapshot);
    Json operators = Json::array();
    std::vector<std::vector<std::string>> table{{"operator", "state", "rounds", "first correct", "best us"}};
    for (const OperatorResult &one : figures.operators) {
        operators.push_back({{"operator", one.name}, {"state", one.state}, {"rounds", one.rounds}, {"best_us", one.bestUs ? Json(*one.bestUs) : Json(nullptr)}});
        table.push_back({one.name, one.state, std::to_string(one.rounds), one.firstCorrectRound ? std::to_string(one.firstCorrectRound) : "-", fixed(one.bestUs, 2)});
    }
    if (line.has("json")) {
        const Json json{{"run", open->run}, {"runState", stateOf(*open)}, {"seed", open->snapshot->created.seed}, {"events", open->snapshot->sequence}, {"journalDigest", *digest}, {"operators", operators}};
        print(pretty(json));
        return exitSuccess;
    }
    print("run " + open->run.value + ": " + stateOf(*open) + ", " + std::to_string(open->snapshot->sequence) + " events, digest " + digest->value + "\n\n" + alignedTable(table));
    return exitSuccess;
}

int runReport(const QStringList &arguments)
{
    CommandLine line("report", "The run's metrics: CR, ER, Fast and S_self, overall and by level, with counts. For a folder made by transfer: its table.", {"WORKSPACE"});
    line.option("json", "As JSON.");
    line.option("csv", "One line per operator.");
    line.exclusive("json", "csv");
    line.option("run", "Another run than the newest.", "ID");
    if (!line.parse(arguments))
        return line.exitCode();
    if (isTransferFolder(line.argument(0))) {
        const Result<TransferReport> transfer = readTransfer(line.argument(0));
        if (!transfer)
            return report(transfer.error());
        print(line.has("json") ? pretty(toJson(*transfer)) : line.has("csv") ? toCsv(*transfer) : toText(*transfer));
        return exitSuccess;
    }
    const Result<OpenRun> open = openRun(line.argument(0), line.text("run"));
    if (!open)
        return report(open.error());
    const RunReport figures = reportOf(*open->snapshot);
    print(line.has("json") ? pretty(toJson(figures)) : line.has("csv") ? toCsv(figures) : toText(figures));
    return exitSuccess;
}

int runMemory(const QStringList &arguments)
{
    CommandLine line("memory", "Lists what a run has learned (list), or shows one item with its whole history (show ID; the beginning of an id is enough).",
                     {"list|show", "WORKSPACE", "[ID]"});
    line.option("json", "As JSON.");
    line.option("run", "Another run than the newest.", "ID");
    if (!line.parse(arguments))
        return line.exitCode();
    const std::string verb = line.argument(0);
    if ((verb != "list" && verb != "show") || (verb == "show") == line.argument(2).empty())
        return report(Error{"usage.memory", "Use `sagectl memory list WORKSPACE` or `sagectl memory show WORKSPACE ID`.", {}, {}});
    const Result<OpenRun> open = openRun(line.argument(1), line.text("run"));
    if (!open)
        return report(open.error());
    const MemoryView &memory = *open->snapshot->memory;
    if (verb == "list") {
        Json list = Json::array();
        for (const MemoryItemView &item : memory.items)
            list.push_back(toJson(item));
        print(line.has("json") ? pretty(list) : listText(memory));
        return exitSuccess;
    }
    std::vector<const MemoryItemView *> found;
    for (const MemoryItemView &item : memory.items) {
        if (item.experience.id.value.starts_with(line.argument(2)))
            found.push_back(&item);
    }
    if (found.size() != 1)
        return report(Error{"usage.memory", (found.empty() ? "No experience has an id that begins with " : "More than one experience has an id that begins with ") + line.argument(2) + ".", {}, {}});
    print(line.has("json") ? pretty(toJson(*found.front())) : itemText(*found.front()));
    return exitSuccess;
}

} // namespace sage
