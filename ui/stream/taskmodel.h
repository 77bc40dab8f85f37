#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct TaskRow {
    const TaskView *task = nullptr; ///< into the snapshot
    int position = 0;

    [[nodiscard]] QString key() const;
    [[nodiscard]] bool operator==(const TaskRow &other) const;
};

/// The stream's operators in order. Waiting rows can be dragged; a drop asks for a new order and changes nothing itself.
class TaskModel : public SnapshotModel<TaskRow>
{
    Q_OBJECT

public:
    enum Column { Position, Operator, Level, State, Rounds, FirstCorrect, FirstLatency, BestLatency, SpeedUp, Count };

    using SnapshotModel::SnapshotModel;

    void setSnapshot(const SnapshotPtr &snapshot);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column, const QModelIndex &parent) override;

    [[nodiscard]] bool isWaiting(int row) const;
    /// All operators, with the one at `row` moved to `target`; empty where that is no move of a waiting one among waiting ones.
    [[nodiscard]] QStringList orderAfterMove(int row, int target) const;

Q_SIGNALS:
    void orderAsked(const QStringList &operators);

private:
    [[nodiscard]] QString displayText(const TaskView &task, int column) const;
    [[nodiscard]] static QVariant sortValue(const TaskRow &row, int column);
    [[nodiscard]] QString tip(const TaskView &task, int column) const;

    SnapshotPtr m_snapshot;
};

} // namespace sage::ui
