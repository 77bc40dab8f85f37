#pragma once

#include <QtCore/qnamespace.h>

namespace sage::ui {

/// What models give beside DisplayRole (text for people). Delegates, proxies and tests know only these numbers.
enum Role : int {
    SortRole = Qt::UserRole + 1, ///< raw value: int, double or text
    IdRole,                      ///< identity as text: operator name, experience id ...
    StateRole,                   ///< a Tone as int
    ShareRole,                   ///< double in [-1, 1], drawn as a bar behind the text
};

/// How a state feels: decides its colour, never its text.
enum class Tone : int { Neutral, Waiting, Active, Good, Warning, Bad };

} // namespace sage::ui
