#include "ui/stream/streampanel.h"

#include "ui/common/delegates.h"
#include "ui/common/emptystate.h"
#include "ui/common/icons.h"
#include "ui/common/selection.h"
#include "ui/common/text.h"
#include "ui/stream/progress.h"
#include "ui/stream/taskmodel.h"

#include <QAction>
#include <QDateTime>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

StreamPanel::StreamPanel(RunSource *source, Selection *selection, QWidget *parent)
    : QWidget(parent), m_source(source), m_selection(selection), m_model(new TaskModel(this))
{
    createActions();
    createViews();
    wire();
    retranslate();
    refresh();
}

void StreamPanel::createActions()
{
    const auto make = [this](const QString &name) {
        auto *action = new QAction(this);
        action->setObjectName(name);
        return action;
    };
    m_pause = make(u"pauseRun"_s);
    m_resume = make(u"resumeRun"_s);
    m_up = make(u"moveTaskUp"_s);
    m_down = make(u"moveTaskDown"_s);
    m_skip = make(u"skipTask"_s);
    m_up->setShortcut(Qt::ALT | Qt::Key_Up);
    m_down->setShortcut(Qt::ALT | Qt::Key_Down);
    for (QAction *action : {m_up, m_down})
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
}

void StreamPanel::createViews()
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_bar = new QToolBar(this);
    m_bar->setIconSize({16, 16});
    m_bar->addActions({m_pause, m_resume});
    m_bar->addSeparator();
    m_bar->addActions({m_up, m_down, m_skip});
    layout->addWidget(m_bar);
    Dress dress;
    dress.name = u"taskTable"_s;
    dress.sortColumn = TaskModel::Position;
    dress.order = Qt::AscendingOrder;
    dress.stretchColumn = TaskModel::Operator;
    dress.hidden = {TaskModel::Level, TaskModel::FirstLatency};
    m_table = dressTable(m_model, dress, this);
    m_table.view->setItemDelegateForColumn(TaskModel::State, new ToneDelegate(StateRole, m_table.view));
    m_table.view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table.view->setDragDropMode(QAbstractItemView::InternalMove);
    m_table.view->setDragDropOverwriteMode(false);
    m_table.setWidths({{TaskModel::Position, 4}, {TaskModel::State, 10}, {TaskModel::Rounds, 7}, {TaskModel::FirstCorrect, 9}, {TaskModel::BestLatency, 8}, {TaskModel::SpeedUp, 9}});
    m_page = new EmptyState(m_table.box, this);
    layout->addWidget(m_page, 1);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(6, 4, 6, 4);
    foot->setSpacing(8);
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(u"streamProgress"_s);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_summary = new QLabel(this);
    m_summary->setObjectName(u"streamSummary"_s);
    foot->addWidget(m_progress, 1);
    foot->addWidget(m_summary);
    layout->addLayout(foot);
}

void StreamPanel::wire()
{
    connect(m_source, &RunSource::snapshotChanged, this, &StreamPanel::refresh);
    connect(m_source, &RunSource::statusChanged, this, &StreamPanel::refresh);
    m_table.onChosen(this, [this](const QString &name) {
        m_selection->setFollows(false); // somebody who picks an operator wants to stay there
        m_selection->setOperator(name);
    });
    connect(m_table.view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StreamPanel::updateActions);
    connect(m_selection, &Selection::operatorChanged, this, [this] { m_table.select(m_selection->operatorName()); });
    connect(m_model, &TaskModel::orderAsked, this, &StreamPanel::askForOrder);
    connect(m_pause, &QAction::triggered, this, [this] { m_source->post("pause", Json::object()); });
    connect(m_resume, &QAction::triggered, this, [this] { m_source->resumeRun(); });
    connect(m_up, &QAction::triggered, this, [this] { moveCurrent(-1); });
    connect(m_down, &QAction::triggered, this, [this] { moveCurrent(1); });
    connect(m_skip, &QAction::triggered, this, &StreamPanel::skipCurrent);
    addActions({m_up, m_down});
}

void StreamPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
    QWidget::changeEvent(event);
}

void StreamPanel::retranslate()
{
    const auto dress = [](QAction *action, const QString &name, const QString &words, const QString &tip) {
        action->setIcon(icon(name));
        action->setText(words);
        action->setToolTip(tip);
    };
    dress(m_pause, u"pause"_s, tr("Pause"), tr("Pause the run before its next step"));
    dress(m_resume, u"play"_s, tr("Resume"), tr("Continue the run; starts a runner where none is there"));
    dress(m_up, u"up"_s, tr("Move up"), tr("Move the waiting operator up (Alt+Up), or drag it"));
    dress(m_down, u"down"_s, tr("Move down"), tr("Move the waiting operator down (Alt+Down), or drag it"));
    dress(m_skip, u"skip"_s, tr("Skip"), tr("Skip this operator; it updates no memory"));
    m_model->retranslate();
    refresh();
}

void StreamPanel::refresh()
{
    const Quiet quiet(m_table);
    m_model->setSnapshot(m_source->snapshot());
    m_page->setHint(m_source->snapshot()            ? QString()
                    : m_source->status().folder.isEmpty() ? tr("No workspace is open.\nUse Workspace ▸ New or Open.")
                                                    : tr("No run yet.\nUse Run ▸ Start run to put operators into the queue."));
    m_table.select(m_selection->operatorName());
    updateActions();
    updateProgress();
}

void StreamPanel::updateActions()
{
    const SnapshotPtr &run = m_source->snapshot();
    const bool open = run && !run->finished;
    const bool alive = m_source->status().runnerAlive();
    const bool paused = run && run->paused();
    const int row = currentRow();
    m_pause->setEnabled(open && alive && !paused);
    m_resume->setEnabled(open && (!alive || paused) && !m_source->status().launching);
    m_up->setEnabled(open && !m_model->orderAfterMove(row, row - 1).isEmpty());
    m_down->setEnabled(open && !m_model->orderAfterMove(row, row + 1).isEmpty());
    const bool skippable = open && row >= 0 && (m_model->isWaiting(row) || m_model->row(row).task->state == TaskState::Running);
    m_skip->setEnabled(skippable);
}

void StreamPanel::updateProgress()
{
    const SnapshotPtr &run = m_source->snapshot();
    const Progress progress = run ? progressOf(*run, QDateTime::currentMSecsSinceEpoch()) : Progress();
    m_progress->setMaximum(std::max(1, progress.total));
    m_progress->setValue(progress.done);
    m_summary->setText(run ? tr("%1 of %2 operators, %3 solved, %4 rounds · latencies are modelled").arg(progress.done).arg(progress.total).arg(progress.solved).arg(progress.rounds) : QString());
}

int StreamPanel::currentRow() const
{
    return m_model->rowOf(m_table.currentId());
}

void StreamPanel::moveCurrent(int by)
{
    askForOrder(m_model->orderAfterMove(currentRow(), currentRow() + by));
}

void StreamPanel::askForOrder(const QStringList &operators)
{
    if (operators.isEmpty())
        return;
    Json names = Json::array();
    for (const QString &name : operators)
        names.push_back(utf8(name));
    m_source->post("reorder", Json{{"order", std::move(names)}});
}

void StreamPanel::skipCurrent()
{
    const QString name = m_table.currentId();
    if (!name.isEmpty())
        m_source->post("skip", Json{{"operator", utf8(name)}});
}

} // namespace sage::ui
