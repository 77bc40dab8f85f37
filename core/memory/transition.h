#pragma once

#include "core/memory/data.h"

// The changes of state that learning, editing and importing share. Each keeps the sets of MemoryData consistent.

namespace sage::fold {

/// A person's edit or an import may break off before anything changed; these never fail.

/// Adds an item with u = 0 and zero counts; it becomes retrievable at the next episode.
void addItem(MemoryData &memory, const Experience &experience, bool quarantined);
/// An item that just became cold joins the pools of the next episode; where the running one began with it, also this one's.
void enter(MemoryData &memory, const ExperienceId &id);
/// An item that is no longer cold leaves the pools now; the running episode still counts for it.
void leave(MemoryData &memory, const ExperienceId &id);
/// Renews the item's place in validated, waiting and demoted.
void track(MemoryData &memory, const ExperienceId &id);

/// Eligibility is fixed here.
void beginEpisode(MemoryData &memory, const EpisodeId &episode);
/// UGC step 2, the counts: one more episode for everything that was eligible in it.
void countEpisode(MemoryData &memory);

/// UGC step 7 for one rule: state by the gate as it holds now, source back to the pool.
void demote(MemoryData &memory, const ExperienceId &id);
/// UGC steps 5 to 8 with the log.
std::vector<ResidencyCheck> consolidate(MemoryData &memory);
/// Takes a rule out of hot memory because a person took its item out.
ResidencyCheck expel(MemoryData &memory, const ExperienceId &id, std::string reason);

/// Sets text and example of an item's rule, keeping pin and authorship flags, and counts its tokens.
void setRule(MemoryData &memory, MemoryItem &item, const RuleText &text, bool byPerson);
/// L over all pinned rules by a counter, without `except`.
[[nodiscard]] int pinnedTokens(const MemoryData &memory, const TokenCounter &counter, const ExperienceId &except = {});
/// Counts all stored rules anew.
void recount(MemoryData &memory);

/// Error memory.check where stored and derived values differ, with item and both values.
[[nodiscard]] Result<void> verify(const std::vector<ResidencyCheck> &stored, const std::vector<ResidencyCheck> &derived, int storedTokens, int derivedTokens);
[[nodiscard]] Result<void> verify(const std::vector<CreditCheck> &stored, const std::vector<CreditCheck> &derived);

} // namespace sage::fold
