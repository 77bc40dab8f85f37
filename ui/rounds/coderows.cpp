#include "ui/rounds/coderows.h"

namespace sage::ui {

namespace {

void addTokens(CodeRow &row, const HighlightedText &text, int line)
{
    if (line < 1 || line > static_cast<int>(text.lines.size()))
        return;
    row.tokens = &text.lines[static_cast<std::size_t>(line) - 1];
    row.styles = &text.styles;
}

} // namespace

std::vector<CodeRow> codeRows(const FileDocument &file, const std::vector<DiffRow> &rows, CodeSide side, const QString &foldText)
{
    std::vector<CodeRow> made;
    made.reserve(rows.size());
    for (const DiffRow &row : rows) {
        CodeRow code;
        const int index = side == CodeSide::Right ? row.right : row.left;
        if (row.kind == DiffRow::Kind::Fold) {
            code.kind = CodeRow::Kind::Fold;
            code.text = foldText.arg(row.hidden);
            code.fold = row.fold;
        } else if (index < 0) {
            code.kind = CodeRow::Kind::Filler;
        } else {
            const DiffLine &line = file.diff.lines[static_cast<std::size_t>(index)];
            code.kind = line.kind == LineKind::Added ? CodeRow::Kind::Added : line.kind == LineKind::Removed ? CodeRow::Kind::Removed : CodeRow::Kind::Same;
            code.text = line.text;
            code.oldLine = side == CodeSide::Right ? 0 : line.oldLine;
            code.newLine = side == CodeSide::Left ? 0 : line.newLine;
            code.words = line.words;
            const bool fromOld = line.newLine == 0 || side == CodeSide::Left;
            addTokens(code, fromOld ? file.before : file.after, fromOld ? line.oldLine : line.newLine);
        }
        made.push_back(std::move(code));
    }
    return made;
}

} // namespace sage::ui
