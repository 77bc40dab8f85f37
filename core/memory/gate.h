#pragma once

#include "core/model/experience.h"

#include <string>
#include <vector>

namespace sage {

struct GateDecision {
    bool passes = false;
    std::vector<AdoptionRecord> records;  ///< one per retrieved id, in that order; all resolved if a traced round passes
    std::vector<ExperienceId> unresolved; ///< in the order of retrieval; with the gate off it blocks nothing
};

/// The trace-completeness gate (method.md section 2): a candidate is not evaluated while an adoption state of its round
/// is unresolved. A retrieved id is resolved by one declaration, adopted or not, with a rationale that is not blank.
/// Twice the same state is one (the first rationale counts); two states contradict each other and leave the id
/// unresolved; an id that was not retrieved says nothing. `gateOn` = false (policies without trace): everything passes.
[[nodiscard]] GateDecision checkAdoption(const std::vector<ExperienceId> &retrieved, const std::vector<AdoptionRecord> &declared, bool gateOn = true);

/// What a round's declaration says of resident rules, sorted and distinct; a rule that is not resident is passed over.
[[nodiscard]] std::vector<ExperienceId> usedResidents(const std::vector<ExperienceId> &resident, const std::vector<ExperienceId> &named);

} // namespace sage
