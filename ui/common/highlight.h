#pragma once

#include <QColor>
#include <QString>

#include <memory>
#include <string_view>
#include <vector>

namespace sage::ui {

/// Looks of one kind of token, for both themes, so that a theme switch needs no new pass over the text.
struct TokenStyle {
    QColor light;
    QColor dark;
    bool bold = false;
    bool italic = false;
};

struct StyledRange {
    int start = 0;
    int length = 0;
    int style = 0; ///< index into HighlightedText::styles
};

struct HighlightedText {
    std::vector<std::vector<StyledRange>> lines; ///< by line, from 0
    std::vector<TokenStyle> styles;
};

/// Highlights C++ by KSyntaxHighlighting. Loading the definitions takes tens of milliseconds, so an object belongs to a worker.
class CodeHighlighter
{
public:
    CodeHighlighter();
    ~CodeHighlighter();

    [[nodiscard]] HighlightedText highlight(std::string_view code) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sage::ui
