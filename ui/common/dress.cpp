#include "ui/common/dress.h"

#include "ui/common/roles.h"
#include "ui/common/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

WordFilter::WordFilter(QObject *parent) : QSortFilterProxyModel(parent)
{
    setSortRole(SortRole);
    setDynamicSortFilter(true);
}

void WordFilter::setWords(const QString &text)
{
    m_words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool WordFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (m_words.isEmpty())
        return true;
    QString all;
    for (int column = 0; column < sourceModel()->columnCount(parent); ++column)
        all += sourceModel()->index(row, column, parent).data(Qt::DisplayRole).toString() + u'\n';
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

bool WordFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant a = left.data(SortRole);
    const QVariant b = right.data(SortRole);
    if (a.typeId() == QMetaType::QString)
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    // Missing figures come last in ascending order, and equal ones keep the model's order.
    if (a.isValid() != b.isValid())
        return a.isValid();
    return a.toDouble() < b.toDouble();
}

namespace {

[[nodiscard]] QString quoted(QString cell, QChar separator)
{
    if (separator == u'\t')
        return cell.replace(u'\t', u' ').replace(u'\n', u' ');
    if (cell.contains(separator) || cell.contains(u'"') || cell.contains(u'\n'))
        return u"\""_s + cell.replace(u"\""_s, u"\"\""_s) + u"\""_s;
    return cell;
}

void copyRows(const QTableView *view, bool all)
{
    QModelIndexList rows;
    if (all) {
        for (int row = 0; row < view->model()->rowCount(); ++row)
            rows.append(view->model()->index(row, 0));
    } else {
        rows = view->selectionModel()->selectedRows();
    }
    QApplication::clipboard()->setText(tableText(*view->model(), rows, u'\t'));
}

void exportRows(QTableView *view)
{
    QModelIndexList rows;
    for (int row = 0; row < view->model()->rowCount(); ++row)
        rows.append(view->model()->index(row, 0));
    saveAs(view, view->objectName() + u".csv"_s, QApplication::translate("Dress", "CSV table (*.csv)"), tableText(*view->model(), rows, u',').toUtf8());
}

/// The menu is built when it opens, so it is in the language of that moment.
void addMenus(QTableView *view)
{
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(view, &QWidget::customContextMenuRequested, view, [view](const QPoint &at) {
        QMenu menu;
        menu.addAction(QApplication::translate("Dress", "Copy selected rows"), view, [view] { copyRows(view, false); });
        menu.addAction(QApplication::translate("Dress", "Copy whole table"), view, [view] { copyRows(view, true); });
        menu.addAction(QApplication::translate("Dress", "Export as CSV…"), view, [view] { exportRows(view); });
        menu.exec(view->viewport()->mapToGlobal(at));
    });
    QHeaderView *header = view->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(header, &QWidget::customContextMenuRequested, view, [view, header](const QPoint &at) {
        QMenu menu;
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            QAction *action = menu.addAction(view->model()->headerData(column, Qt::Horizontal).toString());
            action->setCheckable(true);
            action->setChecked(!view->isColumnHidden(column));
            QObject::connect(action, &QAction::toggled, view, [view, column](bool shown) { view->setColumnHidden(column, !shown); });
        }
        menu.exec(header->mapToGlobal(at));
    });
    auto *copy = new QAction(view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    view->addAction(copy);
    QObject::connect(copy, &QAction::triggered, view, [view] { copyRows(view, false); });
}

void lookLikeATable(QTableView *view, const Dress &dress)
{
    view->setObjectName(dress.name);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setAlternatingRowColors(true);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setTabKeyNavigation(false);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setFrameShape(QFrame::NoFrame);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(QFontMetrics(view->font()).height() + 8);
    QHeaderView *header = view->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(36);
    view->setSortingEnabled(dress.sorts);
    if (dress.sorts)
        view->sortByColumn(dress.sortColumn, dress.order);
    if (dress.stretchColumn >= 0)
        header->setSectionResizeMode(dress.stretchColumn, QHeaderView::Stretch);
    for (const int column : dress.hidden)
        view->setColumnHidden(column, true);
}

} // namespace

void DressedTable::select(const QString &id) const
{
    QItemSelectionModel *selection = view->selectionModel();
    if (id == currentId() && selection->isRowSelected(view->currentIndex().row()))
        return;
    const Quiet quiet(*this);
    for (int row = 0; row < proxy->rowCount(); ++row) {
        const QModelIndex index = proxy->index(row, 0);
        if (index.data(IdRole).toString() != id)
            continue;
        selection->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        view->scrollTo(index);
        return;
    }
    selection->clear();
}

void DressedTable::onChosen(QObject *context, std::function<void(const QString &id)> f) const
{
    // The selection, not the current row: a view that gets the focus makes its first row current by itself.
    QObject::connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, context, [filter = proxy, table = view, f = std::move(f)] {
        const QModelIndex current = table->currentIndex();
        if (!filter->isQuiet() && current.isValid() && table->selectionModel()->isRowSelected(current.row()))
            f(current.data(IdRole).toString());
    });
}

void DressedTable::setWidths(std::initializer_list<std::pair<int, int>> characters) const
{
    const double unit = characterWidth(*view);
    for (const auto &[column, count] : characters)
        view->setColumnWidth(column, static_cast<int>(count * unit));
}

double characterWidth(const QWidget &widget)
{
    const QString sample = u"abcdefghijklmnopqrstuvwxyz0123456789"_s;
    return static_cast<double>(widget.fontMetrics().horizontalAdvance(sample)) / static_cast<double>(sample.size());
}

QString DressedTable::currentId() const
{
    return view->currentIndex().data(IdRole).toString();
}

DressedTable dressTable(QAbstractItemModel *model, const Dress &dress, QWidget *parent)
{
    DressedTable made;
    made.box = new QWidget(parent);
    auto *layout = new QVBoxLayout(made.box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    made.proxy = new WordFilter(made.box);
    made.proxy->setSourceModel(model);
    if (dress.filterLine) {
        made.filter = new QLineEdit(made.box);
        made.filter->setObjectName(dress.name + u"Filter"_s);
        made.filter->setClearButtonEnabled(true);
        layout->addWidget(made.filter);
        QObject::connect(made.filter, &QLineEdit::textChanged, made.proxy, &WordFilter::setWords);
    }
    made.view = new QTableView(made.box);
    made.view->setModel(made.proxy);
    lookLikeATable(made.view, dress);
    addMenus(made.view);
    layout->addWidget(made.view);
    return made;
}

QString tableText(const QAbstractItemModel &model, const QModelIndexList &rows, QChar separator)
{
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << quoted(model.headerData(column, Qt::Horizontal).toString(), separator);
    lines << cells.join(separator);
    for (const QModelIndex &row : rows) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column)
            cells << quoted(model.index(row.row(), column).data(Qt::DisplayRole).toString(), separator);
        lines << cells.join(separator);
    }
    return lines.join(u'\n') + u'\n';
}

void saveAs(QWidget *parent, const QString &suggested, const QString &filter, const QByteArray &bytes)
{
    const QString path = QFileDialog::getSaveFileName(parent, QApplication::translate("Dress", "Export"), suggested, filter);
    if (path.isEmpty())
        return;
    QThreadPool::globalInstance()->start([path, bytes, guard = QPointer<QWidget>(parent)] {
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
            return;
        QMetaObject::invokeMethod(qApp, [guard, path, why = file.errorString()] {
            if (guard)
                QMessageBox::warning(guard, QApplication::translate("Dress", "Export"), QApplication::translate("Dress", "%1 could not be written: %2").arg(path, why));
        });
    });
}

} // namespace sage::ui
