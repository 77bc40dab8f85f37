#include "ui/rounds/findingmodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

[[nodiscard]] QString placeOf(const Finding &finding)
{
    QStringList parts;
    if (finding.caseIndex >= 0)
        parts << FindingModel::tr("case %1").arg(finding.caseIndex);
    if (finding.core >= 0)
        parts << FindingModel::tr("core %1").arg(finding.core);
    if (!finding.pipe.empty())
        parts << text(finding.pipe);
    if (!finding.object.empty())
        parts << text(finding.object);
    if (!finding.deviceCode.empty())
        parts << text(finding.deviceCode);
    return parts.join(u", "_s);
}

} // namespace

std::vector<FindingRow> findingRows(const Feedback &feedback)
{
    std::vector<FindingRow> rows;
    for (const Diagnostic &one : feedback.diagnostics)
        rows.push_back({static_cast<int>(rows.size()), one.severity, {}, one.file, one.line, {}, text(one.message), {}, 1});
    for (const Finding &one : feedback.findings)
        rows.push_back({static_cast<int>(rows.size()), one.severity, one.rule, one.file, one.line, placeOf(one), worded(one), text(one.advice), one.count});
    return rows;
}

FileMarks fileMarks(const std::vector<FindingRow> &rows)
{
    FileMarks marks;
    for (const FindingRow &row : rows) {
        if (row.line <= 0)
            continue;
        const Tone tone = toneOfSeverity(row.severity);
        const auto [mark, fresh] = marks[text(row.file)].try_emplace(row.line, LineMark{tone, {}});
        if (!fresh && static_cast<int>(tone) > static_cast<int>(mark->second.tone))
            mark->second.tone = tone;
        const QString who = row.rule.empty() ? worded(Domain::Severity, row.severity) : worded(Domain::Rule, row.rule);
        mark->second.messages << who + u": "_s + row.message + (row.advice.isEmpty() ? QString() : u'\n' + row.advice);
    }
    return marks;
}

int FindingModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant FindingModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const FindingRow &shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole: return displayText(shown, index.column());
    case SortRole:
        switch (index.column()) {
        case Severity: return static_cast<int>(toneOfSeverity(shown.severity));
        case Line: return shown.line;
        case Times: return shown.count;
        default: return displayText(shown, index.column());
        }
    case IdRole: return shown.key();
    case StateRole: return index.column() == Severity ? QVariant(static_cast<int>(toneOfSeverity(shown.severity))) : QVariant();
    case Qt::ToolTipRole: return index.column() == Message || index.column() == Advice ? QVariant(displayText(shown, index.column())) : QVariant();
    case Qt::TextAlignmentRole: return index.column() == Line || index.column() == Times ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default: return {};
    }
}

QString FindingModel::displayText(const FindingRow &shown, int column) const
{
    switch (column) {
    case Severity: return worded(Domain::Severity, shown.severity);
    case Rule: return shown.rule.empty() ? tr("compiler") : worded(Domain::Rule, shown.rule);
    case File: return shown.file.empty() ? dash() : text(shown.file);
    case Line: return shown.line > 0 ? QString::number(shown.line) : dash();
    case Message: return shown.message;
    case Advice: return shown.advice;
    case Where: return shown.where;
    case Times: return QString::number(shown.count);
    default: return {};
    }
}

QVariant FindingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Severity: return tr("Severity");
    case Rule: return tr("Rule");
    case File: return tr("File");
    case Line: return tr("Line");
    case Message: return tr("Message");
    case Advice: return tr("Advice");
    case Where: return tr("Where");
    case Times: return tr("Times");
    default: return {};
    }
}

} // namespace sage::ui
