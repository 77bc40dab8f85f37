#include "core/report/metrics.h"

#include "core/episode/reading.h"
#include "core/generate/synthesizer.h"
#include "core/report/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace sage {

namespace {

[[nodiscard]] std::string nameOf(TaskState state)
{
    static constexpr std::array names{"waiting", "running", "solved", "failed", "skipped"};
    return names[static_cast<std::size_t>(state)];
}

[[nodiscard]] bool everCompiled(const TaskView &task)
{
    for (const EpisodeView *episode : {task.correctness.get(), task.optimization.get()}) {
        if (episode && std::any_of(episode->rounds.begin(), episode->rounds.end(), [](const RoundView &round) { return round.evaluated && round.evaluated->compiled; }))
            return true;
    }
    return false;
}

/// An item declined in thirty rounds and adopted in one is one adopted item of that episode, and one state of 31.
void countTrace(const RunSnapshot &snapshot, const TaskView &task, RunReport &report)
{
    for (const Objective objective : {Objective::Correctness, Objective::Optimization}) {
        const MemoryLearned facts = EpisodeReading(snapshot, {task.entry.operatorName, objective}).facts({});
        report.adopted += static_cast<int>(facts.adopted.size());
        report.retrieved += static_cast<int>(facts.retrieved.size());
    }
    for (const EpisodeView *episode : {task.correctness.get(), task.optimization.get()}) {
        if (!episode)
            continue;
        for (const RoundView &round : episode->rounds) {
            report.refusals += static_cast<int>(round.refusals.size());
            if (!round.declared)
                continue;
            for (const AdoptionRecord &record : round.declared->adoption) {
                ++report.declarations;
                report.adoptions += record.state == Adoption::Adopted ? 1 : 0;
            }
        }
    }
}

[[nodiscard]] MetricsRow rowOf(const std::vector<OperatorResult> &operators, int level)
{
    MetricsRow row;
    row.level = level;
    std::vector<double> self;
    std::vector<double> first;
    for (const OperatorResult &one : operators) {
        if ((level != 0 && one.level != level) || one.state == "skipped")
            continue;
        ++row.operators;
        row.compiled += one.compiled ? 1 : 0;
        if (!one.solved)
            continue;
        ++row.solved;
        first.push_back(one.firstCorrectRound);
        if (const std::optional<double> speedup = one.selfSpeedup())
            self.push_back(*speedup);
        if (const std::optional<double> speedup = one.speedup()) {
            ++row.compared;
            row.faster += *speedup > 1 ? 1 : 0;
        }
    }
    if (!self.empty()) {
        row.minSelf = *std::min_element(self.begin(), self.end());
        row.maxSelf = *std::max_element(self.begin(), self.end());
    }
    row.medianSelf = medianOf(std::move(self));
    row.medianFirstCorrect = medianOf(std::move(first));
    return row;
}

[[nodiscard]] std::string share(int part, int whole)
{
    return std::to_string(part) + "/" + std::to_string(whole) + (whole > 0 ? " (" + fixed(100.0 * part / whole, 1) + " %)" : "");
}

[[nodiscard]] Json toJson(const std::optional<double> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

[[nodiscard]] Json toJson(const MetricsRow &row)
{
    return {{"level", row.level == 0 ? Json("all") : Json(row.level)}, {"operators", row.operators},
            {"cr", {{"count", row.compiled}, {"of", row.operators}}}, {"er", {{"count", row.solved}, {"of", row.operators}}},
            {"fast", {{"count", row.faster}, {"of", row.compared}}},
            {"s_self", {{"median", toJson(row.medianSelf)}, {"min", toJson(row.minSelf)}, {"max", toJson(row.maxSelf)}, {"of", row.solved}}},
            {"first_correct_round_median", toJson(row.medianFirstCorrect)}};
}

/// Options that were left out have a value as well, and results depend on it.
[[nodiscard]] Json allOptions(const RunCreated &created)
{
    const Result<SynthesizerOptions> options = created.generator == "synthesizer" ? synthesizerOptions(created.generatorOptions) : fail("generate.options", "another generator's");
    return options ? Json(*options) : created.generatorOptions;
}

[[nodiscard]] const char *scalingText(const RunReport &report)
{
    return report.scaleByMax ? "max" : "min-max";
}

/// "faultRate 0.12, misread 0.05".
[[nodiscard]] std::string optionsText(const Json &options)
{
    std::string text;
    for (const auto &[name, value] : options.items())
        text += (text.empty() ? "" : ", ") + name + ' ' + canonical(value);
    return text.empty() ? "none" : text;
}

} // namespace

std::optional<double> OperatorResult::selfSpeedup() const
{
    return firstUs && bestUs && *bestUs > 0 ? std::optional<double>(*firstUs / *bestUs) : std::nullopt;
}

std::optional<double> OperatorResult::speedup() const
{
    return referenceUs && bestUs && *bestUs > 0 ? std::optional<double>(*referenceUs / *bestUs) : std::nullopt;
}

std::optional<double> medianOf(std::vector<double> values)
{
    if (values.empty())
        return std::nullopt;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

RunReport reportOf(const RunSnapshot &snapshot)
{
    RunReport report;
    report.run = snapshot.run.value;
    report.seed = snapshot.created.seed;
    report.stream = snapshot.created.streamName;
    report.policy = snapshot.created.settings.policy;
    report.generator = snapshot.created.generator;
    report.generatorOptions = allOptions(snapshot.created);
    report.scaleByMax = snapshot.created.settings.scaleByMax;
    report.latencyOrigin = "modelled: " + snapshot.created.device;
    report.finished = snapshot.finished;
    std::set<int> levels;
    for (const TaskView &task : snapshot.tasks) {
        report.operators.push_back({task.entry.operatorName, task.entry.level, nameOf(task.state), everCompiled(task), task.firstCorrectRound > 0, task.roundsUsed,
                                    task.firstCorrectRound, task.firstUs, task.bestUs, task.referenceUs});
        levels.insert(task.entry.level);
        countTrace(snapshot, task, report);
    }
    report.rows.push_back(rowOf(report.operators, 0));
    for (const int level : levels)
        report.rows.push_back(rowOf(report.operators, level));
    report.experiences = static_cast<int>(snapshot.memory->items.size());
    report.residentRules = static_cast<int>(snapshot.memory->resident.size());
    report.residentTokens = snapshot.memory->residentTokens;
    report.budgetTokens = snapshot.memory->budgetTokens;
    return report;
}

std::string toText(const RunReport &report)
{
    std::string text = "Run " + report.run + ": stream " + report.stream + ", policy " + report.policy + ", generator " + report.generator + ", seed " + std::to_string(report.seed)
        + (report.finished ? "" : " (unfinished)") + "\nRelevance scaled by " + scalingText(report) + ". Options of the generator: " + optionsText(report.generatorOptions) + ".\nLatencies are " + report.latencyOrigin + "; the reference is the card's steps as plain kernels under the same model.\n\n";
    std::vector<std::vector<std::string>> table{{"level", "operators", "CR", "ER", "Fast_1.0 of solved", "S_self median", "S_self range", "first correct round"}};
    for (const MetricsRow &row : report.rows) {
        table.push_back({row.level == 0 ? "all" : std::to_string(row.level), std::to_string(row.operators), share(row.compiled, row.operators), share(row.solved, row.operators),
                         share(row.faster, row.compared), fixed(row.medianSelf, 2), fixed(row.minSelf, 2) + " .. " + fixed(row.maxSelf, 2), fixed(row.medianFirstCorrect, 1)});
    }
    text += alignedTable(table) + '\n';
    table = {{"operator", "level", "state", "rounds", "first correct", "T_first us", "T_best us", "S_self", "T_reference us", "speed-up"}};
    for (const OperatorResult &one : report.operators) {
        table.push_back({one.name, std::to_string(one.level), one.state, std::to_string(one.rounds), one.firstCorrectRound ? std::to_string(one.firstCorrectRound) : "-", fixed(one.firstUs, 2),
                         fixed(one.bestUs, 2), fixed(one.selfSpeedup(), 2), fixed(one.referenceUs, 2), fixed(one.speedup(), 2)});
    }
    text += alignedTable(table) + '\n';
    text += "Adoption: " + share(report.adopted, report.retrieved) + " of the items that an episode retrieved were adopted in it; " + share(report.adoptions, report.declarations) + " of all declared states; " + std::to_string(report.refusals) + " replies refused by the gate.\n";
    text += "Memory: " + std::to_string(report.experiences) + " experiences, " + std::to_string(report.residentRules) + " resident rules, " + std::to_string(report.residentTokens) + " of "
        + std::to_string(report.budgetTokens) + " tokens (estimate).\n\n";
    text += "Published for comparison (arXiv 2609.35568v1; 88 operators, GLM-5.2, measured on an NPU; not reproducible by an offline generator):\n"
            "SAGE ER 84/88, Fast 73/84, S_self 4.47; Value Memory ER 74/88, Fast 56/74, S_self 3.36.\n";
    return text;
}

Json toJson(const RunReport &report)
{
    Json operators = Json::array();
    for (const OperatorResult &one : report.operators) {
        operators.push_back({{"operator", one.name}, {"level", one.level}, {"state", one.state}, {"compiled", one.compiled}, {"solved", one.solved}, {"rounds", one.rounds},
                             {"first_correct_round", one.firstCorrectRound ? Json(one.firstCorrectRound) : Json(nullptr)}, {"t_first_us", toJson(one.firstUs)}, {"t_best_us", toJson(one.bestUs)},
                             {"t_reference_us", toJson(one.referenceUs)}, {"s_self", toJson(one.selfSpeedup())}, {"speedup", toJson(one.speedup())}});
    }
    Json rows = Json::array();
    for (const MetricsRow &row : report.rows)
        rows.push_back(toJson(row));
    return {{"run", report.run}, {"seed", report.seed}, {"stream", report.stream}, {"policy", report.policy}, {"generator", report.generator}, {"generator_options", report.generatorOptions}, {"relevance_scaling", scalingText(report)}, {"finished", report.finished},
            {"latency_origin", report.latencyOrigin}, {"metrics", rows}, {"operators", operators},
            {"adoption", {{"episode_adopted", report.adopted}, {"episode_retrieved", report.retrieved}, {"adopted", report.adoptions}, {"declared", report.declarations}, {"refusals", report.refusals}}},
            {"memory", {{"experiences", report.experiences}, {"resident_rules", report.residentRules}, {"resident_tokens", report.residentTokens}, {"budget_tokens", report.budgetTokens}}}};
}

std::string toCsv(const RunReport &report)
{
    std::string text = "operator,level,state,compiled,solved,rounds,first_correct_round,t_first_us,t_best_us,s_self,t_reference_us,speedup,run,seed,policy,relevance_scaling,generator,generator_options\n";
    const auto figure = [](const std::optional<double> &value) { return value ? canonical(Json(*value)) : std::string(); };
    const std::string made = ',' + csvCell(report.run) + ',' + std::to_string(report.seed) + ',' + csvCell(report.policy) + ',' + scalingText(report) + ',' + csvCell(report.generator) + ','
        + csvCell(canonical(report.generatorOptions)) + '\n';
    for (const OperatorResult &one : report.operators) {
        text += csvCell(one.name) + ',' + std::to_string(one.level) + ',' + one.state + ',' + (one.compiled ? "1," : "0,") + (one.solved ? "1," : "0,") + std::to_string(one.rounds) + ','
            + (one.firstCorrectRound ? std::to_string(one.firstCorrectRound) : "") + ',' + figure(one.firstUs) + ',' + figure(one.bestUs) + ',' + figure(one.selfSpeedup()) + ','
            + figure(one.referenceUs) + ',' + figure(one.speedup()) + made;
    }
    return text;
}

} // namespace sage
