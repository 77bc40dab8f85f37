#pragma once

#include "ui/common/roles.h"

#include <QColor>

#include <array>

class QWidget;

namespace sage::ui {

enum class ThemeKind { Light, Dark };

/// Every colour the views use beside the palette's.
struct Colours {
    QColor window, base, alternate, text, dim, border;
    QColor accent, good, warning, bad, waiting;
    QColor addedLine, addedWord, removedLine, removedWord; ///< diff backgrounds
    QColor filler, fold, gutter;
    QColor grid; ///< of charts
    std::array<QColor, 8> series;
};

/// Fusion with an own palette; may be called at any time, widgets hear of it by PaletteChange. GUI thread.
void applyTheme(ThemeKind kind);
[[nodiscard]] ThemeKind currentTheme();
[[nodiscard]] const Colours &colours();
[[nodiscard]] const Colours &coloursOf(ThemeKind kind);
[[nodiscard]] QColor toneColour(Tone tone);

} // namespace sage::ui
