#include "core/memory/transition.h"

#include <algorithm>

namespace sage::fold {

namespace {

void setMember(std::set<ExperienceId> &set, const ExperienceId &id, bool member)
{
    if (member)
        set.insert(id);
    else
        set.erase(id);
}

void closeSpan(MemoryData &memory, MemoryItem &item)
{
    item.eligibleBefore = memory.eligibleCount(item);
    item.eligibleFrom.reset();
}

void closeLeaving(MemoryData &memory)
{
    for (const ExperienceId &id : memory.leaving)
        closeSpan(memory, *memory.find(id));
    memory.leaving.clear();
}

void promote(MemoryData &memory, const ExperienceId &id)
{
    MemoryItem &item = *memory.find(id);
    item.probability = memory.probability(item);
    item.everResident = true;
    item.state = ItemState::Consolidated;
    memory.resident.insert(id);
    leave(memory, id);
    track(memory, id);
}

void log(MemoryData &memory, const ResidencyCheck &change)
{
    memory.residencyLog.push_back(change);
    memory.residencyEpisode.push_back(memory.episodes);
}

std::vector<Candidate> candidates(const MemoryData &memory)
{
    std::set<ExperienceId> ids = memory.resident;
    ids.insert(memory.validated.begin(), memory.validated.end());
    ids.insert(memory.pinned.begin(), memory.pinned.end());
    std::vector<Candidate> all;
    all.reserve(ids.size());
    for (const ExperienceId &id : ids) {
        const MemoryItem &item = *memory.find(id);
        all.push_back({id, item.utility, memory.expectedUtility(item), item.rule->tokens, memory.resident.contains(id), item.rule->pinned});
    }
    return all;
}

Result<void> differs(const std::string &item, const Json &stored, const Json &derived)
{
    return fail("memory.check",
                "Replaying the memory gave another value for " + item + " than the journal holds. The journal was changed, or another build wrote it.",
                "stored " + canonical(stored) + ", derived " + canonical(derived),
                {{"item", item}, {"stored", canonical(stored)}, {"derived", canonical(derived)}});
}

template<typename Check>
Result<void> verifyAll(const std::vector<Check> &stored, const std::vector<Check> &derived)
{
    const std::size_t common = std::min(stored.size(), derived.size());
    for (std::size_t i = 0; i < common; ++i) {
        if (!(stored[i] == derived[i]))
            return differs(derived[i].id.value, stored[i], derived[i]);
    }
    if (stored.size() > common)
        return differs(stored[common].id.value, stored[common], nullptr);
    if (derived.size() > common)
        return differs(derived[common].id.value, nullptr, derived[common]);
    return {};
}

} // namespace

void addItem(MemoryData &memory, const Experience &experience, bool quarantined)
{
    MemoryItem item;
    item.experience = std::make_shared<const Experience>(experience);
    item.quarantined = quarantined;
    memory.items.emplace(experience.id, std::move(item));
    enter(memory, experience.id);
}

void enter(MemoryData &memory, const ExperienceId &id)
{
    if (std::erase(memory.leaving, id) == 0 && !memory.find(id)->eligibleFrom)
        memory.entering.push_back(id);
    memory.changes.push_back(id);
}

void leave(MemoryData &memory, const ExperienceId &id)
{
    MemoryItem &item = *memory.find(id);
    std::erase(memory.entering, id);
    if (item.eligibleFrom && !memory.open)
        closeSpan(memory, item);
    else if (item.eligibleFrom)
        memory.leaving.push_back(id);
    memory.changes.push_back(id);
}

void track(MemoryData &memory, const ExperienceId &id)
{
    const MemoryItem &item = *memory.find(id);
    const bool cold = item.isCold();
    setMember(memory.validated, id, cold && item.state == ItemState::Validated);
    setMember(memory.waiting, id, cold && item.state == ItemState::Normal && memory.gateHolds(item));
    setMember(memory.demoted, id, cold && item.everResident);
}

void beginEpisode(MemoryData &memory, const EpisodeId &episode)
{
    // An episode that was skipped or stopped ended without countEpisode.
    closeLeaving(memory);
    for (const ExperienceId &id : memory.entering) {
        memory.find(id)->eligibleFrom = memory.episodes;
        memory.changes.push_back(id);
    }
    memory.entering.clear();
    memory.open = episode;
}

void countEpisode(MemoryData &memory)
{
    ++memory.episodes;
    closeLeaving(memory);
    memory.open.reset();
}

void demote(MemoryData &memory, const ExperienceId &id)
{
    MemoryItem &item = *memory.find(id);
    item.state = item.rule && memory.gateHolds(item) ? ItemState::Validated : ItemState::Normal;
    memory.resident.erase(id);
    enter(memory, id);
    track(memory, id);
}

std::vector<ResidencyCheck> consolidate(MemoryData &memory)
{
    const SelectionLimits limits{memory.settings.budgetTokens, memory.settings.hysteresis, memory.seed};
    Selection selection = selectResidents(candidates(memory), memory.policy.consolidation, limits);
    for (const ResidencyCheck &change : selection.changes) {
        if (change.promoted)
            promote(memory, change.id);
        else
            demote(memory, change.id);
        log(memory, change);
    }
    memory.residentTokens = selection.tokens;
    return std::move(selection.changes);
}

ResidencyCheck expel(MemoryData &memory, const ExperienceId &id, std::string reason)
{
    const MemoryItem &item = *memory.find(id);
    const ResidencyCheck change{id, false, std::move(reason), {}, memory.expectedUtility(item), item.rule->tokens};
    memory.residentTokens -= item.rule->tokens;
    demote(memory, id);
    log(memory, change);
    return change;
}

void setRule(MemoryData &memory, MemoryItem &item, const RuleText &text, bool byPerson)
{
    if (!item.rule)
        item.rule = Rule{item.experience->id, {}, {}, 0, false, false};
    item.rule->text = text.text;
    item.rule->example = text.example;
    item.rule->byPerson = byPerson;
    item.rule->tokens = tokensOf(*item.rule, *memory.counter);
}

int pinnedTokens(const MemoryData &memory, const TokenCounter &counter, const ExperienceId &except)
{
    int tokens = 0;
    for (const ExperienceId &id : memory.pinned) {
        if (id != except)
            tokens += tokensOf(*memory.find(id)->rule, counter);
    }
    return tokens;
}

void recount(MemoryData &memory)
{
    for (auto &[id, item] : memory.items) {
        if (item.rule)
            item.rule->tokens = tokensOf(*item.rule, *memory.counter);
    }
}

Result<void> verify(const std::vector<ResidencyCheck> &stored, const std::vector<ResidencyCheck> &derived, int storedTokens, int derivedTokens)
{
    if (auto same = verifyAll(stored, derived); !same)
        return same;
    return storedTokens == derivedTokens ? Result<void>() : differs("the resident tokens", storedTokens, derivedTokens);
}

Result<void> verify(const std::vector<CreditCheck> &stored, const std::vector<CreditCheck> &derived)
{
    return verifyAll(stored, derived);
}

} // namespace sage::fold
