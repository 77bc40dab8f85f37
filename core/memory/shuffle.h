#pragma once

#include "core/memory/state.h"

namespace sage {

/// Control "shuffled memory": contents go round among the items by one random cycle, so that with two items or more nobody
/// keeps its own; ids stay. Keyed by the seed alone.
[[nodiscard]] std::vector<Experience> shuffledContents(std::vector<Experience> experiences, std::uint64_t seed);
/// The same over a whole memory: ids, utilities, counts and residency stay, rules are rewritten in the words of what their
/// items hold now, at most as long as before.
[[nodiscard]] Result<MemoryState> shuffledContents(const MemoryState &state, std::uint64_t seed);

} // namespace sage
