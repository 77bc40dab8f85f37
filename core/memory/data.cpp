#include "core/memory/data.h"

namespace sage {

MemoryItem *MemoryData::find(const ExperienceId &id)
{
    const auto found = items.find(id);
    return found == items.end() ? nullptr : &found->second;
}

const MemoryItem *MemoryData::find(const ExperienceId &id) const
{
    const auto found = items.find(id);
    return found == items.end() ? nullptr : &found->second;
}

int MemoryData::eligibleCount(const MemoryItem &item) const
{
    return item.eligibleBefore + (item.eligibleFrom ? episodes - *item.eligibleFrom : 0);
}

double MemoryData::probability(const MemoryItem &item) const
{
    if (item.everResident)
        return item.probability;
    const int eligible = eligibleCount(item);
    return eligible > 0 ? double(item.retrieved) / eligible : 0.0;
}

double MemoryData::expectedUtility(const MemoryItem &item) const
{
    return item.rule && item.rule->tokens > 0 ? (item.utility * probability(item)) / item.rule->tokens : 0.0;
}

bool MemoryData::gateHolds(const MemoryItem &item) const
{
    return item.utility > utilityFloor && item.adopted >= settings.kAdopt && int(item.operators.size()) >= settings.kOperators && !item.quarantined;
}

} // namespace sage
