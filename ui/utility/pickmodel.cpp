#include "ui/utility/pickmodel.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <algorithm>

namespace sage::ui {

void PickModel::setSnapshot(const SnapshotPtr &snapshot)
{
    std::vector<PickRow> rows;
    if (snapshot) {
        for (const MemoryItemView &item : snapshot->memory->items)
            rows.push_back({&item});
    }
    assign(std::move(rows));
    m_snapshot = snapshot;
}

void PickModel::setPicked(std::vector<QString> ids)
{
    if (ids == m_picked)
        return;
    m_picked = std::move(ids);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Count - 1));
    Q_EMIT pickedChanged();
}

QColor PickModel::colourOf(const QString &id) const
{
    const auto found = std::find(m_picked.begin(), m_picked.end(), id);
    return found == m_picked.end() ? QColor() : colours().series[static_cast<std::size_t>(found - m_picked.begin()) % colours().series.size()];
}

int PickModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant PickModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const MemoryItemView &item = *row(index.row()).item;
    const QString id = row(index.row()).key();
    const bool title = index.column() == Title;
    const bool picked = std::find(m_picked.begin(), m_picked.end(), id) != m_picked.end();
    switch (role) {
    case Qt::DisplayRole: return title ? text(item.experience.title) : signedNumber(item.utility, 3);
    case SortRole: return title ? QVariant((picked ? QString(u'0') : QString(u'1')) + text(item.experience.title)) : QVariant(item.utility); // picked ones first
    case IdRole: return id;
    case ShareRole: return title ? QVariant() : QVariant(item.utility);
    case Qt::CheckStateRole: return title ? QVariant(picked ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::DecorationRole: return title && picked ? QVariant(colourOf(id)) : QVariant();
    case Qt::ToolTipRole: return text(item.experience.title);
    case Qt::TextAlignmentRole: return title ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

bool PickModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !index.isValid())
        return false;
    std::vector<QString> ids = m_picked;
    const QString id = row(index.row()).key();
    ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
    if (value.toInt() == Qt::Checked)
        ids.push_back(id);
    setPicked(std::move(ids));
    return true;
}

QVariant PickModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Title ? tr("Shown experiences") : tr("u");
}

Qt::ItemFlags PickModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags plain = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    return index.column() == Title ? plain | Qt::ItemIsUserCheckable : plain;
}

} // namespace sage::ui
