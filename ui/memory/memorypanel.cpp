#include "ui/memory/memorypanel.h"

#include "ui/common/delegates.h"
#include "ui/common/emptystate.h"
#include "ui/common/selection.h"
#include "ui/common/text.h"
#include "ui/memory/budgetbar.h"
#include "ui/memory/movementmodel.h"
#include "ui/memory/rulemodel.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTabWidget>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

MemoryPanel::MemoryPanel(RunSource *source, Selection *selection, QWidget *parent)
    : QWidget(parent), m_source(source), m_selection(selection), m_rules(new RuleModel(this)), m_movements(new MovementModel(this))
{
    createViews();
    wire();
    retranslate();
}

void MemoryPanel::createViews()
{
    Dress rules;
    rules.name = u"ruleTable"_s;
    rules.sortColumn = RuleModel::Rank;
    rules.order = Qt::AscendingOrder;
    rules.stretchColumn = RuleModel::Text;
    rules.hidden = {RuleModel::Title};
    m_ruleTable = dressTable(m_rules, rules, this);
    m_ruleTable.view->setItemDelegateForColumn(RuleModel::Expected, new BarDelegate(ShareRole, m_ruleTable.view));
    // Rules are few and meant to be read: up to four lines each, the tool tip has the rest.
    m_ruleTable.view->setWordWrap(true);
    QHeaderView *rows = m_ruleTable.view->verticalHeader();
    rows->setMaximumSectionSize(4 * m_ruleTable.view->fontMetrics().lineSpacing() + 8);
    rows->setSectionResizeMode(QHeaderView::ResizeToContents);
    Dress movements;
    movements.name = u"movementTable"_s;
    movements.sortColumn = MovementModel::Update;
    movements.stretchColumn = MovementModel::Title;
    m_movementTable = dressTable(m_movements, movements, this);
    m_movementTable.view->setItemDelegateForColumn(MovementModel::Move, new ToneDelegate(StateRole, m_movementTable.view));
    m_ruleTable.setWidths({{RuleModel::Rank, 4}, {RuleModel::Expected, 10}, {RuleModel::Tokens, 9}, {RuleModel::Utility, 10}, {RuleModel::Probability, 8}});
    m_movementTable.setWidths({{MovementModel::Update, 9}, {MovementModel::Move, 14}, {MovementModel::Reason, 22}, {MovementModel::By, 18}, {MovementModel::Expected, 10}, {MovementModel::Tokens, 9}});
    m_bar = new BudgetBar(this);
    m_bar->setObjectName(u"budgetBar"_s);
    m_figure = new QLabel(this);
    m_figure->setObjectName(u"budgetFigure"_s);
    m_rulePage = new EmptyState(m_ruleTable.box, this);
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(u"memoryTabs"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_rulePage, QString());
    m_tabs->addTab(m_movementTable.box, QString());
    auto *content = new QWidget(this);
    auto *inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(2);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 6, 8, 2);
    head->setSpacing(8);
    head->addWidget(m_bar, 1);
    head->addWidget(m_figure);
    inner->addLayout(head);
    inner->addWidget(m_tabs, 1);
    m_page = new EmptyState(content, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

void MemoryPanel::wire()
{
    connect(m_source, &RunSource::snapshotChanged, this, &MemoryPanel::refresh);
    for (const DressedTable *table : {&m_ruleTable, &m_movementTable})
        table->onChosen(this, [this](const QString &id) { m_selection->setExperience(id); });
    connect(m_bar, &BudgetBar::ruleClicked, m_selection, &Selection::setExperience);
    connect(m_selection, &Selection::experienceChanged, this, [this] {
        m_bar->setSelected(ExperienceId(utf8(m_selection->experience())));
        if (m_rules->rowOf(m_selection->experience()) >= 0)
            m_ruleTable.select(m_selection->experience());
    });
}

void MemoryPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void MemoryPanel::retranslate()
{
    m_rules->retranslate();
    m_movements->retranslate();
    m_memoryVersion = -1;
    refresh();
}

void MemoryPanel::refresh()
{
    const SnapshotPtr &run = m_source->snapshot();
    m_page->setHint(run ? QString() : tr("The rules that are always in the context appear here during a run."));
    if (run && run->run == m_run && run->memoryVersion == m_memoryVersion)
        return;
    m_run = run ? run->run : RunId();
    m_memoryVersion = run ? run->memoryVersion : -1;
    const Quiet quietRules(m_ruleTable);
    const Quiet quietMovements(m_movementTable);
    m_rules->setSnapshot(run);
    m_movements->setSnapshot(run);
    m_bar->setMemory(run ? run->memory : nullptr);
    m_tabs->setTabText(0, tr("Resident rules (%1)").arg(m_rules->rowCount()));
    m_tabs->setTabText(1, tr("Movements (%1)").arg(m_movements->rowCount()));
    if (!run)
        return;
    const MemoryView &memory = *run->memory;
    m_figure->setText(tr("%1 / %2 tokens (%3 %)").arg(grouped(memory.residentTokens), grouped(memory.budgetTokens), number(100 * m_bar->share(), 1)));
    const Settings &settings = run->created.settings;
    m_rulePage->setHint(m_rules->rowCount() > 0 ? QString()
                                                : tr("No rule is resident yet. An experience is consolidated once its utility is positive and %1 episodes on %2 operators have adopted it.")
                                                      .arg(settings.kAdopt).arg(settings.kOperators));
}

} // namespace sage::ui
