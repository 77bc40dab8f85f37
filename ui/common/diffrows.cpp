#include "ui/common/diffrows.h"

#include <algorithm>

namespace sage::ui {

namespace {

struct Run {
    int first = 0; ///< line indexes, end not included
    int end = 0;
    bool same = true;
};

[[nodiscard]] std::vector<Run> runsOf(const TextDiff &diff)
{
    std::vector<Run> runs;
    const int count = static_cast<int>(diff.lines.size());
    for (int i = 0; i < count; ++i) {
        const bool same = diff.lines[static_cast<std::size_t>(i)].kind == LineKind::Same;
        if (runs.empty() || runs.back().same != same)
            runs.push_back({i, i, same});
        runs.back().end = i + 1;
    }
    return runs;
}

/// The part of an unchanged run that is folded; empty (first == end) where it is too short.
[[nodiscard]] Run foldedPart(const std::vector<Run> &runs, std::size_t index, int context)
{
    Run part = runs[index];
    if (index > 0)
        part.first += context;
    if (index + 1 < runs.size())
        part.end -= context;
    if (!runs[index].same || runs.size() == 1 || part.end - part.first < 3)
        part.end = part.first;
    return part;
}

void addSame(std::vector<DiffRow> &rows, int first, int end)
{
    for (int i = first; i < end; ++i)
        rows.push_back({DiffRow::Kind::Same, i, i, 0, 0});
}

void addChange(std::vector<DiffRow> &rows, const TextDiff &diff, const Run &run, DiffLayout layout)
{
    if (layout == DiffLayout::Unified) {
        for (int i = run.first; i < run.end; ++i)
            rows.push_back({DiffRow::Kind::Change, i, i, 0, 0});
        return;
    }
    int middle = run.first; // removed lines come first
    while (middle < run.end && diff.lines[static_cast<std::size_t>(middle)].kind == LineKind::Removed)
        ++middle;
    const int height = std::max(middle - run.first, run.end - middle);
    for (int k = 0; k < height; ++k) {
        const int left = run.first + k < middle ? run.first + k : -1;
        const int right = middle + k < run.end ? middle + k : -1;
        rows.push_back({DiffRow::Kind::Change, left, right, 0, 0});
    }
}

} // namespace

std::vector<DiffRow> diffRows(const TextDiff &diff, DiffLayout layout, const FoldOptions &options)
{
    std::vector<DiffRow> rows;
    const std::vector<Run> runs = runsOf(diff);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!runs[i].same) {
            addChange(rows, diff, runs[i], layout);
            continue;
        }
        const int number = static_cast<int>(i);
        const Run part = foldedPart(runs, i, options.context);
        if (!options.fold || part.first == part.end || options.opened.contains(number)) {
            addSame(rows, runs[i].first, runs[i].end);
            continue;
        }
        addSame(rows, runs[i].first, part.first);
        rows.push_back({DiffRow::Kind::Fold, -1, -1, part.end - part.first, number});
        addSame(rows, part.end, runs[i].end);
    }
    return rows;
}

std::vector<std::pair<int, int>> changesOf(const std::vector<DiffRow> &rows)
{
    std::vector<std::pair<int, int>> changes;
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        if (rows[static_cast<std::size_t>(i)].kind != DiffRow::Kind::Change)
            continue;
        if (!changes.empty() && changes.back().second == i - 1)
            changes.back().second = i;
        else
            changes.emplace_back(i, i);
    }
    return changes;
}

int nextChange(const std::vector<std::pair<int, int>> &changes, int row)
{
    const auto found = std::find_if(changes.begin(), changes.end(), [&](const auto &change) { return change.first > row; });
    return found == changes.end() ? -1 : static_cast<int>(found - changes.begin());
}

int previousChange(const std::vector<std::pair<int, int>> &changes, int row)
{
    const auto found = std::find_if(changes.rbegin(), changes.rend(), [&](const auto &change) { return change.first < row; });
    return found == changes.rend() ? -1 : static_cast<int>(changes.rend() - found) - 1;
}

int rowOfLine(const TextDiff &diff, const std::vector<DiffRow> &rows, int newLine)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].right >= 0 && diff.lines[static_cast<std::size_t>(rows[i].right)].newLine == newLine)
            return static_cast<int>(i);
    }
    return -1;
}

int foldOfLine(const TextDiff &diff, const FoldOptions &options, int newLine)
{
    const std::vector<Run> runs = runsOf(diff);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run part = foldedPart(runs, i, options.context);
        for (int k = part.first; k < part.end; ++k) {
            if (diff.lines[static_cast<std::size_t>(k)].newLine == newLine)
                return static_cast<int>(i);
        }
    }
    return -1;
}

} // namespace sage::ui
