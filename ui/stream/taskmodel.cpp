#include "ui/stream/taskmodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

#include <QMimeData>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

const QString rowMime = u"application/x-sage-task-row"_s;

} // namespace

QString TaskRow::key() const
{
    return text(task->entry.operatorName);
}

bool TaskRow::operator==(const TaskRow &other) const
{
    const TaskView &a = *task;
    const TaskView &b = *other.task;
    return position == other.position && a.entry == b.entry && a.state == b.state && a.roundsUsed == b.roundsUsed && a.bestUs == b.bestUs
        && a.firstUs == b.firstUs && a.referenceUs == b.referenceUs && a.firstCorrectRound == b.firstCorrectRound && a.correctness == b.correctness
        && a.optimization == b.optimization;
}

void TaskModel::setSnapshot(const SnapshotPtr &snapshot)
{
    std::vector<TaskRow> rows;
    if (snapshot) {
        for (const TaskView &task : snapshot->tasks)
            rows.push_back({&task, static_cast<int>(rows.size())});
    }
    assign(std::move(rows));
    m_snapshot = snapshot; // the rows before pointed into the one that goes now
}

int TaskModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant TaskModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const TaskRow &shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole: return index.column() == Position ? QString::number(shown.position + 1) : displayText(*shown.task, index.column());
    case SortRole: return sortValue(shown, index.column());
    case IdRole: return shown.key();
    case StateRole: return index.column() == State ? QVariant(static_cast<int>(toneOf(shown.task->state))) : QVariant();
    case Qt::ToolTipRole: return tip(*shown.task, index.column());
    case Qt::TextAlignmentRole: return index.column() == Operator || index.column() == State ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

QString TaskModel::displayText(const TaskView &task, int column) const
{
    switch (column) {
    case Operator: return text(task.entry.operatorName);
    case Level: return QString::number(task.entry.level);
    case State: return worded(task.state);
    case Rounds: return QString::number(task.roundsUsed);
    case FirstCorrect: return task.firstCorrectRound > 0 ? QString::number(task.firstCorrectRound) : dash();
    case FirstLatency: return latency(task.firstUs);
    case BestLatency: return latency(task.bestUs);
    case SpeedUp: return speedUp(task.referenceUs, task.bestUs);
    default: return {};
    }
}

QVariant TaskModel::sortValue(const TaskRow &shown, int column)
{
    const TaskView &task = *shown.task;
    const auto figure = [](const std::optional<double> &value) { return value ? QVariant(*value) : QVariant(); };
    switch (column) {
    case Operator: return shown.key();
    case Level: return task.entry.level;
    case State: return static_cast<int>(task.state);
    case Rounds: return task.roundsUsed;
    case FirstCorrect: return task.firstCorrectRound > 0 ? QVariant(task.firstCorrectRound) : QVariant();
    case FirstLatency: return figure(task.firstUs);
    case BestLatency: return figure(task.bestUs);
    case SpeedUp: return task.referenceUs && task.bestUs && *task.bestUs > 0 ? QVariant(*task.referenceUs / *task.bestUs) : QVariant();
    default: return shown.position;
    }
}

QString TaskModel::tip(const TaskView &task, int column) const
{
    switch (column) {
    case FirstCorrect: return tr("The round that found the first correct kernel");
    case FirstLatency: return tr("Modelled latency of the first correct kernel: geometric mean over all cases");
    case BestLatency: return tr("Modelled latency of the best correct kernel: geometric mean over all cases");
    case SpeedUp: return tr("Modelled reference %1, best kernel %2. The reference runs the card's steps one after the other under the same timing model.")
                             .arg(latency(task.referenceUs), latency(task.bestUs));
    case State: {
        const auto &last = task.optimization ? task.optimization : task.correctness;
        return last && last->closed ? worded(last->opened.task.objective) + u": "_s + worded(Domain::End, last->closed->endReason) : worded(task.state);
    }
    default: return {};
    }
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    if (role == Qt::ToolTipRole)
        return section >= FirstLatency ? tr("Modelled figures, not measured on a device") : QVariant();
    switch (section) {
    case Position: return tr("#");
    case Operator: return tr("Operator");
    case Level: return tr("Level");
    case State: return tr("State");
    case Rounds: return tr("Rounds");
    case FirstCorrect: return tr("Correct at");
    case FirstLatency: return tr("First");
    case BestLatency: return tr("Best");
    case SpeedUp: return tr("Speed-up");
    default: return {};
    }
}

Qt::ItemFlags TaskModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled;
    const Qt::ItemFlags plain = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return isWaiting(index.row()) ? plain | Qt::ItemIsDragEnabled : plain;
}

QStringList TaskModel::mimeTypes() const
{
    return {rowMime};
}

QMimeData *TaskModel::mimeData(const QModelIndexList &indexes) const
{
    auto *data = new QMimeData;
    if (!indexes.isEmpty())
        data->setData(rowMime, QByteArray::number(indexes.first().row()));
    return data;
}

bool TaskModel::dropMimeData(const QMimeData *data, Qt::DropAction, int row, int, const QModelIndex &parent)
{
    if (!data->hasFormat(rowMime))
        return false;
    const int from = data->data(rowMime).toInt();
    int target = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    if (target > from)
        --target; // the row itself leaves its place first
    const QStringList order = orderAfterMove(from, target);
    if (!order.isEmpty())
        Q_EMIT orderAsked(order);
    return false; // the view must not remove the row: the run's answer moves it
}

bool TaskModel::isWaiting(int index) const
{
    return row(index).task->state == TaskState::Waiting;
}

QStringList TaskModel::orderAfterMove(int from, int target) const
{
    if (from < 0 || from >= rowCount() || target < 0 || target >= rowCount() || from == target || !isWaiting(from) || !isWaiting(target))
        return {};
    QStringList order;
    for (int i = 0; i < rowCount(); ++i)
        order << row(i).key();
    order.move(from, target);
    return order;
}

} // namespace sage::ui
