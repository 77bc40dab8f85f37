#include "app/sagectl/runoptions.h"

#include "app/sagectl/engine.h"
#include "core/episode/catalog.h"
#include "core/memory/shuffle.h"

#include <algorithm>

namespace sage {

namespace {

[[nodiscard]] Result<Settings> settingsFrom(const CommandLine &line)
{
    Json json = Settings();
    for (const std::string &assignment : line.list("set")) {
        const std::size_t equal = assignment.find('=');
        const std::string name = assignment.substr(0, equal);
        if (equal == std::string::npos || !json.contains(name)) {
            std::string known;
            for (const auto &[field, value] : json.items())
                known += (known.empty() ? "" : ", ") + field;
            return fail("usage.setting", "--set needs NAME=VALUE with one of: " + known + "; got \"" + assignment + "\".");
        }
        Result<Json> value = parseJson(assignment.substr(equal + 1), "the value of " + name);
        json[name] = value ? *value : Json(assignment.substr(equal + 1));
    }
    Result<Settings> settings = decode<Settings>(json, "--set");
    if (!settings)
        return fail("usage.setting", "--set " + line.text("set") + ": a value has the wrong type.", settings.error().detail);
    if (line.has("policy"))
        settings->policy = line.text("policy");
    const Result<std::int64_t> rounds = line.whole("rounds");
    if (!rounds)
        return fail(rounds.error());
    if (line.has("rounds"))
        settings->rounds = static_cast<int>(std::clamp<std::int64_t>(*rounds, -1, 1'000'000)); // validate() says the range
    const Result<void> valid = validate(*settings);
    return valid ? settings : Result<Settings>(fail(valid.error()));
}

} // namespace

void addRunOptions(CommandLine &line)
{
    line.option("seed", "Seed of everything random.", "N", "1");
    line.option("stream", "Stream by name, or a YAML file with operators in order.", "FILE", "starter");
    line.option("operators", "Only these operators, in this order.", "A,B");
    line.option("small", "Only cases in which no input has more than N elements (a quick profile).", "N", "0");
    line.option("rounds", "Budget T of rounds per operator.", "T", "30");
    line.option("policy", "Memory policy.", "NAME", "sage");
    line.option("set", "Settings of the method, as JSON names: kOperators=1,budgetTokens=2000.", "NAME=VALUE,...");
    line.option("device", "Device profile.", "NAME", "Ascend910_9391");
    line.option("generator-options", "Options of the generator, as JSON.", "JSON", "{}");
    line.option("memory", "Start from the memory of this workspace's newest run.", "WORKSPACE");
    line.option("shuffle-memory", "Permute the contents of that memory among its items (a control).");
    line.option("no-knowledge", "Start without the shipped knowledge.");
    line.option("parallel", "Cases evaluated side by side; 0 = one per processor.", "N", "0");
}

Result<std::vector<std::string>> cardTexts(const std::vector<std::string> &names, std::int64_t elements)
{
    const Catalog catalog;
    std::vector<std::string> texts;
    for (const std::string &name : names) {
        Result<CatalogCard> card = catalog.card(name);
        if (card && elements > 0)
            card = withSmallCases(*card, elements);
        if (!card)
            return fail(card.error());
        texts.push_back(std::move(card->text));
    }
    return texts;
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
    if (*seed < 0 || *small < 0)
        return fail("usage.number", "--seed and --small must not be negative.");
    plan.seed = static_cast<std::uint64_t>(*seed);
    const Result<Settings> settings = settingsFrom(line);
    if (!settings)
        return fail(settings.error());
    plan.settings = *settings;
    const Result<Json> options = parseJson(line.text("generator-options"), "--generator-options");
    if (!options)
        return fail("usage.json", "--generator-options is not valid JSON: " + line.text("generator-options"), options.error().detail);
    plan.generatorOptions = *options;
    plan.device = line.text("device");
    std::vector<std::string> names = line.list("operators");
    plan.streamName = "selection";
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
