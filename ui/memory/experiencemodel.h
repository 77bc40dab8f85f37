#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct ExperienceRow {
    const MemoryItemView *item = nullptr; ///< into the snapshot

    [[nodiscard]] QString key() const { return QString::fromStdString(item->experience.id.value); }
    [[nodiscard]] bool operator==(const ExperienceRow &other) const;
};

/// Every experience with its values.
class ExperienceModel : public SnapshotModel<ExperienceRow>
{
    Q_OBJECT

public:
    enum Column { Title, State, Utility, Retrieved, Adopted, Operators, Eligible, Probability, Expected, Tokens, Source, Id, Count };

    using SnapshotModel::SnapshotModel;
    void setSnapshot(const SnapshotPtr &snapshot);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString displayText(const MemoryItemView &item, int column);
    [[nodiscard]] static QVariant sortValue(const MemoryItemView &item, int column);

    SnapshotPtr m_snapshot;
};

} // namespace sage::ui
