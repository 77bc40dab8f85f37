#include "ui/memory/experiencespanel.h"

#include "ui/common/delegates.h"
#include "ui/common/emptystate.h"
#include "ui/common/selection.h"
#include "ui/memory/experiencemodel.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

ExperiencesPanel::ExperiencesPanel(RunSource *source, Selection *selection, QWidget *parent)
    : QWidget(parent), m_source(source), m_selection(selection), m_model(new ExperienceModel(this))
{
    createViews();
    wire();
    retranslate();
}

void ExperiencesPanel::createViews()
{
    Dress dress;
    dress.name = u"experienceTable"_s;
    dress.filterLine = true;
    dress.sortColumn = ExperienceModel::Utility;
    dress.hidden = {ExperienceModel::Id};
    m_table = dressTable(m_model, dress, this);
    m_table.view->setItemDelegateForColumn(ExperienceModel::State, new ToneDelegate(StateRole, m_table.view));
    m_table.view->setItemDelegateForColumn(ExperienceModel::Utility, new BarDelegate(ShareRole, m_table.view));
    m_table.view->setItemDelegateForColumn(ExperienceModel::Probability, new BarDelegate(ShareRole, m_table.view));
    m_table.setWidths({{ExperienceModel::Title, 44}, {ExperienceModel::State, 18}, {ExperienceModel::Utility, 11}, {ExperienceModel::Retrieved, 11}, {ExperienceModel::Adopted, 11},
                       {ExperienceModel::Operators, 11}, {ExperienceModel::Eligible, 10}, {ExperienceModel::Probability, 9}, {ExperienceModel::Expected, 10}, {ExperienceModel::Tokens, 9},
                       {ExperienceModel::Source, 34}, {ExperienceModel::Id, 20}});
    m_count = new QLabel(this);
    m_count->setObjectName(u"experienceCount"_s);
    m_count->setContentsMargins(8, 2, 8, 4);
    auto *content = new QWidget(this);
    auto *inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 4, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(m_table.box, 1);
    inner->addWidget(m_count);
    m_page = new EmptyState(content, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

void ExperiencesPanel::wire()
{
    connect(m_source, &RunSource::snapshotChanged, this, &ExperiencesPanel::refresh);
    m_table.onChosen(this, [this](const QString &id) { m_selection->setExperience(id); });
    connect(m_selection, &Selection::experienceChanged, this, [this] { m_table.select(m_selection->experience()); });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_table.proxy, signal, this, &ExperiencesPanel::showCount);
}

void ExperiencesPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ExperiencesPanel::retranslate()
{
    m_table.filter->setPlaceholderText(tr("Filter by words: title, state, operator, author …"));
    m_model->retranslate();
    m_memoryVersion = -1;
    refresh();
}

void ExperiencesPanel::refresh()
{
    const SnapshotPtr &run = m_source->snapshot();
    if (!run || run->run != m_run || run->memoryVersion != m_memoryVersion) {
        m_run = run ? run->run : RunId();
        m_memoryVersion = run ? run->memoryVersion : -1;
        const Quiet quiet(m_table);
        m_model->setSnapshot(run);
    }
    m_page->setHint(m_model->rowCount() > 0 ? QString() : tr("Memory is empty. What a run learns is listed here."));
    showCount();
}

void ExperiencesPanel::showCount()
{
    m_count->setText(tr("%1 of %2 experiences").arg(m_table.proxy->rowCount()).arg(m_model->rowCount()));
}

} // namespace sage::ui
