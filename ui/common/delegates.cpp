#include "ui/common/delegates.h"

#include "ui/common/theme.h"

#include <QApplication>
#include <QPainter>

#include <cmath>

namespace sage::ui {

namespace {

constexpr int dotSpace = 16; // dot and the gap behind it, in pixels

/// The style's own background (selection, alternation) without text.
void paintBackground(QPainter *painter, const QStyleOptionViewItem &option)
{
    const QWidget *widget = option.widget;
    const QStyle *style = widget ? widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
}

} // namespace

ToneDelegate::ToneDelegate(int toneRole, QObject *parent) : QStyledItemDelegate(parent), m_role(toneRole) {}

void ToneDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant tone = index.data(m_role);
    if (!tone.isValid() || index.data(Qt::DisplayRole).toString().isEmpty()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    paintBackground(painter, full);
    const QColor colour = toneColour(static_cast<Tone>(tone.toInt()));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    const QPointF centre(option.rect.left() + 9.5, option.rect.center().y() + 0.5);
    painter->drawEllipse(centre, 4, 4);
    painter->restore();
    const QRect textRect = option.rect.adjusted(dotSpace + 2, 0, -3, 0);
    painter->save();
    painter->setFont(full.font);
    painter->setPen(full.palette.color(QPalette::Text));
    painter->drawText(textRect, Qt::AlignVCenter | Qt::AlignLeft, full.fontMetrics.elidedText(full.text, Qt::ElideRight, textRect.width()));
    painter->restore();
}

QSize ToneDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(dotSpace, 0);
}

BarDelegate::BarDelegate(int shareRole, QObject *parent) : QStyledItemDelegate(parent), m_role(shareRole) {}

void BarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant value = index.data(m_role);
    const double share = value.toDouble();
    if (!value.isValid() || !std::isfinite(share)) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    paintBackground(painter, full);
    QColor colour = share < 0 ? colours().bad : colours().accent;
    colour.setAlpha(70);
    const QRect inner = option.rect.adjusted(3, 3, -3, -3);
    const int width = static_cast<int>(std::lround(inner.width() * std::min(1.0, std::fabs(share))));
    painter->fillRect(QRect(inner.left(), inner.top(), width, inner.height()), colour);
    painter->save();
    painter->setFont(full.font);
    painter->setPen(full.palette.color(QPalette::Text));
    painter->drawText(inner.adjusted(3, 0, -3, 0), static_cast<int>(full.displayAlignment) | Qt::AlignVCenter, full.text);
    painter->restore();
}

} // namespace sage::ui
