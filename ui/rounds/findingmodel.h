#pragma once

#include "core/model/feedback.h"
#include "ui/common/snapshotmodel.h"
#include "ui/rounds/codeview.h"

namespace sage::ui {

/// A compiler diagnostic or a rule's finding, in one form.
struct FindingRow {
    int ordinal = 0;
    std::string severity;
    std::string rule; ///< empty: the compiler said it
    std::string file;
    int line = 0;
    QString where; ///< core, pipe, object
    QString message;
    QString advice;
    int count = 1;

    [[nodiscard]] QString key() const { return QString::number(ordinal); }
    bool operator==(const FindingRow &) const = default;
};

[[nodiscard]] std::vector<FindingRow> findingRows(const Feedback &feedback);
/// What is said about each line of each file, in the worst tone of all that is said. Files that are not the kernel's have their names in angle brackets.
[[nodiscard]] FileMarks fileMarks(const std::vector<FindingRow> &rows);

/// What compiler and device said about one candidate.
class FindingModel : public SnapshotModel<FindingRow>
{
    Q_OBJECT

public:
    enum Column { Severity, Rule, File, Line, Message, Advice, Where, Times, Count };

    using SnapshotModel::SnapshotModel;
    void setRows(std::vector<FindingRow> rows) { assign(std::move(rows)); }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString displayText(const FindingRow &shown, int column) const;
};

} // namespace sage::ui
