#pragma once

#include "core/memory/item.h"
#include "core/memory/policy.h"
#include "core/memory/tokens.h"

#include <map>

namespace sage {

/// What MemoryState holds: plain data and the figures that follow from it. Only the fold's functions change it.
///
/// N_elig is never written to every item: an item notes the count of memory updates at which its present span in the
/// pools began, and the sum of the closed spans before.
struct MemoryData {
    Settings settings;
    Policy policy;
    const TokenCounter *counter = nullptr; ///< never null once made by MemoryState
    std::uint64_t seed = 0;
    int episodes = 0;              ///< memory updates so far
    std::optional<EpisodeId> open; ///< the running episode
    std::map<ExperienceId, MemoryItem> items;
    std::set<ExperienceId> resident;  ///< H
    std::set<ExperienceId> pinned;    ///< part of H
    std::set<ExperienceId> validated; ///< candidates for H
    std::set<ExperienceId> demoted;   ///< once resident, cold now: their p moves every episode
    std::set<ExperienceId> waiting;   ///< cold and normal although the gate holds: no rule text came yet
    std::vector<ExperienceId> entering; ///< cold, retrievable from the next episode on
    std::vector<ExperienceId> leaving;  ///< taken out during the running episode, which still counts for them
    int residentTokens = 0;           ///< Tok(H)
    double utilitySum = 0;            ///< over items ever retrieved
    int utilityCount = 0;
    std::vector<ResidencyCheck> residencyLog;
    std::vector<int> residencyEpisode;
    std::vector<double> meanUtility;
    std::vector<int> tokensOverTime;
    std::vector<ExperienceId> changes; ///< for indexes; not part of a snapshot

    [[nodiscard]] MemoryItem *find(const ExperienceId &id);
    [[nodiscard]] const MemoryItem *find(const ExperienceId &id) const;
    [[nodiscard]] int eligibleCount(const MemoryItem &item) const;
    [[nodiscard]] double probability(const MemoryItem &item) const;
    [[nodiscard]] double expectedUtility(const MemoryItem &item) const;
    [[nodiscard]] bool gateHolds(const MemoryItem &item) const;
};

} // namespace sage
