#pragma once

#include "ui/common/wording.h"

#include <span>

namespace sage::ui {

[[nodiscard]] std::span<const Wording> stateWordings();
[[nodiscard]] std::span<const Wording> settingWordings();
[[nodiscard]] std::span<const Wording> errorWordings();
[[nodiscard]] std::span<const Wording> findingWordings();

} // namespace sage::ui
