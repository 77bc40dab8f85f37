#pragma once

#include "core/memory/data.h"

// An episode's update: ATU, then UGC (method.md sections 3 and 5).

namespace sage::fold {

/// Errors as MemoryState::learn; nothing is changed.
[[nodiscard]] Result<void> checkFacts(const MemoryData &memory, const MemoryLearned &facts);
/// Facts must have passed checkFacts. Fills the derived fields.
void learn(MemoryData &memory, MemoryLearned &event);
[[nodiscard]] std::vector<ExperienceId> needsAbstraction(const MemoryData &memory, const MemoryLearned &facts);

} // namespace sage::fold
