#pragma once

#include "core/memory/view.h"

#include <QPointF>

#include <vector>

// What the utility chart draws, as plain values: x is the number of memory updates, y is u.

namespace sage::ui {

/// u of one item over memory updates. An unchanged u is drawn level up to the update before the next change, so at every
/// whole x the value is the true one. Starts at the update before the item's first change, ends at the newest.
[[nodiscard]] std::vector<QPointF> utilityPoints(const MemoryItemView &item, int episodes);
/// The mean over adopted-or-retrieved items after each update.
[[nodiscard]] std::vector<QPointF> meanPoints(const MemoryView &memory);

/// y range that holds all points and zero, with some air, inside [-1, 1].
[[nodiscard]] std::pair<double, double> utilityRange(const std::vector<std::vector<QPointF>> &series);

/// Ids of the items worth showing first: most often adopted, then most often retrieved, then by id; at most `count`.
[[nodiscard]] std::vector<ExperienceId> tellingItems(const MemoryView &memory, std::size_t count);

} // namespace sage::ui
