#include "ui/utility/whymodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

#include <algorithm>

namespace sage::ui {

using namespace Qt::StringLiterals;

void WhyModel::setItem(const SnapshotPtr &snapshot, const MemoryItemView *item)
{
    const ExperienceId id = item ? item->experience.id : ExperienceId();
    if (id != m_item)
        assign({});
    m_item = id;
    std::vector<WhyRow> rows;
    if (item) {
        const std::vector<QString> names = episodeNames(*snapshot);
        for (const UtilityPoint &point : item->history) {
            const auto place = static_cast<std::size_t>(point.episode);
            rows.push_back({point, place >= 1 && place <= names.size() ? names[place - 1] : QString()});
        }
    }
    assign(std::move(rows));
}

int WhyModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant WhyModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const WhyRow &shown = row(index.row());
    const UtilityPoint &point = shown.point;
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return column == Episode ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == IdRole)
        return shown.key();
    if (role == ShareRole)
        return column == After ? QVariant(point.after) : QVariant();
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    const bool raw = role == SortRole;
    switch (column) {
    case Update: return raw ? QVariant(point.episode) : QString::number(point.episode);
    case Episode: return shown.episode;
    case Score: return raw ? QVariant(point.score) : signedNumber(point.score, 3);
    case Adopted: return raw ? QVariant(point.adopted) : QString::number(point.adopted);
    case Credit: return raw ? QVariant(point.credit) : signedNumber(point.credit, 4);
    case Eta: return raw ? QVariant(point.eta) : number(point.eta, 4);
    case Before: return raw ? QVariant(point.before) : signedNumber(point.before, 4);
    case After: return raw ? QVariant(point.after) : signedNumber(point.after, 4);
    default: return {};
    }
}

QVariant WhyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Update: return tip ? tr("Memory updates count from 1 over the run") : tr("Update");
    case Episode: return tr("Episode");
    case Score: return tip ? tr("Score of the episode") : tr("z");
    case Adopted: return tip ? tr("Experiences adopted in the episode: they share one credit") : tr("|A|");
    case Credit: return tip ? tr("Credit of this experience: z / |A| if adopted, minus beta if not") : tr("ξ");
    case Eta: return tip ? tr("Step: 1 / (1 + n_ret), at least eta_min") : tr("η");
    case Before: return tr("u before");
    case After: return tr("u after");
    default: return {};
    }
}

std::vector<QString> episodeNames(const RunSnapshot &run)
{
    // Operators are worked through one after the other, so episodes close in the order of their first rounds.
    std::vector<const EpisodeView *> episodes;
    for (const TaskView &task : run.tasks) {
        for (const auto &episode : {task.correctness.get(), task.optimization.get()}) {
            if (episode && episode->learned)
                episodes.push_back(episode);
        }
    }
    const auto began = [](const EpisodeView *episode) { return episode->rounds.empty() ? 0 : episode->rounds.front().startedMs; };
    std::stable_sort(episodes.begin(), episodes.end(), [&](const EpisodeView *a, const EpisodeView *b) { return began(a) < began(b); });
    std::vector<QString> names;
    for (const EpisodeView *episode : episodes)
        names.push_back(text(episode->opened.task.operatorName) + u" · "_s + worded(episode->opened.task.objective));
    return names;
}

} // namespace sage::ui
