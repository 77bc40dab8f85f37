#pragma once

#include "ui/common/diff.h"

#include <set>
#include <utility>

// How a diff lies on the page: plain values, no widgets.

namespace sage::ui {

/// One row on the page. Indexes into TextDiff::lines; -1: nothing on that side.
/// Unified: `left` equals `right`. Split: a change has removed lines left, added lines right.
struct DiffRow {
    enum class Kind { Same, Change, Fold };
    Kind kind = Kind::Same;
    int left = -1;
    int right = -1;
    int hidden = 0; ///< Fold: how many lines
    int fold = 0;   ///< Fold: its number, stable while the diff stays
    bool operator==(const DiffRow &) const = default;
};

enum class DiffLayout { Unified, Split };

struct FoldOptions {
    bool fold = true;
    int context = 3;      ///< unchanged lines kept around a change
    std::set<int> opened; ///< folds that a person opened
};

/// Rows of the diff. Runs of unchanged lines longer than the context on both sides plus two are folded; a diff without a change is not.
[[nodiscard]] std::vector<DiffRow> diffRows(const TextDiff &diff, DiffLayout layout, const FoldOptions &options);

/// First and last row of each change, in order.
[[nodiscard]] std::vector<std::pair<int, int>> changesOf(const std::vector<DiffRow> &rows);
/// The change that begins after `row` (or before it), -1 if none.
[[nodiscard]] int nextChange(const std::vector<std::pair<int, int>> &changes, int row);
[[nodiscard]] int previousChange(const std::vector<std::pair<int, int>> &changes, int row);
/// The row that shows line `newLine` (or `oldLine`) of a text; -1 if folded away.
[[nodiscard]] int rowOfLine(const TextDiff &diff, const std::vector<DiffRow> &rows, int newLine);
/// The fold that hides the line; -1 if none does.
[[nodiscard]] int foldOfLine(const TextDiff &diff, const FoldOptions &options, int newLine);

} // namespace sage::ui
