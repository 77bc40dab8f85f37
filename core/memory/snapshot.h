#pragma once

#include "core/memory/data.h"

namespace sage::fold {

/// Everything but `changes`. Numbers round-trip exactly (shortest decimal form of a double).
[[nodiscard]] Json toJson(const MemoryData &memory);
/// A file that was damaged or written by hand is refused and never half taken over: what it says has to be what a fold can
/// have come to. Errors json.shape, memory.damaged, memory.unknown-policy, memory.unknown-tokenizer, those of validate(Settings).
[[nodiscard]] Result<MemoryData> memoryFromJson(const Json &json);

} // namespace sage::fold
