#pragma once

#include "core/episode/runstate.h"

#include <QString>

namespace sage::ui {

/// An experience as a page for people (HTML): when it applies, why, what it brought, where it comes from, how it fared.
[[nodiscard]] QString experiencePage(const MemoryItemView &item);

} // namespace sage::ui
