#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct MovementRow {
    int ordinal = 0;
    int update = 0;
    ResidencyCheck check;
    QString title;
    QString byTitle;

    [[nodiscard]] QString key() const { return QString::number(ordinal); }
    bool operator==(const MovementRow &) const = default;
};

/// Which rules entered and left the budget, when and why. Nothing retires silently.
class MovementModel : public SnapshotModel<MovementRow>
{
    Q_OBJECT

public:
    enum Column { Update, Move, Title, Reason, By, Expected, Tokens, Count };

    using SnapshotModel::SnapshotModel;
    void setSnapshot(const SnapshotPtr &snapshot);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QVariant value(const MovementRow &shown, int column, bool raw);
};

} // namespace sage::ui
