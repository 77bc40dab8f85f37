#pragma once

#include "ui/common/diffrows.h"
#include "ui/common/document.h"

namespace sage::ui {

enum class CodeSide { Unified, Left, Right };

/// One row of a code view: what is painted, ready made.
struct CodeRow {
    enum class Kind { Same, Removed, Added, Filler, Fold };
    Kind kind = Kind::Same;
    QString text;
    int oldLine = 0;
    int newLine = 0;
    int fold = -1;
    std::vector<TextRange> words;
    const std::vector<StyledRange> *tokens = nullptr; ///< into the document
    const std::vector<TokenStyle> *styles = nullptr;
};

/// The rows of one side. They point into `file`, which must outlive them. `foldText` has %1 for the number of lines.
[[nodiscard]] std::vector<CodeRow> codeRows(const FileDocument &file, const std::vector<DiffRow> &rows, CodeSide side, const QString &foldText);

} // namespace sage::ui
