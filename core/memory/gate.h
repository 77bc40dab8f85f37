#pragma once

#include "core/model/experience.h"

#include <string>
#include <vector>

namespace sage {

/// Something in a reply that the gate had to handle. The ui words the code.
struct GateNote {
    ExperienceId id;
    std::string code; ///< missing | unresolved | no-rationale | contradiction | duplicate | unknown | not-resident
    bool operator==(const GateNote &) const = default;
};

struct GateDecision {
    bool passes = false;
    std::vector<AdoptionRecord> records;  ///< one per retrieved id, in that order; all resolved if a traced round passes
    std::vector<ExperienceId> unresolved; ///< in the order of retrieval; with the gate off it blocks nothing
    std::vector<GateNote> notes;          ///< by id, then code
};

/// The trace-completeness gate (method.md section 2): a candidate is not evaluated while an adoption state of its round
/// is unresolved. A retrieved id is resolved by one declaration, adopted or not, with a rationale that is not blank.
/// Twice the same state is a note (the first rationale counts); two states contradict each other and leave the id
/// unresolved; an id that was not retrieved is a note. `gateOn` = false (policies without trace): everything passes.
[[nodiscard]] GateDecision checkAdoption(const std::vector<ExperienceId> &retrieved, const std::vector<AdoptionRecord> &declared, bool gateOn = true);

struct UsedRules {
    std::vector<ExperienceId> used; ///< sorted, distinct, resident
    std::vector<GateNote> notes;    ///< not-resident
};
/// What a round's declaration says of resident rules; naming a rule that is not resident refuses nothing.
[[nodiscard]] UsedRules checkUsedRules(const std::vector<ExperienceId> &resident, const std::vector<ExperienceId> &named);

} // namespace sage
