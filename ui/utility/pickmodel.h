#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"


namespace sage::ui {

struct PickRow {
    const MemoryItemView *item = nullptr; ///< into the snapshot

    [[nodiscard]] QString key() const { return QString::fromStdString(item->experience.id.value); }
    [[nodiscard]] bool operator==(const PickRow &other) const { return item->utility == other.item->utility && item->state == other.item->state && item->experience.title == other.item->experience.title; }
};

/// Experiences with a check box each: which ones the chart shows.
class PickModel : public SnapshotModel<PickRow>
{
    Q_OBJECT

public:
    enum Column { Title, Utility, Count };

    using SnapshotModel::SnapshotModel;
    void setSnapshot(const SnapshotPtr &snapshot);
    /// In the order they were picked.
    [[nodiscard]] const std::vector<QString> &picked() const { return m_picked; }
    void setPicked(std::vector<QString> ids);
    [[nodiscard]] QColor colourOf(const QString &id) const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void pickedChanged();

private:
    SnapshotPtr m_snapshot;
    std::vector<QString> m_picked;
};

} // namespace sage::ui
