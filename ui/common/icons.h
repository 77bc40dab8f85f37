#pragma once

#include <QIcon>

namespace sage::ui {

/// An icon of :/icons, drawn in the theme's text colour (SVG files use currentColor), with a dimmed disabled state.
/// Made anew after a theme change. GUI thread.
[[nodiscard]] QIcon icon(const QString &name);

} // namespace sage::ui
