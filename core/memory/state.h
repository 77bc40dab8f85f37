#pragma once

#include "core/memory/data.h"

namespace sage {

/// M of the method, as a pure fold over the journal's events: no clock, no randomness but by seed, no files. The state
/// now, a replayed state and the state at any earlier moment (a copy, or toJson) come from the same functions.
///
/// How to feed it, in the journal's order: apply() every EpisodeOpened, MemoryImported, MemoryLearned and MemoryEdited. The
/// runner makes new facts with learn() and edit(), which fold an event and fill its derived fields before it is stored; a
/// reader's apply() folds the stored event and verifies them. EpisodeOpened matters because eligibility is fixed at an
/// episode's start: what is written, imported, enabled or demoted later waits for the next one; what a person takes out
/// leaves at once.
///
/// Thread rule: a value; one thread at a time, copies are independent.
/// Invariants: method.md section 10. Errors of learn(), edit() and apply() leave the state as it was, but for memory.check: the state
/// then holds the derived values, and the journal or the build is not what wrote it.
/// Cost: an episode's update costs what it touches (R, A, resident, validated and once demoted rules), times log of the
/// number of items; view(), eligible(), copies and toJson cost the number of items.
class MemoryState
{
public:
    /// Default settings, policy "sage".
    MemoryState();
    /// Errors memory.unknown-policy, memory.unknown-tokenizer.
    [[nodiscard]] static Result<MemoryState> create(const Settings &settings, std::uint64_t seed = 0);

    // ---- the fold -------------------------------------------------------------------------------------------------
    [[nodiscard]] Result<void> apply(const EpisodeOpened &event);
    /// Adds experiences with u = 0 and zero counts (an id that is there already is skipped), or takes over a whole
    /// memory (event.state, a toJson(); only into an empty state). The budget holds afterwards. Imported items are not
    /// in quarantine. Errors memory.import, memory.budget-pinned, and of the whole memory those of fromJson().
    [[nodiscard]] Result<void> apply(const MemoryImported &event);
    /// Folds and verifies. Errors as learn(), and memory.check with item, stored and derived value.
    [[nodiscard]] Result<void> apply(const MemoryLearned &event);
    [[nodiscard]] Result<void> apply(const MemoryEdited &event);

    /// Items that the facts validate and that have no rule yet: their texts belong into facts.abstracted before learn().
    /// An item whose text is missing there stays normal and is named again next time. By id.
    [[nodiscard]] std::vector<ExperienceId> needsAbstraction(const MemoryLearned &facts) const;
    /// ATU, then UGC steps 1 to 9; fills credits, residency, residentTokens. Not for skipped or stopped episodes. Errors:
    /// memory.no-episode (not the opened one), memory.unknown-item, memory.facts (adopted but not retrieved, repeated,
    /// unsorted, score out of range), memory.rule-length (an automatic rule above the cap: see fitted()).
    [[nodiscard]] Result<void> learn(MemoryLearned &event);
    /// A person's change; fills residency, residentTokens. Actions: add | edit | disable | enable | delete | restore | pin | unpin |
    /// rule-text | budget | tokenizer. A refusal says why: memory.unknown-item, memory.known-item, memory.edit (fields missing,
    /// unknown action), memory.deleted, memory.pinned (unpin first), memory.pin-budget, memory.budget-pinned.
    [[nodiscard]] Result<void> edit(MemoryEdited &event);

    // ---- questions ------------------------------------------------------------------------------------------------
    [[nodiscard]] const Settings &settings() const { return m.settings; }
    [[nodiscard]] const Policy &policy() const { return m.policy; }
    [[nodiscard]] const TokenCounter &counter() const { return *m.counter; }
    [[nodiscard]] int episodes() const { return m.episodes; } ///< memory updates so far
    [[nodiscard]] const std::map<ExperienceId, MemoryItem> &items() const { return m.items; }
    /// Null where unknown.
    [[nodiscard]] const MemoryItem *find(const ExperienceId &id) const;
    [[nodiscard]] const Experience *experience(const ExperienceId &id) const;
    /// 0 where unknown.
    [[nodiscard]] double utility(const ExperienceId &id) const;
    /// What pools may hold now, by id.
    [[nodiscard]] std::vector<ExperienceId> eligible() const;
    [[nodiscard]] bool isRetrievable(const ExperienceId &id) const;
    /// H by U descending, ties by smaller L, then id.
    [[nodiscard]] std::vector<Rule> resident() const;
    [[nodiscard]] std::vector<ExperienceId> residentIds() const;
    [[nodiscard]] int residentTokens() const { return m.residentTokens; } ///< Tok(H)
    [[nodiscard]] int eligibleCount(const MemoryItem &item) const { return m.eligibleCount(item); }        ///< N_elig
    [[nodiscard]] double probability(const MemoryItem &item) const { return m.probability(item); }         ///< p
    [[nodiscard]] double expectedUtility(const MemoryItem &item) const { return m.expectedUtility(item); } ///< U; 0 without a rule
    [[nodiscard]] bool gateHolds(const MemoryItem &item) const { return m.gateHolds(item); }
    [[nodiscard]] MemoryView view() const;
    /// Ids whose place in pools or text may have changed, in order; grows. For indexes that follow incrementally.
    [[nodiscard]] const std::vector<ExperienceId> &changes() const { return m.changes; }

    /// Exact: fromJson(toJson()) equals the state in every bit that matters to the fold.
    [[nodiscard]] Json toJson() const;
    /// Errors json.shape, memory.damaged, memory.unknown-policy, memory.unknown-tokenizer, those of validate(Settings).
    [[nodiscard]] static Result<MemoryState> fromJson(const Json &json);

private:
    MemoryData m;
};

} // namespace sage
