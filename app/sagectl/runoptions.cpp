#include "app/sagectl/runoptions.h"

#include "app/sagectl/engine.h"
#include "core/base/nearest.h"
#include "core/episode/catalog.h"
#include "core/evaluate/emulatorevaluator.h"
#include "core/generate/synthesizer.h"
#include "core/memory/shuffle.h"
#include "core/model/policynames.h"

#include <set>

namespace sage {

namespace {

/// --set, and the two settings that have options of their own: each once.
[[nodiscard]] Result<Settings> settingsFrom(const CommandLine &line)
{
    std::vector<std::pair<std::string, std::string>> assignments;
    for (const std::string &assignment : line.list("set")) {
        const std::size_t equal = assignment.find('=');
        if (equal == std::string::npos)
            return fail("usage.setting", "--set needs NAME=VALUE, not \"" + assignment + "\".");
        assignments.emplace_back(assignment.substr(0, equal), assignment.substr(equal + 1));
    }
    for (const char *own : {"policy", "rounds"}) {
        if (line.has(own))
            assignments.emplace_back(own, line.text(own));
    }
    Result<Settings> settings = Settings();
    std::set<std::string> seen;
    for (const auto &[name, value] : assignments) {
        if (!seen.insert(name).second)
            return fail("usage.setting", "The setting " + name + " is given twice.");
        settings = withSetting(*settings, name, value);
        if (!settings)
            return settings;
    }
    return settings;
}

/// "rounds=30, policy=sage": what there is to set, with the defaults.
[[nodiscard]] std::string defaultsText(const Json &defaults)
{
    std::string text;
    for (const auto &[name, value] : defaults.items())
        text += (text.empty() ? "" : ", ") + name + "=" + (value.is_string() ? value.get<std::string>() : canonical(value));
    return text;
}

} // namespace

void addRunOptions(CommandLine &line)
{
    line.option("seed", "Seed of everything random.", "N", "1");
    line.option("stream", "A stream by name (" + listed(Catalog().streamNames()) + "), or a YAML file with operators in order.", "FILE", "starter");
    line.option("operators", "These operators, in this order, in place of a stream: names of cards, or YAML files.", "A,B");
    line.exclusive("stream", "operators");
    line.option("small", "Only cases in which no input has more than N elements (a quick profile); 0 is all.", "N", "0");
    line.option("rounds", "Budget T of rounds per operator.", "T", "30");
    line.choice("policy", "Memory policy.", {policyNames().begin(), policyNames().end()}, "sage");
    line.option("set", "Settings of the method: kOperators=1,budgetTokens=2000. They are, with their defaults: " + defaultsText(Settings()) + ".", "NAME=VALUE,...");
    line.choice("device", "Device profile.", deviceNames(), EngineChoice().device.c_str());
    line.option("generator-options", "Options of the generator, as JSON: {\"faultRate\":0}. They are, with their defaults: " + defaultsText(SynthesizerOptions()) + ".", "JSON", "{}");
    line.option("memory", "Start from the memory of this workspace's newest run, in place of the shipped knowledge.", "WORKSPACE");
    line.option("shuffle-memory", "Permute the contents of that memory among its items (a control).");
    line.needs("shuffle-memory", "memory");
    line.option("no-knowledge", "Start without the shipped knowledge.");
    addParallelOption(line);
}

Result<std::vector<std::string>> cardTexts(const std::vector<std::string> &names, std::int64_t elements)
{
    const Catalog catalog;
    std::vector<std::string> texts;
    std::set<std::string> seen;
    for (const std::string &name : names) {
        Result<CatalogCard> card = catalog.card(name);
        if (card && !seen.insert(card->card.name).second)
            return fail("usage.operator", "The operator " + card->card.name + " is named twice; a run works on each once.");
        if (card && elements > 0)
            card = withSmallCases(*card, elements);
        if (!card)
            return fail(card.error());
        texts.push_back(std::move(card->text));
    }
    return texts;
}

Result<Json> generatorOptions(const CommandLine &line)
{
    Result<Json> options = parseJson(line.text("generator-options"), "--generator-options");
    if (!options)
        return fail("usage.json", "--generator-options is not valid JSON: " + line.text("generator-options"), options.error().detail);
    const Result<SynthesizerOptions> known = synthesizerOptions(*options);
    return known ? options : Result<Json>(fail(known.error()));
}

Result<MemoryImported> coldStart()
{
    Result<std::vector<Experience>> knowledge = Catalog().knowledge();
    if (!knowledge)
        return fail(knowledge.error());
    return MemoryImported{"cold-start", "cold-start", std::move(*knowledge), nullptr};
}

Result<MemoryImported> memoryOf(const std::string &workspace, bool shuffled, std::uint64_t seed)
{
    const SystemClock clock;
    const Result<std::unique_ptr<Workspace>> opened = Workspace::open(workspace, Workspace::Mode::Read, clock);
    if (!opened)
        return fail(opened.error());
    const Result<RunId> run = newestRun(**opened);
    if (!run)
        return fail(run.error());
    const Result<RunFold> fold = foldRun(**opened, *run);
    if (!fold)
        return fail(fold.error());
    const Result<MemoryState> state = shuffled ? shuffledContents(fold->memory(), seed) : Result<MemoryState>(fold->memory());
    if (!state)
        return fail(state.error());
    return MemoryImported{"run " + run->value + (shuffled ? ", contents shuffled" : ""), "import", {}, state->toJson()};
}

Result<RunPlan> planFrom(const CommandLine &line)
{
    RunPlan plan;
    const Result<std::int64_t> seed = line.whole("seed");
    const Result<std::int64_t> small = line.whole("small");
    if (!seed || !small)
        return fail((seed ? small : seed).error());
    plan.seed = static_cast<std::uint64_t>(*seed);
    const Result<Settings> settings = settingsFrom(line);
    if (!settings)
        return fail(settings.error());
    plan.settings = *settings;
    const Result<Json> options = generatorOptions(line);
    if (!options)
        return fail(options.error());
    plan.generatorOptions = *options;
    plan.device = line.text("device");
    std::vector<std::string> names = line.list("operators");
    plan.streamName = "selection";
    if (names.empty() && line.has("operators"))
        return fail("usage.operator", "--operators names no operator.");
    if (names.empty()) {
        Result<StreamSpec> stream = Catalog().stream(line.text("stream"));
        if (!stream)
            return fail(stream.error());
        plan.streamName = stream->name;
        names = std::move(stream->operators);
    }
    Result<std::vector<std::string>> cards = cardTexts(names, *small);
    if (!cards)
        return fail(cards.error());
    plan.cards = std::move(*cards);
    if (line.has("memory") || !line.has("no-knowledge")) {
        Result<MemoryImported> memory = line.has("memory") ? memoryOf(line.text("memory"), line.has("shuffle-memory"), plan.seed) : coldStart();
        if (!memory)
            return fail(memory.error());
        plan.memory.push_back(std::move(*memory));
    }
    return plan;
}

} // namespace sage
