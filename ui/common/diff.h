#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace sage::ui {

/// A piece of a line, in UTF-16 units.
struct TextRange {
    int start = 0;
    int length = 0;
    bool operator==(const TextRange &) const = default;
};

enum class LineKind { Same, Removed, Added };

struct DiffLine {
    LineKind kind = LineKind::Same;
    int oldLine = 0; ///< from 1; 0: not in that text
    int newLine = 0;
    QString text;
    std::vector<TextRange> words; ///< what changed inside the line, where it has a counterpart
    bool operator==(const DiffLine &) const = default;
};

struct TextDiff {
    std::vector<DiffLine> lines; ///< both texts complete; of a change, removed lines before added ones
    int added = 0;
    int removed = 0;
};

struct DiffOptions {
    bool ignoreSpace = false;
};

/// Line diff by libgit2 (patience), words inside changed lines by dtl. Any thread.
[[nodiscard]] TextDiff diffTexts(std::string_view before, std::string_view after, DiffOptions options = {});

/// Words, numbers, runs of space and single other characters, in order; joined they give the line.
[[nodiscard]] std::vector<QString> tokensOf(const QString &line);

} // namespace sage::ui
