#pragma once

#include <QStyledItemDelegate>

namespace sage::ui {

/// A coloured dot before the text; the colour comes from the Tone in `toneRole`.
class ToneDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit ToneDelegate(int toneRole, QObject *parent = nullptr);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_role;
};

/// A bar behind the text, as long as the share in `shareRole`; negative shares are drawn in the bad colour.
class BarDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit BarDelegate(int shareRole, QObject *parent = nullptr);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_role;
};

} // namespace sage::ui
