#include "ui/rounds/codeview.h"

#include "ui/common/theme.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace sage::ui {

namespace {

constexpr int markWidth = 14; // room for a mark, in pixels

[[nodiscard]] QColor backgroundOf(CodeRow::Kind kind)
{
    const Colours &c = colours();
    switch (kind) {
    case CodeRow::Kind::Added: return c.addedLine;
    case CodeRow::Kind::Removed: return c.removedLine;
    case CodeRow::Kind::Filler: return c.filler;
    case CodeRow::Kind::Fold: return c.fold;
    case CodeRow::Kind::Same: break;
    }
    return {};
}

} // namespace

/// The strip left of the text; painting and events belong to the view.
class CodeGutter : public QWidget
{
public:
    explicit CodeGutter(CodeView *view) : QWidget(view), m_view(view) {}

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintGutter(event); }
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::ToolTip)
            return QWidget::event(event);
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), m_view->markTip(help->pos()), this);
        return true;
    }

private:
    CodeView *m_view;
};

/// Colours by row, not by parsing: the tokens were found elsewhere.
class CodeView::RowHighlighter : public QSyntaxHighlighter
{
public:
    explicit RowHighlighter(CodeView *view) : QSyntaxHighlighter(view->document()), m_view(view) {}

protected:
    void highlightBlock(const QString &) override
    {
        const CodeRow *row = m_view->rowAt(currentBlock().blockNumber());
        if (!row)
            return;
        if (row->kind == CodeRow::Kind::Fold) {
            QTextCharFormat dim;
            dim.setForeground(colours().dim);
            setFormat(0, static_cast<int>(row->text.size()), dim);
        }
        if (row->tokens)
            colourTokens(*row);
        markWords(*row);
    }

private:
    void colourTokens(const CodeRow &row)
    {
        const bool dark = currentTheme() == ThemeKind::Dark;
        for (const StyledRange &token : *row.tokens) {
            const TokenStyle &style = (*row.styles)[static_cast<std::size_t>(token.style)];
            QTextCharFormat format;
            const QColor colour = dark ? style.dark : style.light;
            if (colour.isValid())
                format.setForeground(colour);
            if (style.bold)
                format.setFontWeight(QFont::Bold);
            format.setFontItalic(style.italic);
            setFormat(token.start, token.length, format);
        }
    }
    void markWords(const CodeRow &row)
    {
        const QColor colour = row.kind == CodeRow::Kind::Removed ? colours().removedWord : colours().addedWord;
        for (const TextRange &word : row.words) {
            for (int i = word.start; i < word.start + word.length; ++i) {
                QTextCharFormat format = this->format(i);
                format.setBackground(colour);
                setFormat(i, 1, format);
            }
        }
    }

    CodeView *m_view;
};

CodeView::CodeView(QWidget *parent) : QPlainTextEdit(parent), m_highlighter(new RowHighlighter(this)), m_gutter(new CodeGutter(this))
{
    setReadOnly(true);
    setLineWrapMode(NoWrap);
    setUndoRedoEnabled(false);
    setFrameShape(NoFrame);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(std::max(8.0, this->font().pointSizeF() - 0.5));
    setFont(font);
    setTabStopDistance(4 * fontMetrics().horizontalAdvance(u' '));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    layoutGutter();
}

CodeView::~CodeView() = default;

void CodeView::setRows(DocumentPtr document, std::vector<CodeRow> rows)
{
    m_document = std::move(document);
    m_rows = std::move(rows);
    int last = 1;
    bool oldNumbers = false;
    bool newNumbers = false;
    QStringList lines;
    for (const CodeRow &row : m_rows) {
        lines << row.text;
        last = std::max({last, row.oldLine, row.newLine});
        oldNumbers = oldNumbers || row.oldLine > 0;
        newNumbers = newNumbers || row.newLine > 0;
    }
    m_columns = oldNumbers && newNumbers ? 2 : 1;
    m_digits = static_cast<int>(QString::number(last).size());
    setPlainText(lines.join(u'\n'));
    layoutGutter();
}

void CodeView::setMarks(const LineMarks &marks)
{
    m_marks = marks;
    m_gutter->update();
    viewport()->update();
}

void CodeView::showRow(int row)
{
    const QTextBlock block = document()->findBlockByNumber(row);
    if (!block.isValid())
        return;
    setTextCursor(QTextCursor(block));
    centerCursor();
}

const CodeRow *CodeView::rowAt(int block) const
{
    return block >= 0 && block < static_cast<int>(m_rows.size()) ? &m_rows[static_cast<std::size_t>(block)] : nullptr;
}

template<typename F>
void CodeView::forVisibleRows(F f) const
{
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
        if (rect.top() > viewport()->height())
            return;
        if (const CodeRow *row = rowAt(block.blockNumber()))
            f(*row, QRect(0, static_cast<int>(rect.top()), viewport()->width(), static_cast<int>(rect.height() + 0.5)));
    }
}

void CodeView::paintEvent(QPaintEvent *event)
{
    {
        QPainter painter(viewport());
        forVisibleRows([&](const CodeRow &row, const QRect &rect) {
            if (const QColor background = backgroundOf(row.kind); background.isValid())
                painter.fillRect(rect, background);
            if (row.newLine > 0 && m_marks.contains(row.newLine)) {
                painter.setPen(toneColour(m_marks.at(row.newLine).tone));
                painter.drawLine(rect.left() + 2, rect.bottom(), rect.right(), rect.bottom());
            }
        });
    }
    QPlainTextEdit::paintEvent(event);
}

int CodeView::numberWidth() const
{
    return fontMetrics().horizontalAdvance(u'9') * m_digits + 8;
}

int CodeView::gutterWidth() const
{
    return numberWidth() * m_columns + markWidth;
}

void CodeView::layoutGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inner = contentsRect();
    m_gutter->setGeometry(inner.left(), inner.top(), gutterWidth(), inner.height());
    m_gutter->update();
}

void CodeView::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), colours().gutter);
    painter.setFont(font());
    forVisibleRows([&](const CodeRow &row, const QRect &rect) {
        const QRect line(0, rect.top(), m_gutter->width(), rect.height());
        if (const QColor background = backgroundOf(row.kind); background.isValid())
            painter.fillRect(line, background);
        paintNumbers(painter, line, row);
        const auto mark = row.newLine > 0 ? m_marks.find(row.newLine) : m_marks.end();
        if (mark == m_marks.end())
            return;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(toneColour(mark->second.tone));
        painter.drawEllipse(QPointF(line.right() - markWidth / 2.0 + 1, line.center().y() + 0.5), 4, 4);
    });
}

void CodeView::paintNumbers(QPainter &painter, const QRect &line, const CodeRow &row) const
{
    painter.setPen(colours().dim);
    if (row.kind == CodeRow::Kind::Fold) {
        painter.drawText(QRect(0, line.top(), line.width() - 4, line.height()), Qt::AlignCenter, QStringLiteral("⋯"));
        return;
    }
    const int width = numberWidth();
    int column = 0;
    for (const int number : {row.oldLine, row.newLine}) {
        const bool shown = m_columns == 2 || number > 0;
        if (number > 0)
            painter.drawText(QRect(column * width, line.top(), width - 4, line.height()), Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        column += shown && m_columns == 2;
    }
}

QString CodeView::markTip(const QPoint &at) const
{
    QString tip;
    forVisibleRows([&](const CodeRow &row, const QRect &rect) {
        if (at.y() >= rect.top() && at.y() < rect.bottom() && row.newLine > 0 && m_marks.contains(row.newLine))
            tip = m_marks.at(row.newLine).messages.join(u'\n');
    });
    return tip;
}

void CodeView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    layoutGutter();
}

void CodeView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->rehighlight();
    if (event->type() == QEvent::FontChange)
        layoutGutter();
}

void CodeView::mouseReleaseEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    const CodeRow *row = rowAt(cursorForPosition(event->pos()).blockNumber());
    if (row && row->kind == CodeRow::Kind::Fold && !textCursor().hasSelection())
        Q_EMIT foldClicked(row->fold);
}

bool CodeView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), markTip(help->pos()), viewport());
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

} // namespace sage::ui
