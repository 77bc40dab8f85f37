#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct WhyRow {
    UtilityPoint point;
    QString episode; ///< whose episode it was, for people

    [[nodiscard]] QString key() const { return QString::number(point.episode); }
    [[nodiscard]] bool operator==(const WhyRow &other) const { return point.after == other.point.after && point.before == other.point.before && episode == other.episode; }
};

/// Why an experience has its utility: every update with its inputs.
class WhyModel : public SnapshotModel<WhyRow>
{
    Q_OBJECT

public:
    enum Column { Update, Episode, Score, Adopted, Credit, Eta, Before, After, Count };

    using SnapshotModel::SnapshotModel;
    /// item may be null. Another item resets the table.
    void setItem(const SnapshotPtr &snapshot, const MemoryItemView *item);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ExperienceId m_item;
};

/// Names of the episodes that updated memory, by ordinal from 1.
[[nodiscard]] std::vector<QString> episodeNames(const RunSnapshot &run);

} // namespace sage::ui
