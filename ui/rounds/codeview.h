#pragma once

#include "ui/common/roles.h"
#include "ui/rounds/coderows.h"

#include <QPlainTextEdit>

#include <map>

namespace sage::ui {

/// What is said about a line of the newer text.
struct LineMark {
    Tone tone = Tone::Bad;
    QStringList messages;
};
using LineMarks = std::map<int, LineMark>;
/// By the file's path inside the kernel.
using FileMarks = std::map<QString, LineMarks>;

/// Read-only code with line numbers, changed lines coloured, marks in the gutter. Rows and marks are values set from outside.
/// Cost: layout of all rows when they are set; painting only what is visible.
class CodeView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);
    ~CodeView() override;

    /// The document keeps alive what the rows point to.
    void setRows(DocumentPtr document, std::vector<CodeRow> rows);
    void setMarks(const LineMarks &marks);
    void showRow(int row);
    [[nodiscard]] const std::vector<CodeRow> &rows() const { return m_rows; }
    [[nodiscard]] const LineMarks &marks() const { return m_marks; }

Q_SIGNALS:
    void foldClicked(int fold);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    friend class CodeGutter;
    class RowHighlighter;

    void layoutGutter();
    void paintGutter(QPaintEvent *event);
    void paintNumbers(QPainter &painter, const QRect &line, const CodeRow &row) const;
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] int numberWidth() const;
    [[nodiscard]] const CodeRow *rowAt(int block) const;
    [[nodiscard]] QString markTip(const QPoint &at) const;
    /// Calls f(row, rectangle in the viewport) for each row in sight.
    template<typename F>
    void forVisibleRows(F f) const;

    DocumentPtr m_document;
    std::vector<CodeRow> m_rows;
    LineMarks m_marks;
    RowHighlighter *m_highlighter;
    QWidget *m_gutter;
    int m_columns = 1; // of line numbers
    int m_digits = 2;
};

} // namespace sage::ui
