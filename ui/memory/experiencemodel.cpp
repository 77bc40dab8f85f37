#include "ui/memory/experiencemodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

namespace sage::ui {

using namespace Qt::StringLiterals;

bool ExperienceRow::operator==(const ExperienceRow &other) const
{
    const MemoryItemView &a = *item;
    const MemoryItemView &b = *other.item;
    return a.state == b.state && a.utility == b.utility && a.retrieved == b.retrieved && a.adopted == b.adopted && a.eligible == b.eligible
        && a.probability == b.probability && a.expected == b.expected && a.quarantined == b.quarantined && a.disabled == b.disabled && a.pinned == b.pinned
        && a.rule == b.rule && a.experience.title == b.experience.title;
}

void ExperienceModel::setSnapshot(const SnapshotPtr &snapshot)
{
    std::vector<ExperienceRow> rows;
    if (snapshot) {
        for (const MemoryItemView &item : snapshot->memory->items)
            rows.push_back({&item});
    }
    assign(std::move(rows));
    m_snapshot = snapshot;
}

int ExperienceModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant ExperienceModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const MemoryItemView &item = *row(index.row()).item;
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return displayText(item, column);
    case SortRole: return sortValue(item, column);
    case IdRole: return row(index.row()).key();
    case StateRole: return column == State ? QVariant(static_cast<int>(item.disabled ? Tone::Neutral : toneOf(item.state))) : QVariant();
    case ShareRole: return column == Utility ? QVariant(item.utility) : column == Probability ? QVariant(item.probability) : QVariant();
    case Qt::ToolTipRole: return column == Title || column == Source ? QVariant(displayText(item, column)) : QVariant();
    case Qt::TextAlignmentRole: return column >= Utility && column <= Tokens ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default: return {};
    }
}

QString ExperienceModel::displayText(const MemoryItemView &item, int column)
{
    switch (column) {
    case Title: return text(item.experience.title);
    case State: {
        QString state = item.disabled ? tr("disabled") : worded(item.state);
        if (item.quarantined && item.state == ItemState::Normal)
            state += u", "_s + tr("unproven");
        return item.pinned ? state + u", "_s + tr("pinned") : state;
    }
    case Utility: return signedNumber(item.utility, 4);
    case Retrieved: return QString::number(item.retrieved);
    case Adopted: return QString::number(item.adopted);
    case Operators: return QString::number(item.adoptingOperators);
    case Eligible: return QString::number(item.eligible);
    case Probability: return number(item.probability, 3);
    case Expected: return item.rule ? QString::number(item.expected * 1e3, 'f', 3) : dash();
    case Tokens: return item.rule ? QString::number(item.rule->tokens) : dash();
    case Source: {
        const Provenance &from = item.experience.provenance;
        QString where = text(from.author);
        if (!from.operatorName.empty())
            where += u" · "_s + text(from.operatorName);
        return from.round > 0 ? where + u" · "_s + tr("round %1").arg(from.round) : where;
    }
    case Id: return text(item.experience.id.value);
    default: return {};
    }
}

QVariant ExperienceModel::sortValue(const MemoryItemView &item, int column)
{
    switch (column) {
    case State: return static_cast<int>(item.state) * 2 + item.pinned;
    case Utility: return item.utility;
    case Retrieved: return item.retrieved;
    case Adopted: return item.adopted;
    case Operators: return item.adoptingOperators;
    case Eligible: return item.eligible;
    case Probability: return item.probability;
    case Expected: return item.rule ? QVariant(item.expected) : QVariant();
    case Tokens: return item.rule ? QVariant(item.rule->tokens) : QVariant();
    default: return displayText(item, column);
    }
}

QVariant ExperienceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Title: return tr("Experience");
    case State: return tr("State");
    case Utility: return tip ? tr("Utility, in [-1, 1]") : tr("u");
    case Retrieved: return tip ? tr("Episodes that retrieved it (n_ret)") : tr("Retrieved");
    case Adopted: return tip ? tr("Episodes that adopted it (n_ado)") : tr("Adopted");
    case Operators: return tip ? tr("Different operators that adopted it") : tr("Operators");
    case Eligible: return tip ? tr("Episodes in which it could be retrieved (N_elig)") : tr("Eligible");
    case Probability: return tip ? tr("Probability of use") : tr("p");
    case Expected: return tip ? tr("Expected utility per resident token, u p / L, in thousandths") : tr("U · 10³");
    case Tokens: return tip ? tr("Tokens of the rule, example and id line (L)") : tr("Tokens");
    case Source: return tr("From");
    case Id: return tr("Id");
    default: return {};
    }
}

} // namespace sage::ui
