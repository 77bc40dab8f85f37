#include "core/memory/gate.h"

#include <algorithm>
#include <map>
#include <set>

namespace sage {

namespace {

bool isBlank(const std::string &text)
{
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// What a retrieved id's declarations come to; notes say what was wrong with them.
AdoptionRecord resolve(const ExperienceId &id, const std::vector<const AdoptionRecord *> &declared, std::vector<GateNote> &notes)
{
    AdoptionRecord record{id, Adoption::Unresolved, {}};
    const auto refuse = [&](const char *code) {
        notes.push_back({id, code});
        record.state = Adoption::Unresolved;
        return record;
    };
    if (declared.empty())
        return refuse("missing");
    record = *declared.front();
    for (const AdoptionRecord *other : declared) {
        if (other->state != record.state)
            return refuse("contradiction");
        if (isBlank(record.rationale))
            record.rationale = other->rationale;
    }
    if (declared.size() > 1)
        notes.push_back({id, "duplicate"});
    if (record.state == Adoption::Unresolved)
        return refuse("unresolved");
    return isBlank(record.rationale) ? refuse("no-rationale") : record;
}

void sortNotes(std::vector<GateNote> &notes)
{
    std::sort(notes.begin(), notes.end(), [](const GateNote &a, const GateNote &b) { return std::tie(a.id, a.code) < std::tie(b.id, b.code); });
}

} // namespace

GateDecision checkAdoption(const std::vector<ExperienceId> &retrieved, const std::vector<AdoptionRecord> &declared, bool gateOn)
{
    GateDecision decision;
    std::map<ExperienceId, std::vector<const AdoptionRecord *>> byId;
    for (const AdoptionRecord &record : declared)
        byId[record.id].push_back(&record);
    const std::set<ExperienceId> known(retrieved.begin(), retrieved.end());
    for (const auto &[id, records] : byId) {
        if (!known.contains(id))
            decision.notes.push_back({id, "unknown"});
    }
    for (const ExperienceId &id : retrieved) {
        decision.records.push_back(resolve(id, byId[id], decision.notes));
        if (decision.records.back().state == Adoption::Unresolved)
            decision.unresolved.push_back(id);
    }
    decision.passes = !gateOn || decision.unresolved.empty();
    sortNotes(decision.notes);
    return decision;
}

UsedRules checkUsedRules(const std::vector<ExperienceId> &resident, const std::vector<ExperienceId> &named)
{
    const std::set<ExperienceId> known(resident.begin(), resident.end());
    UsedRules result;
    for (const ExperienceId &id : std::set<ExperienceId>(named.begin(), named.end())) {
        if (known.contains(id))
            result.used.push_back(id);
        else
            result.notes.push_back({id, "not-resident"});
    }
    return result;
}

} // namespace sage
