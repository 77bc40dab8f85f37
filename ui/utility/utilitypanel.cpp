#include "ui/utility/utilitypanel.h"

#include "ui/adoption/retrievedmodel.h"
#include "ui/common/delegates.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/icons.h"
#include "ui/common/selection.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/utility/pickmodel.h"
#include "ui/utility/utilitychart.h"
#include "ui/utility/utilityseries.h"
#include "ui/utility/whymodel.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t shownByDefault = 5;
constexpr int chartDelayMs = 30;

/// Widgets one below the other without gaps; labels and tool bars take only what they need.
[[nodiscard]] QWidget *stacked(QWidget *parent, std::initializer_list<QWidget *> widgets)
{
    auto *box = new QWidget(parent);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget *widget : widgets)
        layout->addWidget(widget, qobject_cast<QLabel *>(widget) || qobject_cast<QToolBar *>(widget) ? 0 : 1);
    return box;
}

} // namespace

UtilityPanel::UtilityPanel(RunSource *source, Selection *selection, QWidget *parent)
    : QWidget(parent), m_source(source), m_selection(selection), m_picks(new PickModel(this)), m_why(new WhyModel(this))
{
    createViews();
    wire();
    retranslate();
}

void UtilityPanel::createViews()
{
    m_bar = new QToolBar(this);
    m_bar->setIconSize({16, 16});
    m_bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_png = m_bar->addAction(QString(), this, &UtilityPanel::exportPng);
    m_svg = m_bar->addAction(QString(), this, &UtilityPanel::exportSvg);
    m_csv = m_bar->addAction(QString(), this, &UtilityPanel::exportCsv);
    m_chart = new UtilityChart(this);
    m_chart->setObjectName(u"utilityChart"_s);
    Dress picks;
    picks.name = u"pickTable"_s;
    picks.filterLine = true;
    picks.sortColumn = PickModel::Title;
    picks.order = Qt::AscendingOrder;
    picks.stretchColumn = PickModel::Title;
    m_pickTable = dressTable(m_picks, picks, this);
    m_pickTable.view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_pickTable.view->setItemDelegateForColumn(PickModel::Utility, new BarDelegate(ShareRole, m_pickTable.view));
    m_pickTable.setWidths({{PickModel::Utility, 9}});
    Dress why;
    why.name = u"whyTable"_s;
    why.sortColumn = WhyModel::Update;
    why.stretchColumn = WhyModel::Episode;
    why.hidden = {WhyModel::Before};
    m_whyTable = dressTable(m_why, why, this);
    m_whyTable.setWidths({{WhyModel::Update, 9}, {WhyModel::Score, 9}, {WhyModel::Adopted, 5}, {WhyModel::Credit, 10}, {WhyModel::Eta, 9}, {WhyModel::Before, 10}, {WhyModel::After, 10}});
    m_whyTable.view->setItemDelegateForColumn(WhyModel::After, new BarDelegate(ShareRole, m_whyTable.view));
    m_whyTitle = new ElidedLabel(this);
    m_whyTitle->setObjectName(u"whyTitle"_s);
    m_whyTitle->setContentsMargins(8, 4, 8, 2);
    m_legend = new QLabel(this);
    m_legend->setObjectName(u"chartLegend"_s);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    m_legend->setContentsMargins(10, 0, 10, 4);
    m_legend->setAutoFillBackground(true);
    m_legend->setBackgroundRole(QPalette::Base);
    auto *chartPart = stacked(this, {m_chart, m_legend});
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(u"utilityTabs"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(stacked(this, {m_whyTitle, m_whyTable.box}), QString());
    m_tabs->addTab(m_pickTable.box, QString());
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(chartPart);
    splitter->addWidget(m_tabs);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({280, 200});
    m_page = new EmptyState(stacked(this, {m_bar, splitter}), this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

void UtilityPanel::wire()
{
    connect(m_source, &RunSource::snapshotChanged, this, &UtilityPanel::refresh);
    connect(m_selection, &Selection::experienceChanged, this, &UtilityPanel::showWhy);
    // Laying a chart out and painting it takes as long as all other views together: in a turn of the event loop of its own.
    m_chartTimer.setSingleShot(true);
    m_chartTimer.setInterval(chartDelayMs);
    connect(&m_chartTimer, &QTimer::timeout, this, &UtilityPanel::drawChart);
    connect(m_picks, &PickModel::pickedChanged, &m_chartTimer, qOverload<>(&QTimer::start));
    connect(m_pickTable.view, &QAbstractItemView::clicked, this, [this] { m_chosen = true; });
    m_pickTable.onChosen(this, [this](const QString &id) { m_selection->setExperience(id); });
    connect(m_chart, &UtilityChart::lineClicked, this, [this](const QString &id) {
        if (!id.isEmpty())
            m_selection->setExperience(id);
    });
}

void UtilityPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_chart->dress();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
    QWidget::changeEvent(event);
}

void UtilityPanel::retranslate()
{
    for (const auto &[action, words] : {std::pair{m_png, tr("PNG")}, {m_svg, tr("SVG")}, {m_csv, tr("CSV")}}) {
        action->setText(words);
        action->setIcon(icon(u"export"_s));
        action->setToolTip(tr("Export as %1").arg(words));
    }
    m_chart->setAxisTitles(tr("memory updates (episodes)"), tr("utility u"));
    m_tabs->setTabText(0, tr("Why this utility"));
    m_tabs->setTabText(1, tr("Shown experiences"));
    m_pickTable.filter->setPlaceholderText(tr("Filter experiences"));
    m_picks->retranslate();
    m_why->retranslate();
    m_memoryVersion = -1;
    refresh();
}

void UtilityPanel::refresh()
{
    const SnapshotPtr &run = m_source->snapshot();
    const bool any = run && run->memory->episodes > 0;
    m_page->setHint(any ? QString() : tr("Utilities appear here after the first episode has taught memory something."));
    if (run && run->run == m_run && run->memoryVersion == m_memoryVersion)
        return;
    if (!run || run->run != m_run)
        m_chosen = false;
    m_run = run ? run->run : RunId();
    m_memoryVersion = run ? run->memoryVersion : -1;
    const Quiet quiet(m_pickTable);
    m_picks->setSnapshot(run);
    if (any && !m_chosen)
        pickByDefault();
    m_chartTimer.start();
    showWhy();
}

void UtilityPanel::pickByDefault()
{
    std::vector<QString> ids;
    for (const ExperienceId &id : tellingItems(*m_source->snapshot()->memory, shownByDefault))
        ids.push_back(text(id.value));
    m_picks->setPicked(std::move(ids));
}

void UtilityPanel::drawChart()
{
    const SnapshotPtr &run = m_source->snapshot();
    if (!run)
        return;
    std::vector<UtilityLine> lines;
    for (const QString &id : m_picks->picked()) {
        const MemoryItemView *item = findItem(*run, ExperienceId(utf8(id)));
        if (!item)
            continue;
        QString name = text(item->experience.title);
        if (name.size() > 48)
            name = name.left(47) + u'…';
        lines.push_back({id, name, m_picks->colourOf(id), utilityPoints(*item, run->memory->episodes)});
    }
    lines.push_back({QString(), tr("mean"), colours().text, meanPoints(*run->memory)});
    m_chart->setLines(lines, run->memory->episodes);
    QStringList legend;
    for (const UtilityLine &line : lines)
        legend << u"<span style='color:%1'>%2</span>&nbsp;%3"_s.arg(line.colour.name(), line.key.isEmpty() ? u"╍"_s : u"■"_s, line.name.toHtmlEscaped().replace(u' ', u"&nbsp;"_s));
    m_legend->setText(legend.join(u"&ensp; "_s));
}

void UtilityPanel::showWhy()
{
    const SnapshotPtr &run = m_source->snapshot();
    QString wanted = m_selection->experience();
    if (wanted.isEmpty() && !m_picks->picked().empty())
        wanted = m_picks->picked().front();
    const MemoryItemView *item = run ? findItem(*run, ExperienceId(utf8(wanted))) : nullptr;
    m_why->setItem(run, item);
    m_whyTitle->setText(!item ? tr("Select an experience to see why its utility is what it is.")
                        : item->history.empty() ? tr("%1: not retrieved yet, u = 0").arg(text(item->experience.title))
                                                : tr("Why u = %1: %2").arg(signedNumber(item->utility, 4), text(item->experience.title)));
}

void UtilityPanel::exportPng()
{
    drawChart(); // in case the newest is still to be drawn
    saveAs(this, u"utility.png"_s, tr("PNG image (*.png)"), m_chart->toPng());
}

void UtilityPanel::exportSvg()
{
    drawChart();
    saveAs(this, u"utility.svg"_s, tr("SVG drawing (*.svg)"), m_chart->toSvg());
}

void UtilityPanel::exportCsv()
{
    const SnapshotPtr &run = m_source->snapshot();
    if (!run)
        return;
    QString csv = u"item,title,update,u\n"_s;
    const auto add = [&csv](const QString &id, QString title, const std::vector<QPointF> &points) {
        title.replace(u"\""_s, u"\"\""_s);
        for (const QPointF &point : points)
            csv += u"%1,\"%2\",%3,%4\n"_s.arg(id, title).arg(point.x()).arg(point.y(), 0, 'g', 17);
    };
    for (const QString &id : m_picks->picked()) {
        if (const MemoryItemView *item = findItem(*run, ExperienceId(utf8(id))))
            add(id, text(item->experience.title), utilityPoints(*item, run->memory->episodes));
    }
    add(u"mean"_s, tr("mean"), meanPoints(*run->memory));
    saveAs(this, u"utility.csv"_s, tr("CSV table (*.csv)"), csv.toUtf8());
}

} // namespace sage::ui
