#include "ui/rounds/roundspanel.h"

#include "ui/common/delegates.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/selection.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/wording.h"
#include "ui/rounds/casemodel.h"
#include "ui/rounds/diffview.h"
#include "ui/rounds/findingmodel.h"
#include "ui/rounds/roundmodel.h"

#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

const QString channel = u"rounds"_s;
constexpr int entering = 0; // data of the "made from" entry in the list of kernels to compare with

} // namespace

RoundsPanel::RoundsPanel(RunSource *source, Selection *selection, QWidget *parent)
    : QWidget(parent), m_source(source), m_selection(selection), m_rounds(new RoundModel(this)), m_findings(new FindingModel(this)), m_cases(new CaseModel(this))
{
    createTables();
    createViews();
    wire();
    retranslate();
    refresh();
}

void RoundsPanel::createTables()
{
    Dress rounds;
    rounds.name = u"roundTable"_s;
    rounds.sortColumn = RoundModel::Number;
    rounds.order = Qt::DescendingOrder;
    rounds.stretchColumn = RoundModel::Note;
    rounds.hidden = {RoundModel::Stage};
    m_roundTable = dressTable(m_rounds, rounds, this);
    m_roundTable.view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_roundTable.view->setItemDelegateForColumn(RoundModel::Result, new ToneDelegate(StateRole, m_roundTable.view));
    Dress findings;
    findings.name = u"findingTable"_s;
    findings.sortColumn = FindingModel::Line;
    findings.order = Qt::AscendingOrder;
    m_findingTable = dressTable(m_findings, findings, this);
    m_findingTable.view->setItemDelegateForColumn(FindingModel::Severity, new ToneDelegate(StateRole, m_findingTable.view));
    Dress cases;
    cases.name = u"caseTable"_s;
    cases.sortColumn = CaseModel::Index;
    cases.order = Qt::AscendingOrder;
    cases.hidden = {CaseModel::Seed};
    m_caseTable = dressTable(m_cases, cases, this);
    m_caseTable.view->setItemDelegateForColumn(CaseModel::Result, new ToneDelegate(StateRole, m_caseTable.view));
    m_roundTable.setWidths({{RoundModel::Number, 8}, {RoundModel::Episode, 12}, {RoundModel::State, 9}, {RoundModel::Result, 15}, {RoundModel::Latency, 17}, {RoundModel::Adopted, 8}});
    m_findingTable.setWidths({{FindingModel::Severity, 10}, {FindingModel::Rule, 16}, {FindingModel::File, 12}, {FindingModel::Line, 6}, {FindingModel::Message, 52}, {FindingModel::Advice, 52}, {FindingModel::Where, 22}, {FindingModel::Times, 8}});
    m_caseTable.setWidths({{CaseModel::Index, 7}, {CaseModel::DType, 11}, {CaseModel::Shapes, 34}, {CaseModel::Result, 24}, {CaseModel::Failed, 22}, {CaseModel::MaxError, 15}, {CaseModel::Worst, 34},
                         {CaseModel::Latency, 20}, {CaseModel::Pipes, 30}, {CaseModel::Cores, 8}});
}

QWidget *RoundsPanel::createKernelPart()
{
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 2);
    head->setSpacing(8);
    m_title = new QLabel(part);
    m_title->setObjectName(u"roundTitle"_s);
    m_title->setTextFormat(Qt::RichText);
    m_verdict = new ElidedLabel(part);
    m_verdict->setObjectName(u"roundVerdict"_s);
    m_against = new QLabel(part);
    m_parent = new QComboBox(part);
    m_parent->setObjectName(u"compareWith"_s);
    m_parent->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    head->addWidget(m_title);
    head->addWidget(m_verdict, 1);
    head->addWidget(m_against);
    head->addWidget(m_parent);
    layout->addLayout(head);
    m_diff = new DiffView(part);
    m_diff->setObjectName(u"kernelDiff"_s);
    m_kernelPage = new EmptyState(m_diff, part);
    layout->addWidget(m_kernelPage, 1);
    return part;
}

void RoundsPanel::createViews()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(u"roundTabs"_s);
    m_tabs->setDocumentMode(true);
    m_output = new QPlainTextEdit(m_tabs);
    m_output->setObjectName(u"compilerOutput"_s);
    m_output->setReadOnly(true);
    m_output->setFrameShape(QFrame::NoFrame);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_output->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_findingPage = new EmptyState(m_findingTable.box, m_tabs);
    m_casePage = new EmptyState(m_caseTable.box, m_tabs);
    for (QWidget *page : {static_cast<QWidget *>(m_findingPage), static_cast<QWidget *>(m_casePage), static_cast<QWidget *>(m_output)})
        m_tabs->addTab(page, QString());
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_roundTable.box);
    splitter->addWidget(createKernelPart());
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 5);
    splitter->setStretchFactor(2, 2);
    splitter->setSizes({170, 480, 190});
    splitter->setChildrenCollapsible(false);
    m_page = new EmptyState(splitter, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

void RoundsPanel::wire()
{
    connect(m_source, &RunSource::snapshotChanged, this, &RoundsPanel::refresh);
    connect(m_source, &RunSource::documentReady, this, &RoundsPanel::takeDocument);
    connect(m_selection, &Selection::operatorChanged, this, &RoundsPanel::refresh);
    connect(m_selection, &Selection::roundChanged, this, &RoundsPanel::showRound);
    connect(m_selection, &Selection::followsChanged, this, &RoundsPanel::refresh);
    m_roundTable.onChosen(this, [this](const QString &round) {
        m_selection->setFollows(false);
        m_selection->setRound(round.toInt());
    });
    const auto jump = [this](const QModelIndex &index) {
        if (index.isValid())
            m_diff->goToLine(index.siblingAtColumn(FindingModel::File).data().toString(), index.siblingAtColumn(FindingModel::Line).data(SortRole).toInt());
    };
    connect(m_findingTable.view, &QAbstractItemView::clicked, this, jump);
    connect(m_findingTable.view, &QAbstractItemView::activated, this, jump);
    connect(m_diff, &DiffView::optionsChanged, this, &RoundsPanel::requestDocument);
    connect(m_parent, &QComboBox::activated, this, &RoundsPanel::requestDocument);
}

void RoundsPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        m_shownRound = -1; // findings are worded when they are loaded, the diff is coloured then
        retranslate();
    }
    QWidget::changeEvent(event);
}

void RoundsPanel::retranslate()
{
    m_against->setText(tr("compared with"));
    m_output->setPlaceholderText(tr("The compiler said nothing."));
    m_rounds->retranslate();
    m_findings->retranslate();
    m_cases->retranslate();
    nameTabs();
    refresh();
}

void RoundsPanel::nameTabs()
{
    m_tabs->setTabText(0, tr("Findings (%1)").arg(m_findings->rowCount()));
    m_tabs->setTabText(1, tr("Cases (%1)").arg(m_cases->rowCount()));
    m_tabs->setTabText(2, tr("Compiler output"));
}

void RoundsPanel::refresh()
{
    {
        const Quiet quiet(m_roundTable);
        m_rounds->setTask(m_source->snapshot(), m_selection->operatorName());
    }
    follow(); // another operator: comes back here by its signal
    m_page->setHint(m_rounds->rowCount() > 0                 ? QString()
                    : m_selection->operatorName().isEmpty() ? tr("Select an operator in the task stream to see its rounds.")
                                                             : tr("%1 has not begun: its rounds will appear here.").arg(m_selection->operatorName()));
    if (m_selection->round() == 0 && m_rounds->rowCount() > 0)
        m_selection->setRound(m_rounds->row(m_rounds->rowCount() - 1).round->round);
    showRound();
}

void RoundsPanel::follow()
{
    if (!m_selection->follows() || !m_source->snapshot())
        return;
    const auto [operatorName, round] = newestRound(*m_source->snapshot());
    if (round > 0)
        m_selection->setRound(operatorName, round);
}

const RoundView *RoundsPanel::current() const
{
    const TaskView *task = findTask(m_source->snapshot(), m_selection->operatorName());
    return task ? findRound(*task, m_selection->round()) : nullptr;
}

void RoundsPanel::showRound()
{
    m_roundTable.select(m_selection->round() > 0 ? QString::number(m_selection->round()) : QString());
    const RoundView *round = current();
    m_title->setText(round ? tr("<b>%1</b>, round %2").arg(m_selection->operatorName().toHtmlEscaped()).arg(round->round) : QString());
    if (!round || !round->replied) {
        m_kernelPage->setHint(tr("The generator has not answered yet: the kernel will appear here."));
        forget();
        return;
    }
    m_kernelPage->setHint({});
    const Hash feedback = round->evaluated ? round->evaluated->feedback : Hash();
    if (round->replied->kernelHash != m_shownKernel || feedback != m_shownFeedback || m_shownRound != m_selection->round()) {
        fillParents();
        m_shownKernel = round->replied->kernelHash;
        m_shownFeedback = feedback;
        m_shownRound = m_selection->round();
        m_feedback.reset();
        requestDocument();
    }
    // Also without a new document: a round may be closed without ever having been evaluated.
    showVerdict();
}

void RoundsPanel::forget()
{
    m_ticket = 0; // what is still being loaded belongs to another round
    m_shownKernel = {};
    m_shownFeedback = {};
    m_feedback.reset();
    showFeedback();
    showVerdict();
}

void RoundsPanel::fillParents()
{
    const QVariant before = m_parent->currentData();
    m_parent->clear();
    m_parent->addItem(tr("its parent kernel"), entering);
    for (int i = 0; i < m_rounds->rowCount(); ++i) {
        const RoundView *round = m_rounds->row(i).round;
        if (round->replied && round->round != m_selection->round())
            m_parent->addItem(tr("round %1").arg(round->round), round->round);
    }
    // A comparison that a person chose stays while it exists.
    m_parent->setCurrentIndex(std::max(0, m_parent->findData(before)));
}

void RoundsPanel::requestDocument()
{
    const TaskView *task = findTask(m_source->snapshot(), m_selection->operatorName());
    const RoundView *round = current();
    if (!task || !round || !round->replied)
        return;
    const int other = m_parent->currentData().toInt();
    const RoundView *parent = other == entering ? findKernel(*task, round->opened.entering) : findRound(*task, other);
    DocumentRequest request;
    request.channel = channel;
    request.after = TextSource{round->replied->kernel, {}};
    if (parent && parent->replied)
        request.before = TextSource{parent->replied->kernel, {}};
    request.feedback = m_shownFeedback;
    request.options = m_diff->options();
    m_ticket = m_source->requestDocument(std::move(request));
}

void RoundsPanel::takeDocument(const DocumentPtr &document)
{
    if (document->channel != channel || document->ticket != m_ticket)
        return;
    m_feedback = document->feedback;
    m_diff->setDocument(document);
    showFeedback();
    showVerdict();
}

void RoundsPanel::showVerdict()
{
    const RoundView *round = current();
    const RoundEvaluated *result = round && round->evaluated ? &*round->evaluated : nullptr;
    QString verdict;
    if (result && result->correct)
        verdict = m_feedback ? tr("correct, %1 (%2)").arg(latency(result->latencyUs), text(m_feedback->origin)) : tr("correct, %1").arg(latency(result->latencyUs));
    else if (result)
        verdict = worded(result->stage) + u": "_s + (m_feedback && !m_feedback->message.empty() ? text(m_feedback->message) : worded(Domain::Feedback, result->code));
    else if (round && round->replied)
        verdict = worded(round->state);
    m_verdict->setText(verdict.isEmpty() ? QString() : u"· "_s + verdict);
    QPalette coloured = palette();
    if (round && round->replied)
        coloured.setColor(QPalette::WindowText, toneColour(toneOf(*round)));
    m_verdict->setPalette(coloured);
}

void RoundsPanel::showFeedback()
{
    const std::optional<Feedback> &feedback = m_feedback;
    std::vector<FindingRow> rows = feedback ? findingRows(*feedback) : std::vector<FindingRow>();
    m_diff->setMarks(fileMarks(rows));
    m_findings->setRows(std::move(rows));
    m_cases->setCases(feedback ? feedback->cases : std::vector<CaseResult>());
    m_output->setPlainText(feedback ? text(feedback->compilerOutput) : QString());
    nameTabs();
    if (!feedback) {
        m_findingPage->setHint(tr("Not evaluated yet."));
        m_casePage->setHint(tr("Not evaluated yet."));
        return;
    }
    m_findingPage->setHint(m_findings->rowCount() > 0 ? QString() : tr("Compiler and device had nothing to say against this kernel."));
    m_casePage->setHint(m_cases->rowCount() > 0 ? QString() : tr("No case was run: the kernel did not get that far."));
    m_tabs->setCurrentIndex(m_findings->rowCount() > 0 ? 0 : 1);
}

} // namespace sage::ui
