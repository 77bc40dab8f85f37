#pragma once

#include "core/memory/data.h"

namespace sage::fold {

/// What every step of the fold keeps true and later steps rely on without asking: ids are known, whatever is resident or
/// validated has a rule, counts and totals fit each other. A memory that comes from a file is checked once, here.
/// Error memory.damaged with item (an experience's id, or the name of a field) and why.
/// Cost: the number of items, and one count of tokens for each rule.
[[nodiscard]] Result<void> checkSound(const MemoryData &memory);

/// Error memory.damaged where a value that was stored is not the value that was read: a number out of range, a state that
/// does not exist. Fields that an older version did not write, or that this one does not know, are no difference.
[[nodiscard]] Result<void> checkRead(const Json &stored, const Json &read);

[[nodiscard]] tl::unexpected<Error> damaged(const std::string &item, const std::string &why);

} // namespace sage::fold
