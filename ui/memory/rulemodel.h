#pragma once

#include "ui/common/runsource.h"
#include "ui/common/snapshotmodel.h"

namespace sage::ui {

struct RuleRow {
    int rank = 1;
    Rule rule;
    double utility = 0;
    double probability = 0;
    double expected = 0;
    double best = 0; ///< the largest U, for the bar
    QString title;

    [[nodiscard]] QString key() const { return QString::fromStdString(rule.id.value); }
    bool operator==(const RuleRow &) const = default;
};

/// The resident rules, by U.
class RuleModel : public SnapshotModel<RuleRow>
{
    Q_OBJECT

public:
    enum Column { Rank, Text, Expected, Tokens, Utility, Probability, Title, Count };

    using SnapshotModel::SnapshotModel;
    void setSnapshot(const SnapshotPtr &snapshot);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QVariant value(const RuleRow &shown, int column, bool raw);
};

} // namespace sage::ui
