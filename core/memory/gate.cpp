#include "core/memory/gate.h"

#include <map>
#include <set>

namespace sage {

namespace {

bool isBlank(const std::string &text)
{
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// What a retrieved id's declarations come to.
AdoptionRecord resolve(const ExperienceId &id, const std::vector<const AdoptionRecord *> &declared)
{
    const AdoptionRecord unresolved{id, Adoption::Unresolved, declared.empty() ? std::string() : declared.front()->rationale};
    if (declared.empty())
        return unresolved;
    AdoptionRecord record = *declared.front();
    for (const AdoptionRecord *other : declared) {
        if (other->state != record.state)
            return unresolved;
        if (isBlank(record.rationale))
            record.rationale = other->rationale;
    }
    return isBlank(record.rationale) ? unresolved : record;
}

} // namespace

GateDecision checkAdoption(const std::vector<ExperienceId> &retrieved, const std::vector<AdoptionRecord> &declared, bool gateOn)
{
    GateDecision decision;
    std::map<ExperienceId, std::vector<const AdoptionRecord *>> byId;
    for (const AdoptionRecord &record : declared)
        byId[record.id].push_back(&record);
    for (const ExperienceId &id : retrieved) {
        decision.records.push_back(resolve(id, byId[id]));
        if (decision.records.back().state == Adoption::Unresolved)
            decision.unresolved.push_back(id);
    }
    decision.passes = !gateOn || decision.unresolved.empty();
    return decision;
}

std::vector<ExperienceId> usedResidents(const std::vector<ExperienceId> &resident, const std::vector<ExperienceId> &named)
{
    const std::set<ExperienceId> known(resident.begin(), resident.end());
    std::vector<ExperienceId> used;
    for (const ExperienceId &id : std::set<ExperienceId>(named.begin(), named.end())) {
        if (known.contains(id))
            used.push_back(id);
    }
    return used;
}

} // namespace sage
