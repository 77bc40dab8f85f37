#pragma once

#include "core/memory/view.h"

#include <memory>
#include <set>

namespace sage {

/// An experience with everything memory knows about it. Contents are shared between copies and never change in place,
/// so a copy of the state costs figures, not texts.
struct MemoryItem {
    std::shared_ptr<const Experience> experience; ///< never null
    ItemState state = ItemState::Normal;
    double utility = 0;               ///< u, of source and rule
    int retrieved = 0;                ///< n_ret
    int adopted = 0;                  ///< n_ado
    std::set<std::string> operators;  ///< O_m
    int eligibleBefore = 0;           ///< N_elig over closed spans
    std::optional<int> eligibleFrom;  ///< open span: memory's episode count at its begin
    bool everResident = false;        ///< p is then kept, else n_ret / N_elig
    double probability = 0;           ///< p, once it was resident
    bool quarantined = false;
    bool disabled = false;
    bool deleted = false;             ///< tombstone
    std::optional<Rule> rule;         ///< stored once made, resident or not
    std::vector<UtilityPoint> history;

    /// Neither resident nor taken out by a person.
    [[nodiscard]] bool isCold() const { return state != ItemState::Consolidated && !disabled && !deleted; }
    /// In pools of the running episode: cold, and so at the episode's start.
    [[nodiscard]] bool isRetrievable() const { return isCold() && eligibleFrom.has_value(); }
};

} // namespace sage
