#include "core/memory/consolidation.h"

#include "core/base/random.h"

#include <algorithm>
#include <map>

namespace sage {

namespace {

struct Ranked {
    const Candidate *candidate;
    double key;
};

/// Steps 5 and 6: the order in which rules may take their place.
std::vector<Ranked> ranked(const std::vector<Candidate> &candidates, const ConsolidationRule *rule, const SelectionLimits &limits)
{
    std::vector<Ranked> order;
    order.reserve(candidates.size());
    for (const Candidate &candidate : candidates) {
        const double priority = rule ? rule->priority(candidate, limits.seed) : 0;
        order.push_back({&candidate, candidate.resident ? (1 + limits.hysteresis) * priority : priority});
    }
    const bool residentsFirst = limits.hysteresis > 0;
    std::sort(order.begin(), order.end(), [residentsFirst](const Ranked &a, const Ranked &b) {
        const Candidate &x = *a.candidate;
        const Candidate &y = *b.candidate;
        if (x.pinned != y.pinned)
            return x.pinned;
        if (a.key != b.key)
            return a.key > b.key;
        if (residentsFirst && x.resident != y.resident)
            return x.resident;
        if (x.tokens != y.tokens)
            return x.tokens < y.tokens;
        return x.id < y.id;
    });
    return order;
}

ResidencyCheck change(const Candidate &candidate, bool promoted, std::string reason, ExperienceId by)
{
    return {candidate.id, promoted, std::move(reason), std::move(by), candidate.expected, candidate.tokens};
}

} // namespace

double RandomConsolidation::priority(const Candidate &candidate, std::uint64_t seed) const
{
    return Random(seed, "consolidation/" + candidate.id.value).uniformAt(0);
}

Selection selectResidents(const std::vector<Candidate> &candidates, const ConsolidationRule *rule, const SelectionLimits &limits)
{
    Selection selection;
    std::vector<const Candidate *> newcomers;
    std::map<ExperienceId, ExperienceId> displaced; ///< by newcomer: the first rule that went for it
    for (const Ranked &entry : ranked(candidates, rule, limits)) {
        const Candidate &one = *entry.candidate;
        const bool wanted = one.pinned || (rule && one.utility > utilityFloor);
        if (wanted && (one.pinned || selection.tokens + one.tokens <= limits.budgetTokens)) {
            selection.tokens += one.tokens;
            selection.resident.push_back(one.id);
            if (!one.resident)
                newcomers.push_back(&one);
        } else if (one.resident && !wanted) {
            selection.changes.push_back(change(one, false, "gate", {}));
        } else if (one.resident && newcomers.empty()) {
            selection.changes.push_back(change(one, false, "budget", {}));
        } else if (one.resident) {
            // The newcomer that ranks nearest above it took its room.
            selection.changes.push_back(change(one, false, "displaced", newcomers.back()->id));
            displaced.emplace(newcomers.back()->id, one.id);
        }
    }
    for (const Candidate *one : newcomers) {
        const auto victim = displaced.find(one->id);
        const ExperienceId by = victim == displaced.end() ? ExperienceId() : victim->second;
        selection.changes.push_back(change(*one, true, one->pinned ? "pinned" : by.empty() ? "fits" : "displaced", by));
    }
    return selection;
}

} // namespace sage
