#include "core/memory/state.h"

#include "core/memory/editing.h"
#include "core/memory/importing.h"
#include "core/memory/learning.h"
#include "core/memory/snapshot.h"
#include "core/memory/transition.h"

#include <algorithm>

namespace sage {

namespace {

MemoryItemView viewOf(const MemoryData &memory, const MemoryItem &item)
{
    MemoryItemView view;
    view.experience = *item.experience;
    view.state = item.state;
    view.utility = item.utility;
    view.retrieved = item.retrieved;
    view.adopted = item.adopted;
    view.eligible = memory.eligibleCount(item);
    view.adoptingOperators = int(item.operators.size());
    view.probability = memory.probability(item);
    view.expected = memory.expectedUtility(item);
    view.quarantined = item.quarantined;
    view.disabled = item.disabled;
    view.pinned = item.rule && item.rule->pinned;
    view.rule = item.rule;
    view.history = item.history;
    return view;
}

} // namespace

MemoryState::MemoryState()
{
    m.policy = policyNamed(m.settings.policy).value();
    m.counter = tokenCounter("estimate").value();
}

Result<MemoryState> MemoryState::create(const Settings &settings, std::uint64_t seed)
{
    const auto policy = policyNamed(settings.policy);
    if (!policy)
        return fail(policy.error());
    MemoryState state;
    state.m.settings = settings;
    state.m.policy = *policy;
    state.m.seed = seed;
    return state;
}

Result<void> MemoryState::apply(const EpisodeOpened &event)
{
    fold::beginEpisode(m, event.episode);
    return {};
}

Result<void> MemoryState::apply(const MemoryImported &event)
{
    return fold::importMemory(m, event);
}

Result<void> MemoryState::apply(const MemoryLearned &event)
{
    MemoryLearned derived = event;
    if (auto done = learn(derived); !done)
        return done;
    if (auto same = fold::verify(event.credits, derived.credits); !same)
        return same;
    return fold::verify(event.residency, derived.residency, event.residentTokens, derived.residentTokens);
}

Result<void> MemoryState::apply(const MemoryEdited &event)
{
    MemoryEdited derived = event;
    if (auto done = edit(derived); !done)
        return done;
    return fold::verify(event.residency, derived.residency, event.residentTokens, derived.residentTokens);
}

std::vector<ExperienceId> MemoryState::needsAbstraction(const MemoryLearned &facts) const
{
    return fold::needsAbstraction(m, facts);
}

Result<void> MemoryState::learn(MemoryLearned &event)
{
    if (auto ok = fold::checkFacts(m, event); !ok)
        return ok;
    fold::learn(m, event);
    return {};
}

Result<void> MemoryState::edit(MemoryEdited &event)
{
    return fold::edit(m, event);
}

const MemoryItem *MemoryState::find(const ExperienceId &id) const
{
    return m.find(id);
}

const Experience *MemoryState::experience(const ExperienceId &id) const
{
    const MemoryItem *item = find(id);
    return item ? item->experience.get() : nullptr;
}

double MemoryState::utility(const ExperienceId &id) const
{
    const MemoryItem *item = find(id);
    return item ? item->utility : 0;
}

std::vector<ExperienceId> MemoryState::eligible() const
{
    std::vector<ExperienceId> ids;
    for (const auto &[id, item] : m.items) {
        if (item.isRetrievable())
            ids.push_back(id);
    }
    return ids;
}

bool MemoryState::isRetrievable(const ExperienceId &id) const
{
    const MemoryItem *item = find(id);
    return item && item->isRetrievable();
}

std::vector<Rule> MemoryState::resident() const
{
    std::vector<const MemoryItem *> items;
    for (const ExperienceId &id : m.resident)
        items.push_back(find(id));
    std::sort(items.begin(), items.end(), [this](const MemoryItem *a, const MemoryItem *b) {
        const double x = expectedUtility(*a);
        const double y = expectedUtility(*b);
        if (x != y)
            return x > y;
        return std::tie(a->rule->tokens, a->rule->id) < std::tie(b->rule->tokens, b->rule->id);
    });
    std::vector<Rule> rules;
    for (const MemoryItem *item : items)
        rules.push_back(*item->rule);
    return rules;
}

std::vector<ExperienceId> MemoryState::residentIds() const
{
    std::vector<ExperienceId> ids;
    for (const Rule &rule : resident())
        ids.push_back(rule.id);
    return ids;
}

MemoryView MemoryState::view() const
{
    MemoryView view;
    for (const auto &[id, item] : m.items)
        (item.deleted ? view.tombstones : view.items).push_back(viewOf(m, item));
    view.resident = resident();
    view.residentTokens = m.residentTokens;
    view.budgetTokens = m.settings.budgetTokens;
    view.tokenizer = m.counter->name();
    view.episodes = m.episodes;
    view.residencyLog = m.residencyLog;
    view.residencyEpisode = m.residencyEpisode;
    view.meanUtility = m.meanUtility;
    view.tokensOverTime = m.tokensOverTime;
    return view;
}

Json MemoryState::toJson() const
{
    return fold::toJson(m);
}

Result<MemoryState> MemoryState::fromJson(const Json &json)
{
    auto data = fold::memoryFromJson(json);
    if (!data)
        return fail(data.error());
    MemoryState state;
    state.m = std::move(*data);
    return state;
}

} // namespace sage
