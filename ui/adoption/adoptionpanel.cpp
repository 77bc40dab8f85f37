#include "ui/adoption/adoptionpanel.h"

#include "ui/adoption/experiencetext.h"
#include "ui/adoption/retrievedmodel.h"
#include "ui/common/delegates.h"
#include "ui/common/emptystate.h"
#include "ui/common/selection.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/wording.h"
#include "ui/rounds/diffview.h"
#include "ui/rounds/roundmodel.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

const QString channel = u"adoption"_s;
constexpr int pageDelayMs = 20;

} // namespace

AdoptionPanel::AdoptionPanel(RunSource *source, Selection *selection, QWidget *parent)
    : QWidget(parent), m_source(source), m_selection(selection), m_model(new RetrievedModel(this))
{
    createViews();
    wire();
    retranslate();
}

void AdoptionPanel::createViews()
{
    Dress dress;
    dress.name = u"retrievedTable"_s;
    dress.sortColumn = RetrievedModel::Rank;
    dress.order = Qt::AscendingOrder;
    dress.hidden = {RetrievedModel::Sparse, RetrievedModel::Dense};
    m_table = dressTable(m_model, dress, this);
    m_table.view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table.view->setItemDelegateForColumn(RetrievedModel::State, new ToneDelegate(StateRole, m_table.view));
    m_table.view->setItemDelegateForColumn(RetrievedModel::Relevance, new BarDelegate(ShareRole, m_table.view));
    m_table.setWidths({{RetrievedModel::Rank, 4}, {RetrievedModel::Title, 26}, {RetrievedModel::State, 14}, {RetrievedModel::Rationale, 48}, {RetrievedModel::Relevance, 11},
                       {RetrievedModel::Utility, 9}, {RetrievedModel::Score, 9}});
    m_title = new QLabel(this);
    m_title->setObjectName(u"adoptionTitle"_s);
    m_title->setContentsMargins(8, 4, 8, 2);
    m_title->setTextFormat(Qt::RichText);
    m_notes = new QLabel(this);
    m_notes->setObjectName(u"adoptionNotes"_s);
    m_notes->setContentsMargins(8, 0, 8, 4);
    m_notes->setWordWrap(true);
    m_text = new QTextBrowser(this);
    m_text->setObjectName(u"experienceText"_s);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_code = new DiffView(this);
    m_code->setObjectName(u"experienceCode"_s);
    m_code->setToolBarVisible(false);
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table.box);
    splitter->addWidget(m_text);
    splitter->addWidget(m_code);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({160, 210, 130});
    auto *content = new QWidget(this);
    auto *inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(m_title);
    inner->addWidget(m_notes);
    inner->addWidget(splitter, 1);
    m_page = new EmptyState(content, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

void AdoptionPanel::wire()
{
    m_pageTimer.setSingleShot(true);
    m_pageTimer.setInterval(pageDelayMs);
    connect(&m_pageTimer, &QTimer::timeout, this, [this] { m_text->setHtml(m_shownPage); });
    connect(m_source, &RunSource::snapshotChanged, this, &AdoptionPanel::refresh);
    connect(m_selection, &Selection::roundChanged, this, &AdoptionPanel::refresh);
    m_table.onChosen(this, [this](const QString &id) {
        m_selection->setExperience(id);
        showExperience();
    });
    connect(m_selection, &Selection::experienceChanged, this, [this] {
        m_table.select(m_selection->experience());
        showExperience();
    });
    connect(m_source, &RunSource::documentReady, this, [this](const DocumentPtr &document) {
        if (document->channel == channel)
            m_code->setDocument(document);
    });
}

void AdoptionPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
    QWidget::changeEvent(event);
}

void AdoptionPanel::retranslate()
{
    m_model->retranslate();
    m_shownPage.clear();
    refresh();
}

const RoundView *AdoptionPanel::current() const
{
    const TaskView *task = findTask(m_source->snapshot(), m_selection->operatorName());
    return task ? findRound(*task, m_selection->round()) : nullptr;
}

void AdoptionPanel::refresh()
{
    const RoundView *round = current();
    const Quiet quiet(m_table);
    m_model->setRound(m_source->snapshot(), round);
    if (!round) {
        m_page->setHint(tr("Select a round to see what it retrieved and what it adopted."));
        return;
    }
    m_page->setHint({});
    m_title->setText(tr("<b>%1</b>, round %2: %3 experiences retrieved").arg(m_selection->operatorName().toHtmlEscaped()).arg(round->round).arg(round->opened.retrieved.size()));
    showNotes(*round);
    // What a person chose stays; otherwise each round, and each of its steps, shows its own.
    if (m_model->rowCount() > 0) {
        const QString wanted = m_selection->experience();
        m_table.select(m_model->rowOf(wanted) >= 0 ? wanted : firstToShow());
    }
    showExperience();
}

QString AdoptionPanel::firstToShow() const
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->row(row).state == Adoption::Adopted)
            return m_model->row(row).key();
    }
    return m_model->row(0).key();
}

void AdoptionPanel::showNotes(const RoundView &round)
{
    const RunSnapshot &run = *m_source->snapshot();
    const auto names = [&](const std::vector<ExperienceId> &ids) {
        QStringList titles;
        for (const ExperienceId &id : ids)
            titles << titleOf(run, id);
        return titles.join(u"; "_s);
    };
    QStringList lines;
    if (!round.opened.resident.empty())
        lines << tr("Resident rules in the context: %1").arg(round.opened.resident.size());
    const std::vector<ExperienceId> used = round.declared ? round.declared->usedRules : std::vector<ExperienceId>();
    if (!used.empty())
        lines << tr("Rules used: %1").arg(names(used));
    for (const RoundRefused &refusal : round.refusals)
        lines << tr("Attempt %1 refused by the gate, unresolved: %2").arg(refusal.attempt).arg(names(refusal.unresolved));
    m_notes->setText(lines.join(u'\n'));
    m_notes->setVisible(!lines.isEmpty());
}

void AdoptionPanel::showExperience()
{
    const SnapshotPtr &run = m_source->snapshot();
    const int row = m_model->rowOf(m_table.currentId());
    const QString wanted = row >= 0 ? m_table.currentId() : m_selection->experience();
    const MemoryItemView *item = run ? findItem(*run, ExperienceId(utf8(wanted))) : nullptr;
    if (!item) {
        m_pageTimer.stop();
        m_text->clear();
        m_text->setPlaceholderText(tr("Nothing was retrieved in this round: memory had nothing eligible."));
        m_code->setVisible(false);
        m_shownPage.clear();
        return;
    }
    showPage(*item, row >= 0 ? text(m_model->row(row).rationale) : QString());
    requestCode(item->experience);
}

void AdoptionPanel::showPage(const MemoryItemView &item, const QString &rationale)
{
    QString page;
    if (!rationale.isEmpty())
        page = u"<p style='color:%1'>%2</p><p>%3</p><hr>"_s.arg(colours().dim.name(), tr("The generator's rationale in this round"), rationale.toHtmlEscaped());
    page += experiencePage(item);
    if (page == m_shownPage)
        return;
    m_shownPage = page;
    m_pageTimer.start();
}

void AdoptionPanel::requestCode(const Experience &experience)
{
    const bool any = !experience.codeBefore.empty() || !experience.codeAfter.empty();
    m_code->setVisible(any);
    if (!any || experience.id == m_shownCode)
        return;
    m_shownCode = experience.id;
    DocumentRequest request;
    request.channel = channel;
    if (!experience.codeBefore.empty())
        request.before = TextSource{{}, experience.codeBefore};
    request.after = TextSource{{}, experience.codeAfter};
    m_source->requestDocument(std::move(request));
}

} // namespace sage::ui
