#include "core/memory/snapshot.h"

#include "core/memory/soundness.h"

namespace sage {

NLOHMANN_JSON_SERIALIZE_ENUM(ItemState, {{ItemState::Normal, "normal"}, {ItemState::Validated, "validated"}, {ItemState::Consolidated, "consolidated"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(UtilityPoint, episode, before, after, credit, eta, score, adopted)

static void to_json(Json &json, const MemoryItem &item)
{
    json = Json{{"experience", *item.experience},
                {"state", item.state},
                {"utility", item.utility},
                {"retrieved", item.retrieved},
                {"adopted", item.adopted},
                {"operators", item.operators},
                {"eligibleBefore", item.eligibleBefore},
                {"eligibleFrom", item.eligibleFrom},
                {"everResident", item.everResident},
                {"probability", item.probability},
                {"quarantined", item.quarantined},
                {"disabled", item.disabled},
                {"deleted", item.deleted},
                {"rule", item.rule},
                {"history", item.history}};
}

static void from_json(const Json &json, MemoryItem &item)
{
    item.experience = std::make_shared<const Experience>(json.at("experience").get<Experience>());
    json.at("state").get_to(item.state);
    json.at("utility").get_to(item.utility);
    json.at("retrieved").get_to(item.retrieved);
    json.at("adopted").get_to(item.adopted);
    json.at("operators").get_to(item.operators);
    json.at("eligibleBefore").get_to(item.eligibleBefore);
    json.at("eligibleFrom").get_to(item.eligibleFrom);
    json.at("everResident").get_to(item.everResident);
    json.at("probability").get_to(item.probability);
    json.at("quarantined").get_to(item.quarantined);
    json.at("disabled").get_to(item.disabled);
    json.at("deleted").get_to(item.deleted);
    json.at("rule").get_to(item.rule);
    json.at("history").get_to(item.history);
}

namespace fold {

namespace {

constexpr int snapshotVersion = 1;

/// Fields that are read as they were written.
void readPlain(const Json &json, MemoryData &memory)
{
    json.at("settings").get_to(memory.settings);
    json.at("seed").get_to(memory.seed);
    json.at("episodes").get_to(memory.episodes);
    json.at("open").get_to(memory.open);
    json.at("entering").get_to(memory.entering);
    json.at("leaving").get_to(memory.leaving);
    json.at("residentTokens").get_to(memory.residentTokens);
    json.at("utilitySum").get_to(memory.utilitySum);
    json.at("utilityCount").get_to(memory.utilityCount);
    json.at("residencyLog").get_to(memory.residencyLog);
    json.at("residencyEpisode").get_to(memory.residencyEpisode);
    json.at("meanUtility").get_to(memory.meanUtility);
    json.at("tokensOverTime").get_to(memory.tokensOverTime);
}

/// Items, and the sets that follow from them.
Result<void> readItems(const Json &json, MemoryData &memory)
{
    for (const Json &one : json.at("items")) {
        auto item = one.get<MemoryItem>();
        const ExperienceId id = item.experience->id;
        if (id.empty() || memory.items.contains(id))
            return damaged("items", id.empty() ? "an experience has no id" : "two experiences have the id " + id.value);
        const bool cold = item.isCold();
        if (item.state == ItemState::Consolidated)
            memory.resident.insert(id);
        if (item.rule && item.rule->pinned)
            memory.pinned.insert(id);
        if (cold && item.state == ItemState::Validated)
            memory.validated.insert(id);
        if (cold && item.state == ItemState::Normal && memory.gateHolds(item))
            memory.waiting.insert(id);
        if (cold && item.everResident)
            memory.demoted.insert(id);
        memory.items.emplace(id, std::move(item));
    }
    return {};
}

} // namespace

Json toJson(const MemoryData &memory)
{
    Json items = Json::array();
    for (const auto &[id, item] : memory.items)
        items.push_back(item);
    return Json{{"version", snapshotVersion},
                {"settings", memory.settings},
                {"tokenizer", std::string(memory.counter->name())},
                {"seed", memory.seed},
                {"episodes", memory.episodes},
                {"open", memory.open},
                {"entering", memory.entering},
                {"leaving", memory.leaving},
                {"residentTokens", memory.residentTokens},
                {"utilitySum", memory.utilitySum},
                {"utilityCount", memory.utilityCount},
                {"residencyLog", memory.residencyLog},
                {"residencyEpisode", memory.residencyEpisode},
                {"meanUtility", memory.meanUtility},
                {"tokensOverTime", memory.tokensOverTime},
                {"items", std::move(items)}};
}

Result<MemoryData> memoryFromJson(const Json &json)
{
    try {
        if (json.at("version").get<int>() != snapshotVersion)
            return fail("json.shape", "This memory was written by another version of the program.", json.at("version").dump(), {{"what", "a memory"}});
        MemoryData memory;
        readPlain(json, memory);
        const auto policy = policyNamed(memory.settings.policy);
        if (!policy)
            return fail(policy.error());
        const auto counter = tokenCounter(json.at("tokenizer").get<std::string>());
        if (!counter)
            return fail(counter.error());
        memory.policy = *policy;
        memory.counter = *counter;
        if (const Result<void> items = readItems(json, memory); !items)
            return fail(items.error());
        if (const Result<void> exact = checkRead(json, toJson(memory)); !exact)
            return fail(exact.error());
        if (const Result<void> sound = checkSound(memory); !sound)
            return fail(sound.error());
        return memory;
    } catch (const nlohmann::json::exception &problem) {
        return fail("json.shape", "The content of a memory does not have the expected fields.", problem.what(), {{"what", "a memory"}});
    }
}

} // namespace fold
} // namespace sage
