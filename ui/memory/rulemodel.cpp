#include "ui/memory/rulemodel.h"

#include "ui/adoption/retrievedmodel.h"
#include "ui/common/text.h"

#include <algorithm>

namespace sage::ui {

using namespace Qt::StringLiterals;

void RuleModel::setSnapshot(const SnapshotPtr &snapshot)
{
    std::vector<RuleRow> rows;
    if (snapshot) {
        for (const Rule &rule : snapshot->memory->resident) {
            RuleRow row;
            row.rank = static_cast<int>(rows.size()) + 1;
            row.rule = rule;
            row.title = titleOf(*snapshot, rule.id);
            if (const MemoryItemView *item = findItem(*snapshot, rule.id)) {
                row.utility = item->utility;
                row.probability = item->probability;
                row.expected = item->expected;
            }
            rows.push_back(std::move(row));
        }
        double best = 0;
        for (const RuleRow &row : rows)
            best = std::max(best, row.expected);
        for (RuleRow &row : rows)
            row.best = best;
    }
    assign(std::move(rows));
}

int RuleModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant RuleModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const RuleRow &shown = row(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return value(shown, column, false);
    case SortRole: return value(shown, column, true);
    case IdRole: return shown.key();
    case ShareRole: return column == Expected && shown.best > 0 ? QVariant(shown.expected / shown.best) : QVariant();
    case Qt::ToolTipRole: return column == Text ? QVariant(text(shown.rule.text)) : column == Title ? QVariant(shown.title) : QVariant();
    case Qt::TextAlignmentRole: return column == Text || column == Title ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant RuleModel::value(const RuleRow &shown, int column, bool raw)
{
    switch (column) {
    case Rank: return raw ? QVariant(shown.rank) : QString::number(shown.rank);
    case Text: return QString((shown.rule.pinned ? tr("[pinned] ") : QString()) + text(shown.rule.text).simplified());
    case Expected: return raw ? QVariant(shown.expected) : QString::number(shown.expected * 1e3, 'f', 3);
    case Tokens: return raw ? QVariant(shown.rule.tokens) : QString::number(shown.rule.tokens);
    case Utility: return raw ? QVariant(shown.utility) : signedNumber(shown.utility, 4);
    case Probability: return raw ? QVariant(shown.probability) : number(shown.probability, 3);
    case Title: return shown.title;
    default: return {};
    }
}

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Rank: return tip ? tr("Rank by expected utility per token") : tr("#");
    case Text: return tr("Rule");
    case Expected: return tip ? tr("Expected utility per resident token, u p / L, in thousandths") : tr("U · 10³");
    case Tokens: return tip ? tr("Tokens of the rule, example and id line (L)") : tr("Tokens");
    case Utility: return tip ? tr("Utility, in [-1, 1]") : tr("u");
    case Probability: return tip ? tr("Probability of use") : tr("p");
    case Title: return tr("Experience");
    default: return {};
    }
}

} // namespace sage::ui
