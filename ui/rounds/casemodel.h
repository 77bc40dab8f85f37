#pragma once

#include "core/model/feedback.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct CaseRow {
    CaseResult result;

    [[nodiscard]] QString key() const { return QString::number(result.index); }
    bool operator==(const CaseRow &) const = default;
};

/// The cases of one candidate: how far each came, how wrong it is, how long it takes.
class CaseModel : public SnapshotModel<CaseRow>
{
    Q_OBJECT

public:
    enum Column { Index, DType, Shapes, Result, Failed, MaxError, Worst, Latency, Pipes, Cores, Seed, Count };

    using SnapshotModel::SnapshotModel;
    void setCases(const std::vector<CaseResult> &cases);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString displayText(const CaseResult &one, int column);
    [[nodiscard]] static QVariant sortValue(const CaseResult &one, int column);
};

} // namespace sage::ui
