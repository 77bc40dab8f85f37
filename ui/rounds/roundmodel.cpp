#include "ui/rounds/roundmodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

#include <algorithm>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

/// Adopted and retrieved items of a round; nothing is said before the gate let it pass.
[[nodiscard]] int adoptedCount(const RoundView &round)
{
    if (!round.declared)
        return 0;
    return static_cast<int>(std::count_if(round.declared->adoption.begin(), round.declared->adoption.end(), [](const AdoptionRecord &one) { return one.state == Adoption::Adopted; }));
}

[[nodiscard]] int bestRoundOf(const TaskView &task)
{
    int best = 0;
    std::optional<double> least;
    for (const auto &episode : {task.correctness, task.optimization}) {
        if (!episode)
            continue;
        for (const RoundView &round : episode->rounds) {
            const bool better = round.evaluated && round.evaluated->correct && round.evaluated->latencyUs && (!least || *round.evaluated->latencyUs < *least);
            if (better) {
                least = round.evaluated->latencyUs;
                best = round.round;
            }
        }
    }
    return best;
}

} // namespace

bool RoundRow::operator==(const RoundRow &other) const
{
    const RoundView &a = *round;
    const RoundView &b = *other.round;
    return objective == other.objective && best == other.best && a.state == b.state && a.evaluated == b.evaluated && a.declared == b.declared
        && a.refusals.size() == b.refusals.size() && a.replied.has_value() == b.replied.has_value() && a.closedMs == b.closedMs;
}

void RoundModel::setTask(const SnapshotPtr &snapshot, const QString &operatorName)
{
    if (operatorName != m_operator)
        assign({}); // rounds of two operators have the same numbers and nothing else in common
    m_operator = operatorName;
    std::vector<RoundRow> rows;
    if (const TaskView *task = findTask(snapshot, operatorName)) {
        const int best = bestRoundOf(*task);
        for (const auto &episode : {task->correctness, task->optimization}) {
            if (!episode)
                continue;
            for (const RoundView &round : episode->rounds)
                rows.push_back({&round, episode->opened.task.objective, round.round == best});
        }
    }
    assign(std::move(rows));
    m_snapshot = snapshot;
}

int RoundModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant RoundModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const RoundRow &shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole: return displayText(shown, index.column());
    case SortRole: return sortValue(shown, index.column());
    case IdRole: return shown.key();
    case StateRole: return index.column() == State || index.column() == Result ? QVariant(static_cast<int>(toneOf(*shown.round))) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Number || index.column() == Latency || index.column() == Adopted ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return shown.best && index.column() == Latency ? QVariant(font) : QVariant();
    }
    case Qt::ToolTipRole: return shown.best && index.column() == Latency ? QVariant(tr("The best correct kernel so far")) : index.column() == Note ? QVariant(displayText(shown, Note)) : QVariant();
    default: return {};
    }
}

QString RoundModel::displayText(const RoundRow &shown, int column) const
{
    const RoundView &round = *shown.round;
    switch (column) {
    case Number: return QString::number(round.round);
    case Episode: return worded(shown.objective);
    case State: return worded(round.state);
    case Result:
        if (round.evaluated)
            return worded(Domain::Feedback, round.evaluated->correct ? "ok" : round.evaluated->code);
        return round.closeReason.empty() ? QString() : worded(Domain::Error, round.closeReason);
    case Stage: return round.evaluated ? worded(round.evaluated->stage) : QString();
    case Latency: return round.evaluated ? latency(round.evaluated->latencyUs) : dash();
    case Adopted: return round.declared ? tr("%1 of %2").arg(adoptedCount(round)).arg(round.opened.retrieved.size()) : dash();
    case Note: return round.replied ? text(round.replied->note) : QString();
    default: return {};
    }
}

QVariant RoundModel::sortValue(const RoundRow &shown, int column)
{
    const RoundView &round = *shown.round;
    switch (column) {
    case Episode: return static_cast<int>(shown.objective);
    case State: return static_cast<int>(round.state);
    case Result: return round.evaluated ? text(round.evaluated->code) : QString();
    case Stage: return round.evaluated ? static_cast<int>(round.evaluated->stage) : -1;
    case Latency: return round.evaluated && round.evaluated->latencyUs ? QVariant(*round.evaluated->latencyUs) : QVariant();
    case Adopted: return adoptedCount(round);
    case Note: return round.replied ? text(round.replied->note) : QString();
    default: return round.round;
    }
}

QVariant RoundModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number: return tr("Round");
    case Episode: return tr("Episode");
    case State: return tr("State");
    case Result: return tr("Result");
    case Stage: return tr("Reached");
    case Latency: return tr("Latency (modelled)");
    case Adopted: return tr("Adopted");
    case Note: return tr("Generator's note");
    default: return {};
    }
}

const TaskView *findTask(const SnapshotPtr &snapshot, const QString &operatorName)
{
    return snapshot ? snapshot->task(utf8(operatorName)) : nullptr;
}

namespace {

template<typename Predicate>
[[nodiscard]] const RoundView *roundWhere(const TaskView &task, Predicate fits)
{
    for (const std::shared_ptr<const EpisodeView> *episode : {&task.correctness, &task.optimization}) {
        if (!*episode)
            continue;
        for (const RoundView &round : (*episode)->rounds) {
            if (fits(round))
                return &round;
        }
    }
    return nullptr;
}

} // namespace

const RoundView *findRound(const TaskView &task, int number)
{
    return roundWhere(task, [&](const RoundView &round) { return round.round == number; });
}

const RoundView *findKernel(const TaskView &task, const Hash &kernel)
{
    return roundWhere(task, [&](const RoundView &round) { return round.replied && round.replied->kernelHash == kernel; });
}

std::pair<QString, int> newestRound(const RunSnapshot &run)
{
    const TaskView *chosen = nullptr;
    std::int64_t newest = -1;
    int number = 0;
    for (const TaskView &task : run.tasks) {
        const auto &episode = task.optimization ? task.optimization : task.correctness;
        if (!episode || episode->rounds.empty() || episode->rounds.back().startedMs < newest)
            continue;
        chosen = &task;
        newest = episode->rounds.back().startedMs;
        number = episode->rounds.back().round;
    }
    return chosen ? std::pair(text(chosen->entry.operatorName), number) : std::pair(QString(), 0);
}

} // namespace sage::ui
