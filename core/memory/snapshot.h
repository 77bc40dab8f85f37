#pragma once

#include "core/memory/data.h"

namespace sage::fold {

/// Everything but `changes`. Numbers round-trip exactly (shortest decimal form of a double).
[[nodiscard]] Json toJson(const MemoryData &memory);
/// Errors json.shape, memory.unknown-policy, memory.unknown-tokenizer.
[[nodiscard]] Result<MemoryData> memoryFromJson(const Json &json);

} // namespace sage::fold
