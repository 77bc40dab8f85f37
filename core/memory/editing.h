#pragma once

#include "core/memory/data.h"

// A person's changes and imports (method.md sections 5 and 10).

namespace sage::fold {

/// Errors as MemoryState::edit; a refusal changes nothing. Fills the derived fields.
[[nodiscard]] Result<void> edit(MemoryData &memory, MemoryEdited &event);

} // namespace sage::fold
