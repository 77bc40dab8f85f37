#include "ui/adoption/retrievedmodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

#include <algorithm>

namespace sage::ui {

using namespace Qt::StringLiterals;

bool RetrievedRow::operator==(const RetrievedRow &other) const
{
    return rank == other.rank && ranking == other.ranking && state == other.state && decided == other.decided && rationale == other.rationale
        && (item != nullptr) == (other.item != nullptr) && (!item || item->experience.title == other.item->experience.title);
}

void RetrievedModel::setRound(const SnapshotPtr &snapshot, const RoundView *round)
{
    std::vector<RetrievedRow> rows;
    if (snapshot && round) {
        // Before the gate let the round pass, what the generator declared so far is shown.
        const bool decided = round->declared.has_value();
        static const std::vector<AdoptionRecord> none;
        const std::vector<AdoptionRecord> &records = decided ? round->declared->adoption : round->replied ? round->replied->declared : none;
        for (const Retrieved &ranking : round->opened.retrieved) {
            RetrievedRow row;
            row.rank = static_cast<int>(rows.size()) + 1;
            row.ranking = ranking;
            row.decided = decided;
            row.item = findItem(*snapshot, ranking.id);
            const auto record = std::find_if(records.begin(), records.end(), [&](const AdoptionRecord &one) { return one.id == ranking.id; });
            if (record != records.end()) {
                row.state = record->state;
                row.rationale = record->rationale;
            }
            rows.push_back(std::move(row));
        }
    }
    assign(std::move(rows));
    m_snapshot = snapshot;
}

int RetrievedModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant RetrievedModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const RetrievedRow &shown = row(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return displayText(shown, column);
    case SortRole: return sortValue(shown, column);
    case IdRole: return shown.key();
    case StateRole: return column == State ? QVariant(static_cast<int>(toneOf(shown.state))) : QVariant();
    case ShareRole: return column == Relevance ? QVariant(shown.ranking.relevance) : column == Utility ? QVariant(shown.ranking.utility) : QVariant();
    case Qt::ToolTipRole:
        if (column == Title && shown.ranking.quarantined)
            return tr("%1\nUnproven: no episode has adopted it yet").arg(displayText(shown, Title));
        return column == Title || column == Rationale ? QVariant(displayText(shown, column)) : QVariant();
    case Qt::TextAlignmentRole: return column == Title || column == State || column == Rationale ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

QString RetrievedModel::displayText(const RetrievedRow &shown, int column) const
{
    const auto rank = [](int place) { return place > 0 ? QString::number(place) : dash(); };
    switch (column) {
    case Rank: return QString::number(shown.rank);
    case Title: return (shown.item ? text(shown.item->experience.title) : shortId(shown.ranking.id.value)) + (shown.ranking.quarantined ? u" ◌"_s : QString());
    case State: return worded(shown.state);
    case Rationale: return text(shown.rationale);
    case Relevance: return number(shown.ranking.relevance, 3);
    case Utility: return signedNumber(shown.ranking.utility, 3);
    case Score: return number(shown.ranking.score, 3);
    case Sparse: return rank(shown.ranking.sparseRank);
    case Dense: return rank(shown.ranking.denseRank);
    default: return {};
    }
}

QVariant RetrievedModel::sortValue(const RetrievedRow &shown, int column)
{
    switch (column) {
    case Title: return shown.item ? text(shown.item->experience.title) : shown.key();
    case State: return static_cast<int>(shown.state);
    case Rationale: return text(shown.rationale);
    case Relevance: return shown.ranking.relevance;
    case Utility: return shown.ranking.utility;
    case Score: return shown.ranking.score;
    case Sparse: return shown.ranking.sparseRank > 0 ? QVariant(shown.ranking.sparseRank) : QVariant();
    case Dense: return shown.ranking.denseRank > 0 ? QVariant(shown.ranking.denseRank) : QVariant();
    default: return shown.rank;
    }
}

QVariant RetrievedModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Rank: return tip ? tr("Place among the retrieved experiences") : tr("#");
    case Title: return tr("Experience");
    case State: return tr("Adoption");
    case Rationale: return tr("Rationale");
    case Relevance: return tip ? tr("Relevance to the query, in [0, 1]") : tr("Relevance");
    case Utility: return tip ? tr("Utility u when it was retrieved, in [-1, 1]") : tr("u");
    case Score: return tip ? tr("relevance × (1 + gamma × u)") : tr("Score");
    case Sparse: return tip ? tr("Place in the word (BM25) list") : tr("Words");
    case Dense: return tip ? tr("Place in the meaning (vector) list") : tr("Meaning");
    default: return {};
    }
}

const MemoryItemView *findItem(const RunSnapshot &run, const ExperienceId &id)
{
    const auto &items = run.memory->items; // sorted by id
    const auto found = std::lower_bound(items.begin(), items.end(), id, [](const MemoryItemView &item, const ExperienceId &wanted) { return item.experience.id < wanted; });
    return found != items.end() && found->experience.id == id ? &*found : nullptr;
}

QString titleOf(const RunSnapshot &run, const ExperienceId &id)
{
    const MemoryItemView *item = findItem(run, id);
    return item && !item->experience.title.empty() ? text(item->experience.title) : shortId(id.value);
}

} // namespace sage::ui
