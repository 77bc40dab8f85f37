#pragma once

#include "core/generate/calctypes.h"

namespace sage::lowering {

/// The constants and functions in front of the classes. `used` is the classes' text: what it does not name is left out.
[[nodiscard]] std::string helperText(const Plan &plan, const CalcTypes &types, bool hop, const std::string &used);

} // namespace sage::lowering
