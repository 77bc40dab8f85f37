#include "core/memory/learning.h"

#include "core/base/random.h"
#include "core/memory/transition.h"

#include <algorithm>
#include <cmath>

namespace sage::fold {

namespace {

using Ids = std::vector<ExperienceId>;

bool contains(const Ids &sorted, const ExperienceId &id)
{
    return std::binary_search(sorted.begin(), sorted.end(), id);
}

/// A as credit and counts see it. A control may deal the adopted states anew among R, an untraced policy takes all of R.
Ids adoptedFor(const MemoryData &memory, const MemoryLearned &facts)
{
    if (!memory.policy.traced)
        return facts.retrieved;
    if (!memory.policy.shufflesAdoption)
        return facts.adopted;
    Ids dealt = facts.retrieved;
    Random random(memory.seed, "shuffled-adoption/" + facts.episode.value);
    for (std::size_t i = dealt.size(); i > 1; --i)
        std::swap(dealt[i - 1], dealt[random.below(i)]);
    dealt.resize(facts.adopted.size());
    std::sort(dealt.begin(), dealt.end());
    return dealt;
}

/// The residents whose use is credited: none but with resident_credit = used.
Ids creditedRules(const MemoryData &memory, const MemoryLearned &facts)
{
    Ids credited;
    if (memory.settings.residentCredit && memory.policy.credit) {
        for (const ExperienceId &id : facts.usedRules) {
            if (memory.resident.contains(id) && !contains(facts.retrieved, id))
                credited.push_back(id);
        }
    }
    return credited;
}

/// One episode's credit, worked out once and applied item by item.
class Settlement
{
public:
    Settlement(const MemoryData &memory, const MemoryLearned &facts)
        : m_memory(memory), m_facts(facts), m_adopted(adoptedFor(memory, facts)), m_rules(creditedRules(memory, facts)),
          m_adoptedCount(int(m_adopted.size() + m_rules.size()))
    {
    }

    [[nodiscard]] const Ids &rules() const { return m_rules; }

    /// UGC step 1 for m in R: counts, then u. Empty where the policy gives no credit.
    std::optional<CreditCheck> settleRetrieved(const ExperienceId &id, MemoryItem &item) const
    {
        const bool adopted = contains(m_adopted, id);
        ++item.retrieved;
        if (adopted) {
            ++item.adopted;
            item.operators.insert(m_facts.task.operatorName);
        }
        // Without a trace nobody adopts: a solved episode that retrieved the item has to do.
        if (m_memory.policy.gate ? adopted : m_facts.score > 0)
            item.quarantined = false;
        return credit(id, item, adopted, stepSize(item.retrieved, m_memory.settings.etaMin));
    }

    /// A used resident under resident_credit = used.
    std::optional<CreditCheck> settleRule(const ExperienceId &id, MemoryItem &item) const
    {
        return credit(id, item, true, m_memory.settings.etaMin);
    }

    [[nodiscard]] UtilityPoint point(const CreditCheck &check) const
    {
        return {m_memory.episodes + 1, check.before, check.after, check.credit, check.eta, m_facts.score, m_adoptedCount};
    }

private:
    std::optional<CreditCheck> credit(const ExperienceId &id, MemoryItem &item, bool adopted, double eta) const
    {
        if (!m_memory.policy.credit)
            return {};
        const double xi = m_memory.policy.credit->credit(adopted, m_facts.score, m_adoptedCount, m_memory.settings);
        const double before = item.utility;
        item.utility = updated(before, xi, eta);
        return CreditCheck{id, xi, eta, before, item.utility};
    }

    const MemoryData &m_memory;
    const MemoryLearned &m_facts;
    Ids m_adopted;
    Ids m_rules;
    int m_adoptedCount;
};

void record(MemoryData &memory, MemoryItem &item, const UtilityPoint &point, MemoryLearned &event)
{
    item.history.push_back(point);
    memory.utilitySum += point.after - point.before;
    event.credits.push_back({item.experience->id, point.credit, point.eta, point.before, point.after});
}

/// UGC step 1.
void settle(MemoryData &memory, MemoryLearned &event)
{
    const Settlement settlement(memory, event);
    for (const ExperienceId &id : event.retrieved) {
        MemoryItem &item = *memory.find(id);
        memory.utilityCount += item.retrieved == 0;
        if (const auto check = settlement.settleRetrieved(id, item))
            record(memory, item, settlement.point(*check), event);
        track(memory, id);
    }
    for (const ExperienceId &id : settlement.rules()) {
        MemoryItem &item = *memory.find(id);
        if (const auto check = settlement.settleRule(id, item))
            record(memory, item, settlement.point(*check), event);
    }
}

/// UGC steps 2 and 3: p moves for what was once resident; n_ret / N_elig follows from the counts.
void updateProbabilities(MemoryData &memory, const MemoryLearned &event)
{
    const double mu = memory.settings.mu;
    const auto move = [&](const Ids &hits, const ExperienceId &id) {
        MemoryItem &item = *memory.find(id);
        item.probability = (1 - mu) * item.probability + mu * (contains(hits, id) ? 1.0 : 0.0);
    };
    for (const ExperienceId &id : memory.demoted) {
        if (memory.find(id)->isRetrievable())
            move(event.retrieved, id);
    }
    for (const ExperienceId &id : memory.resident)
        move(event.usedRules, id);
}

/// Cold, normal items whose gate holds: only a touched item can have joined them, the others wait in `waiting`.
std::set<ExperienceId> passedGate(const MemoryData &memory)
{
    return memory.policy.consolidation ? memory.waiting : std::set<ExperienceId>();
}

/// UGC step 4.
void validateItems(MemoryData &memory, const std::vector<RuleText> &texts)
{
    for (const ExperienceId &id : passedGate(memory)) {
        MemoryItem &item = *memory.find(id);
        const auto text = std::find_if(texts.begin(), texts.end(), [&](const RuleText &one) { return one.id == id; });
        if (!item.rule && text != texts.end())
            setRule(memory, item, *text, false);
        if (item.rule)
            item.state = ItemState::Validated;
        track(memory, id);
    }
}

void note(MemoryData &memory)
{
    memory.meanUtility.push_back(memory.utilityCount > 0 ? memory.utilitySum / memory.utilityCount : 0.0);
    memory.tokensOverTime.push_back(memory.residentTokens);
}

Result<void> badFacts(const MemoryLearned &facts, const std::string &why, const ExperienceId &id = {})
{
    return fail("memory.facts", "Memory cannot learn from episode " + facts.episode.value + ": " + why + (id.empty() ? "." : " (" + id.value + ")."), {},
                {{"episode", facts.episode.value}, {"item", id.value}});
}

Result<void> checkIds(const MemoryData &memory, const MemoryLearned &facts, const Ids &ids)
{
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (!memory.find(ids[i]))
            return fail("memory.unknown-item", "Episode " + facts.episode.value + " names an experience that memory does not hold: " + ids[i].value + ".", {}, {{"item", ids[i].value}});
        if (i > 0 && !(ids[i - 1] < ids[i]))
            return badFacts(facts, "its experiences must be sorted and distinct", ids[i]);
    }
    return {};
}

Result<void> checkTexts(const MemoryData &memory, const MemoryLearned &facts)
{
    for (const RuleText &text : facts.abstracted) {
        const int tokens = tokensOf(Rule{text.id, text.text, text.example, 0, false, false}, *memory.counter);
        if (text.text.empty() || tokens > memory.settings.ruleCapTokens)
            return fail("memory.rule-length", "The rule made from " + text.id.value + " has " + std::to_string(tokens) + " tokens; 1 to " +
                        std::to_string(memory.settings.ruleCapTokens) + " are allowed, and it may not be empty.", {}, {{"item", text.id.value}, {"tokens", std::to_string(tokens)}});
    }
    for (const Experience &written : facts.written) {
        if (written.id.empty())
            return badFacts(facts, "a new experience has no id");
    }
    return {};
}

} // namespace

Result<void> checkFacts(const MemoryData &memory, const MemoryLearned &facts)
{
    if (!memory.open || !(*memory.open == facts.episode))
        return fail("memory.no-episode", "Memory cannot learn from episode " + facts.episode.value + ": it is not the one that was opened last.", {}, {{"episode", facts.episode.value}});
    for (const Ids *ids : {&facts.retrieved, &facts.adopted, &facts.usedRules}) {
        if (auto ok = checkIds(memory, facts, *ids); !ok)
            return ok;
    }
    for (const ExperienceId &id : facts.adopted) {
        if (!contains(facts.retrieved, id))
            return badFacts(facts, "an experience was adopted that was not retrieved", id);
    }
    if (!std::isfinite(facts.score) || std::fabs(facts.score) > 1)
        return badFacts(facts, "its score is not in [-1, 1]");
    return checkTexts(memory, facts);
}

void learn(MemoryData &memory, MemoryLearned &event)
{
    event.credits.clear();
    event.residency.clear();
    if (memory.policy.learns) {
        settle(memory, event);
        updateProbabilities(memory, event);
        countEpisode(memory);
        validateItems(memory, event.abstracted);
        event.residency = consolidate(memory);
        for (const Experience &written : event.written) {
            // The id is a hash of content and provenance: what is there already is the same experience.
            if (!memory.find(written.id))
                addItem(memory, written, true);
        }
        note(memory);
    } else {
        memory.open.reset();
    }
    event.residentTokens = memory.residentTokens;
}

std::vector<ExperienceId> needsAbstraction(const MemoryData &memory, const MemoryLearned &facts)
{
    if (!memory.policy.consolidation || !memory.policy.learns)
        return {};
    std::set<ExperienceId> needed;
    const auto consider = [&](const ExperienceId &id, const MemoryItem &item) {
        if (item.isCold() && item.state == ItemState::Normal && !item.rule && memory.gateHolds(item))
            needed.insert(id);
    };
    for (const ExperienceId &id : memory.waiting) {
        if (!contains(facts.retrieved, id))
            consider(id, *memory.find(id));
    }
    const Settlement settlement(memory, facts);
    for (const ExperienceId &id : facts.retrieved) {
        const MemoryItem *item = memory.find(id);
        if (!item)
            continue;
        MemoryItem settled = *item;
        (void)settlement.settleRetrieved(id, settled);
        consider(id, settled);
    }
    return {needed.begin(), needed.end()};
}

} // namespace sage::fold
