#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct RoundRow {
    const RoundView *round = nullptr; ///< into the snapshot
    Objective objective = Objective::Correctness;
    bool best = false;

    [[nodiscard]] QString key() const { return QString::number(round->round); }
    [[nodiscard]] bool operator==(const RoundRow &other) const;
};

/// The rounds of one operator, both episodes, in order.
class RoundModel : public SnapshotModel<RoundRow>
{
    Q_OBJECT

public:
    enum Column { Number, Episode, State, Result, Stage, Latency, Adopted, Note, Count };

    using SnapshotModel::SnapshotModel;

    /// Another operator resets the table, the same one grows it.
    void setTask(const SnapshotPtr &snapshot, const QString &operatorName);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString displayText(const RoundRow &shown, int column) const;
    [[nodiscard]] static QVariant sortValue(const RoundRow &shown, int column);

    SnapshotPtr m_snapshot;
    QString m_operator;
};

/// The task of that name, null if the run has none.
[[nodiscard]] const TaskView *findTask(const SnapshotPtr &snapshot, const QString &operatorName);
/// The round of that number in either episode, null if there is none.
[[nodiscard]] const RoundView *findRound(const TaskView &task, int round);
/// The kernel a round produced, by its manifest's hash.
[[nodiscard]] const RoundView *findKernel(const TaskView &task, const Hash &kernel);
/// The operator that runs (or ran last) and its newest round; empty and 0 if none began.
[[nodiscard]] std::pair<QString, int> newestRound(const RunSnapshot &run);

} // namespace sage::ui
