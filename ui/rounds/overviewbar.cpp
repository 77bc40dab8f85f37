#include "ui/rounds/overviewbar.h"

#include "ui/common/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

namespace sage::ui {

OverviewBar::OverviewBar(QWidget *parent) : QWidget(parent)
{
    setFixedWidth(10);
    setCursor(Qt::PointingHandCursor);
}

void OverviewBar::setView(CodeView *view)
{
    if (m_view)
        m_view->verticalScrollBar()->disconnect(this);
    m_view = view;
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, QOverload<>::of(&QWidget::update));
    update();
}

void OverviewBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), colours().gutter);
    if (!m_view || m_view->rows().empty())
        return;
    const std::vector<CodeRow> &rows = m_view->rows();
    const double scale = height() / static_cast<double>(rows.size());
    const auto stripe = [&](std::size_t i, const QColor &colour, int left, int width) {
        painter.fillRect(QRectF(left, static_cast<double>(i) * scale, width, std::max(2.0, scale)), colour);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].kind == CodeRow::Kind::Added)
            stripe(i, colours().good, 2, 4);
        else if (rows[i].kind == CodeRow::Kind::Removed)
            stripe(i, colours().bad, 2, 4);
        const auto mark = rows[i].newLine > 0 ? m_view->marks().find(rows[i].newLine) : m_view->marks().end();
        if (mark != m_view->marks().end())
            stripe(i, toneColour(mark->second.tone), 7, 3);
    }
    const QScrollBar *bar = m_view->verticalScrollBar();
    if (bar->maximum() > 0) {
        const double first = bar->value() * scale;
        QColor shade = colours().dim;
        shade.setAlpha(50);
        painter.fillRect(QRectF(0, first, width(), bar->pageStep() * scale), shade);
    }
}

void OverviewBar::mousePressEvent(QMouseEvent *event)
{
    if (m_view && height() > 0)
        Q_EMIT rowClicked(static_cast<int>(event->position().y() * static_cast<double>(m_view->rows().size()) / height()));
}

} // namespace sage::ui
