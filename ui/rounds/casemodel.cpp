#include "ui/rounds/casemodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

#include <algorithm>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

/// The output that is furthest from its reference; null where nothing was compared.
[[nodiscard]] const ErrorStats *worstOutput(const CaseResult &one)
{
    const auto worse = [](const ErrorStats &a, const ErrorStats &b) { return std::tie(a.failed, a.maxError) < std::tie(b.failed, b.maxError); };
    const auto found = std::max_element(one.errors.begin(), one.errors.end(), worse);
    return found == one.errors.end() ? nullptr : &*found;
}

[[nodiscard]] QString worstText(const ErrorStats &stats)
{
    if (stats.worstIndex < 0)
        return dash();
    const QString values = stats.worstText.empty() ? QStringLiteral("%1 ≠ %2").arg(QString::number(stats.worstValue, 'g', 6), QString::number(stats.worstReference, 'g', 6)) : text(stats.worstText);
    return text(stats.output) + u'[' + QString::number(stats.worstIndex) + u"]: "_s + values;
}

/// The busiest pipes first: they are what a faster kernel has to relieve.
[[nodiscard]] QString pipesText(std::vector<PipeTime> pipes)
{
    std::stable_sort(pipes.begin(), pipes.end(), [](const PipeTime &a, const PipeTime &b) { return a.busyUs > b.busyUs; });
    QStringList parts;
    for (const PipeTime &pipe : pipes) {
        if (pipe.ratio >= 0.005)
            parts << text(pipe.pipe) + u' ' + number(100 * pipe.ratio, 0) + u'%';
    }
    return parts.join(u"  "_s);
}

} // namespace

void CaseModel::setCases(const std::vector<CaseResult> &cases)
{
    std::vector<CaseRow> rows;
    for (const CaseResult &one : cases)
        rows.push_back({one});
    assign(std::move(rows));
}

int CaseModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant CaseModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const CaseResult &one = row(index.row()).result;
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return displayText(one, column);
    case SortRole: return sortValue(one, column);
    case IdRole: return row(index.row()).key();
    case StateRole: return column == Result ? QVariant(static_cast<int>(one.correct ? Tone::Good : Tone::Bad)) : QVariant();
    case Qt::ToolTipRole: return column == Shapes || column == Worst || column == Pipes ? QVariant(displayText(one, column)) : QVariant();
    case Qt::TextAlignmentRole:
        return column == Index || column == Failed || column == MaxError || column == Latency || column == Cores ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default: return {};
    }
}

QString CaseModel::displayText(const CaseResult &one, int column)
{
    const ErrorStats *worst = worstOutput(one);
    switch (column) {
    case Index: return QString::number(one.index);
    case DType: return text(one.dtype);
    case Shapes: return text(one.shapes);
    case Result: return one.correct ? worded(Domain::Feedback, "ok") : worded(one.stage) + (one.failure.empty() ? QString() : u": "_s + worded(Domain::Feedback, one.failure));
    case Failed: return worst ? tr("%1 of %2").arg(grouped(worst->failed), grouped(worst->elements)) : dash();
    case MaxError: return worst ? QString::number(worst->maxError, 'g', 3) : dash();
    case Worst: return worst && worst->failed > 0 ? worstText(*worst) : dash();
    case Latency: return latency(one.latencyUs);
    case Pipes: return pipesText(one.pipes);
    case Cores: return one.usedCores > 0 ? QString::number(one.usedCores) : dash();
    case Seed: return text(one.seed);
    default: return {};
    }
}

QVariant CaseModel::sortValue(const CaseResult &one, int column)
{
    const ErrorStats *worst = worstOutput(one);
    switch (column) {
    case Index: return one.index;
    case Result: return static_cast<int>(one.stage) * 2 + one.correct;
    case Failed: return worst ? QVariant(static_cast<double>(worst->failed)) : QVariant();
    case MaxError: return worst ? QVariant(worst->maxError) : QVariant();
    case Latency: return one.latencyUs ? QVariant(*one.latencyUs) : QVariant();
    case Cores: return one.usedCores;
    default: return displayText(one, column);
    }
}

QVariant CaseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Index: return tr("Case");
    case DType: return tr("Type");
    case Shapes: return tr("Shapes");
    case Result: return tr("Result");
    case Failed: return tr("Wrong elements");
    case MaxError: return tr("Largest error");
    case Worst: return tr("Worst element");
    case Latency: return tr("Latency (modelled)");
    case Pipes: return tr("Pipes");
    case Cores: return tr("Cores");
    case Seed: return tr("Input seed");
    default: return {};
    }
}

} // namespace sage::ui
