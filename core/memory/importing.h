#pragma once

#include "core/memory/data.h"

namespace sage::fold {

/// Errors as MemoryState::apply(MemoryImported); nothing is changed.
[[nodiscard]] Result<void> importMemory(MemoryData &memory, const MemoryImported &event);

} // namespace sage::fold
