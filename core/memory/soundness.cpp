#include "core/memory/soundness.h"

#include "core/model/settings.h"

#include <cmath>

namespace sage::fold {

namespace {

[[nodiscard]] bool isShare(double value)
{
    return value >= 0 && value <= 1;
}

/// Why the item cannot be part of a memory; empty where it can.
[[nodiscard]] std::string faultOfRule(const MemoryItem &item, const TokenCounter &counter)
{
    if (!item.rule)
        return item.state == ItemState::Normal ? "" : "it is " + std::string(item.state == ItemState::Consolidated ? "resident" : "validated") + " but has no rule";
    if (!(item.rule->id == item.experience->id))
        return "its rule carries another id";
    if (item.rule->tokens != tokensOf(*item.rule, counter))
        return "its rule does not have the length that is stored with it";
    if (item.rule->pinned && item.state != ItemState::Consolidated)
        return "its rule is pinned but not resident";
    return {};
}

[[nodiscard]] std::string faultOf(const MemoryData &memory, const MemoryItem &item)
{
    if (item.state == ItemState::Consolidated && (item.disabled || item.deleted))
        return "it is resident although it was taken out";
    if (item.adopted < 0 || item.adopted > item.retrieved)
        return "it was adopted more often than retrieved";
    if (item.eligibleBefore < 0 || item.eligibleBefore > memory.episodes || (item.eligibleFrom && (*item.eligibleFrom < 0 || *item.eligibleFrom > memory.episodes)))
        return "it was eligible in episodes that memory did not see";
    if (!std::isfinite(item.utility) || !isShare(item.probability))
        return "its figures are out of range";
    return faultOfRule(item, *memory.counter);
}

[[nodiscard]] Result<void> checkIds(const MemoryData &memory, const std::vector<ExperienceId> &ids, const char *field)
{
    std::set<ExperienceId> seen;
    for (const ExperienceId &id : ids) {
        if (!memory.find(id))
            return damaged(field, "it names an experience that the memory does not hold: " + id.value);
        if (!seen.insert(id).second)
            return damaged(field, "it names an experience twice: " + id.value);
    }
    return {};
}

[[nodiscard]] Result<void> checkTotals(const MemoryData &memory)
{
    std::int64_t tokens = 0;
    for (const ExperienceId &id : memory.resident)
        tokens += memory.find(id)->rule->tokens;
    if (tokens != memory.residentTokens)
        return damaged("residentTokens", "the resident rules have " + std::to_string(tokens) + " tokens, not " + std::to_string(memory.residentTokens));
    if (memory.residencyLog.size() != memory.residencyEpisode.size())
        return damaged("residencyEpisode", "it does not have one line for each of residencyLog");
    if (memory.meanUtility.size() != memory.tokensOverTime.size())
        return damaged("tokensOverTime", "it does not have one line for each of meanUtility");
    if (!std::isfinite(memory.utilitySum) || memory.utilityCount < 0)
        return damaged("utilitySum", "it is out of range");
    return {};
}

/// The path of the first value that differs, "" where none does.
[[nodiscard]] std::string firstDifference(const Json &stored, const Json &read, const std::string &path)
{
    if (stored.is_object() && read.is_object()) {
        for (const auto &[name, value] : read.items()) {
            const auto found = stored.find(name);
            if (found == stored.end())
                continue;
            if (std::string deeper = firstDifference(*found, value, path.empty() ? name : path + '.' + name); !deeper.empty())
                return deeper;
        }
        return {};
    }
    if (stored.is_array() && read.is_array() && stored.size() == read.size()) {
        for (std::size_t i = 0; i < stored.size(); ++i) {
            if (std::string deeper = firstDifference(stored[i], read[i], path + '[' + std::to_string(i) + ']'); !deeper.empty())
                return deeper;
        }
        return {};
    }
    return stored == read ? std::string() : path;
}

} // namespace

tl::unexpected<Error> damaged(const std::string &item, const std::string &why)
{
    return fail("memory.damaged", "The memory is damaged at " + item + ": " + why + ". Take it from its source again.", {}, {{"item", item}, {"why", why}});
}

Result<void> checkSound(const MemoryData &memory)
{
    if (const Result<void> valid = validate(memory.settings); !valid)
        return fail(valid.error());
    if (memory.episodes < 0)
        return damaged("episodes", "there cannot be fewer than none");
    for (const auto &[id, item] : memory.items) {
        if (const std::string fault = faultOf(memory, item); !fault.empty())
            return damaged(id.value, fault);
    }
    for (const auto &[ids, field] : {std::pair(&memory.entering, "entering"), std::pair(&memory.leaving, "leaving")}) {
        if (const Result<void> known = checkIds(memory, *ids, field); !known)
            return known;
    }
    return checkTotals(memory);
}

Result<void> checkRead(const Json &stored, const Json &read)
{
    const std::string path = firstDifference(stored, read, {});
    return path.empty() ? Result<void>() : damaged(path, "its value does not exist or is out of range");
}

} // namespace sage::fold
