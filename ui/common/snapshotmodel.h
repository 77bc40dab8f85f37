#pragma once

#include "ui/common/roles.h"

#include <QAbstractTableModel>
#include <QHash>

#include <algorithm>
#include <utility>
#include <vector>

namespace sage::ui {

/// A table over rows that are rebuilt from each snapshot. assign() compares the new rows with those shown and tells views
/// only what changed: insertions, removals, a new order, new values. Reset only where no row stayed.
///
/// Row: a light value, usually a pointer into the snapshot, with `QString key() const` (unique) and operator== over what is shown.
/// The caller keeps the previous snapshot alive until assign() has returned. Cost: O(rows). GUI thread.
template<typename Row>
class SnapshotModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
    [[nodiscard]] const Row &row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int rowOf(const QString &key) const
    {
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (m_rows[i].key() == key)
                return static_cast<int>(i);
        }
        return -1;
    }
    /// All texts are asked for again, after a language change.
    void retranslate()
    {
        if (columnCount() > 0)
            Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

protected:
    void assign(std::vector<Row> rows)
    {
        const QHash<QString, int> target = positions(rows);
        const bool anyStays = std::any_of(m_rows.begin(), m_rows.end(), [&](const Row &row) { return target.contains(row.key()); });
        if (!anyStays && !m_rows.empty()) {
            beginResetModel();
            m_rows = std::move(rows);
            endResetModel();
            return;
        }
        removeMissing(target);
        reorder(target);
        insertNew(rows);
        replace(std::move(rows));
    }

private:
    [[nodiscard]] static QHash<QString, int> positions(const std::vector<Row> &rows)
    {
        QHash<QString, int> result;
        result.reserve(static_cast<qsizetype>(rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i)
            result.insert(rows[i].key(), static_cast<int>(i));
        return result;
    }

    void removeMissing(const QHash<QString, int> &target)
    {
        for (int last = rowCount() - 1; last >= 0;) {
            if (target.contains(row(last).key())) {
                --last;
                continue;
            }
            int first = last;
            while (first > 0 && !target.contains(row(first - 1).key()))
                --first;
            beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            endRemoveRows();
            last = first - 1;
        }
    }

    void reorder(const QHash<QString, int> &target)
    {
        std::vector<int> order(m_rows.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = static_cast<int>(i);
        const auto placed = [&](int i) { return target.value(row(i).key()); };
        const auto before = [&](int a, int b) { return placed(a) < placed(b); };
        if (std::is_sorted(order.begin(), order.end(), before))
            return;
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        std::sort(order.begin(), order.end(), before);
        std::vector<Row> rows;
        std::vector<int> movedTo(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            rows.push_back(row(order[i]));
            movedTo[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
        }
        const QModelIndexList from = persistentIndexList();
        QModelIndexList to;
        for (const QModelIndex &one : from)
            to.append(index(movedTo[static_cast<std::size_t>(one.row())], one.column()));
        m_rows = std::move(rows);
        changePersistentIndexList(from, to);
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }

    void insertNew(const std::vector<Row> &rows)
    {
        for (std::size_t first = 0; first < rows.size();) {
            if (first < m_rows.size() && m_rows[first].key() == rows[first].key()) {
                ++first;
                continue;
            }
            const QString next = first < m_rows.size() ? m_rows[first].key() : QString();
            std::size_t end = first;
            while (end < rows.size() && (first >= m_rows.size() || rows[end].key() != next))
                ++end;
            beginInsertRows({}, static_cast<int>(first), static_cast<int>(end) - 1);
            m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(first), rows.begin() + static_cast<std::ptrdiff_t>(first), rows.begin() + static_cast<std::ptrdiff_t>(end));
            endInsertRows();
            first = end;
        }
    }

    void replace(std::vector<Row> rows)
    {
        std::vector<int> changed;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!(rows[i] == m_rows[i]))
                changed.push_back(static_cast<int>(i));
        }
        m_rows = std::move(rows);
        for (std::size_t i = 0; i < changed.size();) {
            std::size_t end = i + 1;
            while (end < changed.size() && changed[end] == changed[end - 1] + 1)
                ++end;
            Q_EMIT dataChanged(index(changed[i], 0), index(changed[end - 1], columnCount() - 1));
            i = end;
        }
    }

    std::vector<Row> m_rows;
};

} // namespace sage::ui
