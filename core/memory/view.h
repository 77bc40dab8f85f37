#pragma once

#include "core/model/events.h"

#include <optional>
#include <vector>

// Memory as tables and charts show it: plain values, made by MemoryState::view().

namespace sage {

/// A point of an item's utility over time.
struct UtilityPoint {
    int episode = 0; ///< ordinal of the memory update, from 1
    double before = 0;
    double after = 0;
    double credit = 0;
    double eta = 0;
    double score = 0; ///< z
    int adopted = 0;  ///< |A|
};

enum class ItemState : std::uint8_t { Normal, Validated, Consolidated };

/// One experience with its values, for tables.
struct MemoryItemView {
    Experience experience;
    ItemState state = ItemState::Normal;
    double utility = 0;
    int retrieved = 0;
    int adopted = 0;
    int eligible = 0;
    int adoptingOperators = 0;
    double probability = 0; ///< p
    double expected = 0;    ///< U, utility per resident token
    bool quarantined = true;
    bool disabled = false;
    bool pinned = false;
    std::optional<Rule> rule;
    std::vector<UtilityPoint> history;
};

struct MemoryView {
    std::vector<MemoryItemView> items; ///< by id
    std::vector<MemoryItemView> tombstones; ///< deleted by a person, restorable; by id
    std::vector<Rule> resident;        ///< by U descending
    int residentTokens = 0;
    int budgetTokens = 10000;
    std::string tokenizer = "estimate"; ///< name of the token counter
    int episodes = 0;                  ///< memory updates so far
    std::vector<ResidencyCheck> residencyLog; ///< all promotions and demotions, oldest first
    std::vector<int> residencyEpisode;        ///< ordinal for each line of residencyLog
    std::vector<double> meanUtility;   ///< over adopted-or-retrieved items, one per memory update
    std::vector<int> tokensOverTime;   ///< Tok(H), one per memory update
};

} // namespace sage
