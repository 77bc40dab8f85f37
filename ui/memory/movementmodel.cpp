#include "ui/memory/movementmodel.h"

#include "ui/adoption/retrievedmodel.h"
#include "ui/common/text.h"
#include "ui/common/wording.h"

namespace sage::ui {

using namespace Qt::StringLiterals;

void MovementModel::setSnapshot(const SnapshotPtr &snapshot)
{
    std::vector<MovementRow> rows;
    if (snapshot) {
        const MemoryView &memory = *snapshot->memory;
        for (const ResidencyCheck &check : memory.residencyLog) {
            MovementRow row;
            row.ordinal = static_cast<int>(rows.size());
            row.update = rows.size() < memory.residencyEpisode.size() ? memory.residencyEpisode[rows.size()] : 0;
            row.check = check;
            row.title = titleOf(*snapshot, check.id);
            row.byTitle = check.by.empty() ? QString() : titleOf(*snapshot, check.by);
            rows.push_back(std::move(row));
        }
    }
    assign(std::move(rows));
}

int MovementModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant MovementModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const MovementRow &shown = row(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return value(shown, column, false);
    case SortRole: return column == Update ? QVariant(shown.ordinal) : value(shown, column, true);
    case IdRole: return text(shown.check.id.value);
    case StateRole: return column == Move ? QVariant(static_cast<int>(shown.check.promoted ? Tone::Good : Tone::Warning)) : QVariant();
    case Qt::ToolTipRole: return column == Title || column == By || column == Reason ? value(shown, column, false) : QVariant();
    case Qt::TextAlignmentRole: return column == Update || column >= Expected ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default: return {};
    }
}

QVariant MovementModel::value(const MovementRow &shown, int column, bool raw)
{
    const ResidencyCheck &check = shown.check;
    switch (column) {
    case Update: return raw ? QVariant(shown.update) : QString::number(shown.update);
    case Move: return check.promoted ? tr("promoted") : tr("demoted");
    case Title: return shown.title;
    case Reason: return check.promoted && check.reason == "displaced" ? tr("displaces a lower U") : worded(Domain::Residency, check.reason);
    case By: return shown.byTitle;
    case Expected: return raw ? QVariant(check.u) : QString::number(check.u * 1e3, 'f', 3);
    case Tokens: return raw ? QVariant(check.tokens) : QString::number(check.tokens);
    default: return {};
    }
}

QVariant MovementModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Update: return tip ? tr("Memory updates count from 1 over the run") : tr("Update");
    case Move: return tr("Move");
    case Title: return tr("Experience");
    case Reason: return tr("Reason");
    case By: return tip ? tr("Who displaced it, or whom it displaced") : tr("Other");
    case Expected: return tip ? tr("Expected utility per resident token, u p / L, in thousandths") : tr("U · 10³");
    case Tokens: return tr("Tokens");
    default: return {};
    }
}

} // namespace sage::ui
