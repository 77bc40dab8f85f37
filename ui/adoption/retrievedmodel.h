#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct RetrievedRow {
    int rank = 1;
    Retrieved ranking;
    Adoption state = Adoption::Unresolved;
    bool decided = false; ///< the round's declarations are complete
    std::string rationale;
    const MemoryItemView *item = nullptr; ///< into the snapshot; null where memory no longer knows it

    [[nodiscard]] QString key() const { return QString::fromStdString(ranking.id.value); }
    [[nodiscard]] bool operator==(const RetrievedRow &other) const;
};

/// What one round retrieved, best first, and what became of it.
class RetrievedModel : public SnapshotModel<RetrievedRow>
{
    Q_OBJECT

public:
    enum Column { Rank, Title, State, Rationale, Relevance, Utility, Score, Sparse, Dense, Count };

    using SnapshotModel::SnapshotModel;
    /// round may be null.
    void setRound(const SnapshotPtr &snapshot, const RoundView *round);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString displayText(const RetrievedRow &shown, int column) const;
    [[nodiscard]] static QVariant sortValue(const RetrievedRow &shown, int column);

    SnapshotPtr m_snapshot;
};

/// Null if memory has no such item.
[[nodiscard]] const MemoryItemView *findItem(const RunSnapshot &run, const ExperienceId &id);
/// Title, or the short id where there is none.
[[nodiscard]] QString titleOf(const RunSnapshot &run, const ExperienceId &id);

} // namespace sage::ui
