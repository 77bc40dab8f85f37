// Each panel on a run in memory: what is shown, what a click does, themes and languages at run time.

#include "fixture.h"

#include "ui/adoption/adoptionpanel.h"
#include "ui/common/language.h"
#include "ui/common/selection.h"
#include "ui/common/theme.h"
#include "ui/memory/budgetbar.h"
#include "ui/memory/experiencespanel.h"
#include "ui/memory/memorypanel.h"
#include "ui/rounds/codeview.h"
#include "ui/rounds/diffview.h"
#include "ui/rounds/findingmodel.h"
#include "ui/rounds/roundspanel.h"
#include "ui/settings/startrundialog.h"
#include "ui/shell/welcomepage.h"
#include "ui/stream/streampanel.h"
#include "ui/utility/utilitychart.h"
#include "ui/utility/utilitypanel.h"

#include <QtWidgets>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QLineSeries>
#include <QTableView>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

using namespace sage;
using namespace sage::ui;
using namespace Qt::StringLiterals;

namespace {

void clickRow(QTableView *view, int row)
{
    const QRect cell = view->visualRect(view->model()->index(row, 1));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, cell.center());
}

QStringList column(const QTableView *view, int column)
{
    QStringList all;
    for (int row = 0; row < view->model()->rowCount(); ++row)
        all << view->model()->index(row, column).data().toString();
    return all;
}

} // namespace

class TestPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void streamSteers();
    void roundsShowDiffAndFindings();
    void roundChosenByKeyShowsItsDiff();
    void verdictFollowsTheOutcome();
    void marksStayInTheirFile();
    void roundsFollowTheRun();
    void findingJumpsToItsLine();
    void anyRoundAgainstAnyRound();
    void adoptionShowsTheRationale();
    void adoptionBeginsWithWhatWasAdopted();
    void utilityDrawsAndExplains();
    void memoryFillsItsBar();
    void experiencesFilter();
    void emptyViewsSayWhatToDo();
    void languageAndThemeSwitchAtRunTime();
    void startDialogMakesOptions();
    void startDialogSaysWhatCannotBeRead();
    void welcomeForgetsAWorkspace();

private:
    template<typename Panel>
    std::unique_ptr<Panel> shown()
    {
        auto panel = std::make_unique<Panel>(m_source.get(), m_selection.get());
        panel->resize(1000, 800);
        panel->show();
        panel->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(panel.get()); // focus tells a person's choice from a snapshot's
        return panel;
    }

    std::unique_ptr<Demo> m_demo;
    std::unique_ptr<FakeSource> m_source;
    std::unique_ptr<ui::Selection> m_selection;
};

void TestPanels::init()
{
    applyTheme(ThemeKind::Light);
    m_demo = std::make_unique<Demo>();
    m_demo->run(2);
    m_source = std::make_unique<FakeSource>();
    m_selection = std::make_unique<ui::Selection>();
    m_source->show(*m_demo);
}

void TestPanels::cleanup()
{
    applyLanguage(Language::English);
}

void TestPanels::streamSteers()
{
    const auto panel = shown<StreamPanel>();
    auto *table = panel->findChild<QTableView *>(u"taskTable"_s);
    QCOMPARE(column(table, 1), QStringList({u"Sqrt"_s, u"Swish"_s, u"Gelu"_s, u"MseLoss"_s, u"RmsNorm"_s}));
    QVERIFY(panel->findChild<QLabel *>(u"streamSummary"_s)->text().startsWith(u"2 of 5"_s));
    clickRow(table, 3);
    QCOMPARE(m_selection->operatorName(), u"MseLoss"_s);
    panel->findChild<QAction *>(u"moveTaskUp"_s)->trigger();
    QCOMPARE(m_source->commands.back().first, std::string("reorder"));
    QCOMPARE(m_source->commands.back().second.at("order").get<std::vector<std::string>>(), (std::vector<std::string>{"Sqrt", "Swish", "MseLoss", "Gelu", "RmsNorm"}));
    QVERIFY(!panel->findChild<QAction *>(u"moveTaskUp"_s)->isEnabled() || column(table, 1)[3] == u"MseLoss"_s); // nothing moved by itself
    panel->findChild<QAction *>(u"skipTask"_s)->trigger();
    QCOMPARE(m_source->commands.back().second.value("operator", ""), std::string("MseLoss"));
    QVERIFY(!panel->resumeAction()->isEnabled());
    panel->pauseAction()->trigger();
    QCOMPARE(m_source->commands.back().first, std::string("pause"));
    m_source->show(*m_demo, false); // the runner is gone
    QVERIFY(!panel->pauseAction()->isEnabled());
    panel->resumeAction()->trigger();
    QCOMPARE(m_source->resumed, 1);
}

void TestPanels::roundsShowDiffAndFindings()
{
    m_selection->setFollows(false);
    m_selection->setRound(u"Sqrt"_s, 3);
    const auto panel = shown<RoundsPanel>();
    auto *unified = panel->findChild<CodeView *>(u"unifiedDiff"_s);
    QTRY_VERIFY(unified->toPlainText().contains(u"DataCopyPad"_s));
    QVERIFY(unified->toPlainText().contains(u"unchanged lines"_s));
    QCOMPARE(panel->findChild<QLabel *>(u"diffCounts"_s)->text(), u"+1 −2 lines"_s);
    QVERIFY(panel->findChild<QLabel *>(u"roundVerdict"_s)->text().contains(u"40.0 µs"_s));
    QCOMPARE(m_source->requests.back().before.has_value(), true);
    auto *table = panel->findChild<QTableView *>(u"roundTable"_s);
    QCOMPARE(table->model()->rowCount(), 5);
    clickRow(table, 4); // newest first: the last row is round 1
    QCOMPARE(m_selection->round(), 1);
    auto *findings = panel->findChild<QTableView *>(u"findingTable"_s);
    QTRY_COMPARE(findings->model()->rowCount(), 2);
    QVERIFY(!m_source->requests.back().before); // nothing came before
}

void TestPanels::roundChosenByKeyShowsItsDiff()
{
    m_selection->setFollows(false);
    m_selection->setRound(u"Sqrt"_s, 5);
    const auto panel = shown<RoundsPanel>();
    auto *counts = panel->findChild<QLabel *>(u"diffCounts"_s);
    QTRY_COMPARE(counts->text(), u"+1 −1 lines"_s);
    auto *table = panel->findChild<QTableView *>(u"roundTable"_s);
    table->setFocus();
    for (const int expected : {4, 3}) {
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(m_selection->round(), expected);
    }
    QTRY_COMPARE(counts->text(), u"+1 −2 lines"_s);
    QVERIFY(panel->findChild<CodeView *>(u"unifiedDiff"_s)->toPlainText().contains(u"DataCopyPad"_s));
    QCOMPARE(panel->findChild<QLabel *>(u"roundTitle"_s)->text(), u"<b>Sqrt</b>, round 3"_s);
}

void TestPanels::verdictFollowsTheOutcome()
{
    const auto panel = shown<RoundsPanel>();
    const auto *verdict = panel->findChild<QLabel *>(u"roundVerdict"_s);
    const auto colour = [&] { return verdict->palette().color(QPalette::WindowText); };
    m_selection->setFollows(false);
    m_selection->setRound(u"Sqrt"_s, 3);
    QCOMPARE(colour(), toneColour(Tone::Good)); // before the document is there
    QTRY_COMPARE(verdict->text(), u"· correct, 40.0 µs (modelled: Ascend910_9391)"_s);
    m_selection->setRound(1);
    QCOMPARE(verdict->text(), u"· compile: does not compile"_s);
    QCOMPARE(colour(), toneColour(Tone::Bad));
    QTRY_COMPARE(verdict->text(), u"· compile: The kernel does not compile: 1 error."_s);
    // A round that comes to its outcome while it is looked at, and one that never gets one.
    m_demo->open("Gelu", Objective::Correctness, 1);
    m_demo->reply("Gelu", 1, kernelText("Gelu", 2048, 1, false));
    m_source->show(*m_demo);
    m_selection->setRound(u"Gelu"_s, 1);
    QVERIFY(colour() != toneColour(Tone::Bad) && colour() != toneColour(Tone::Good));
    QCOMPARE(verdict->text(), u"· evaluating"_s);
    m_demo->abandon("Gelu", 1);
    m_source->show(*m_demo);
    QCOMPARE(verdict->text(), u"· abandoned"_s);
}

void TestPanels::marksStayInTheirFile()
{
    DiffView view;
    auto document = std::make_shared<Document>();
    const CodeHighlighter highlighter;
    KernelSource kernel;
    kernel.files = {{"kernel.cpp", "int a;\nint b;\nint c;\n", "kernel"}, {"tiling.h", "int d;\nint e;\n", "header"}};
    document->files = compareSources({}, kernel, highlighter, {});
    view.setDocument(document);
    view.setMarks(fileMarks({{0, "error", {}, "tiling.h", 2, {}, u"in the header"_s, {}, 1},
                             {1, "warning", {}, "kernel.cpp", 3, {}, u"in the kernel"_s, {}, 1},
                             {2, "error", {}, "<kernel_operator.h>", 1, {}, u"in no file of the kernel"_s, {}, 1}}));
    const auto *code = view.findChild<CodeView *>(u"unifiedDiff"_s);
    const auto lines = [&] {
        QList<int> marked;
        for (const auto &[line, mark] : code->marks())
            marked << line;
        return marked;
    };
    QCOMPARE(lines(), QList<int>{3});
    QCOMPARE(code->marks().at(3).tone, Tone::Warning);
    view.goToLine(u"tiling.h"_s, 2); // turns to the other file
    QCOMPARE(lines(), QList<int>{2});
    QVERIFY(code->toPlainText().startsWith(u"int d;"_s));
    QCOMPARE(code->textCursor().block().text(), u"int e;"_s);
    view.goToLine(u"<kernel_operator.h>"_s, 1);
    QCOMPARE(lines(), QList<int>{2}); // not the kernel's: nothing happens
    view.setDocument(document);
    QVERIFY(code->toPlainText().startsWith(u"int d;"_s)); // the file in sight stays
}

void TestPanels::roundsFollowTheRun()
{
    const auto panel = shown<RoundsPanel>();
    QCOMPARE(m_selection->operatorName(), u"Swish"_s);
    QCOMPARE(m_selection->round(), 5);
    const std::size_t asked = m_source->requests.size();
    m_source->show(*m_demo); // the same again: nothing is loaded anew
    QCOMPARE(m_source->requests.size(), asked);
    m_demo->correctness(2);
    m_source->show(*m_demo);
    QCOMPARE(m_selection->operatorName(), u"Gelu"_s);
    QCOMPARE(m_selection->round(), 3);
    m_selection->setFollows(false);
    m_demo->optimization(2);
    m_source->show(*m_demo);
    QCOMPARE(m_selection->round(), 3);
    QCOMPARE(panel->findChild<QTableView *>(u"roundTable"_s)->model()->rowCount(), 5);
}

void TestPanels::findingJumpsToItsLine()
{
    m_selection->setFollows(false);
    m_selection->setRound(u"Sqrt"_s, 2);
    const auto panel = shown<RoundsPanel>();
    auto *findings = panel->findChild<QTableView *>(u"findingTable"_s);
    QTRY_COMPARE(findings->model()->rowCount(), 1);
    auto *code = panel->findChild<CodeView *>(u"unifiedDiff"_s);
    clickRow(findings, 0);
    const int row = code->textCursor().blockNumber();
    QCOMPARE(code->rows()[static_cast<std::size_t>(row)].newLine, 42);
    QVERIFY(code->marks().contains(42));
}

void TestPanels::anyRoundAgainstAnyRound()
{
    m_selection->setFollows(false);
    m_selection->setRound(u"Sqrt"_s, 5);
    const auto panel = shown<RoundsPanel>();
    auto *compare = panel->findChild<QComboBox *>(u"compareWith"_s);
    QTRY_COMPARE(compare->count(), 5); // the kernel it was made from, and four other rounds
    auto *counts = panel->findChild<QLabel *>(u"diffCounts"_s);
    QTRY_COMPARE(counts->text(), u"+1 −1 lines"_s);
    compare->setCurrentIndex(compare->findData(1));
    Q_EMIT compare->activated(compare->currentIndex());
    QTRY_COMPARE(counts->text(), u"+3 −3 lines"_s);
    auto *view = panel->findChild<DiffView *>(u"kernelDiff"_s);
    view->findChild<QAction *>(u"sideBySide"_s)->trigger();
    auto *left = view->findChild<CodeView *>(u"leftDiff"_s);
    auto *right = view->findChild<CodeView *>(u"rightDiff"_s);
    QCOMPARE(left->rows().size(), right->rows().size());
    QVERIFY(left->toPlainText().contains(u"2048"_s) && right->toPlainText().contains(u"8192"_s));
    const std::size_t folded = right->rows().size();
    view->findChild<QAction *>(u"foldUnchanged"_s)->trigger();
    QVERIFY(right->rows().size() > folded);
}

void TestPanels::adoptionShowsTheRationale()
{
    m_selection->setRound(u"Sqrt"_s, 2);
    const auto panel = shown<AdoptionPanel>();
    auto *table = panel->findChild<QTableView *>(u"retrievedTable"_s);
    QCOMPARE(table->model()->rowCount(), 3);
    QVERIFY(panel->findChild<QLabel *>(u"adoptionNotes"_s)->text().contains(u"refused"_s));
    clickRow(table, 1);
    auto *page = panel->findChild<QTextBrowser *>(u"experienceText"_s);
    QTRY_VERIFY(page->toPlainText().contains(u"Nothing in the feedback points there."_s));
    QVERIFY(page->toPlainText().contains(u"32-byte blocks"_s));
    QVERIFY(!m_selection->experience().isEmpty());
    auto *code = panel->findChild<DiffView *>(u"experienceCode"_s)->findChild<CodeView *>(u"unifiedDiff"_s);
    QTRY_VERIFY(code->toPlainText().contains(u"DataCopyPad"_s));
}

void TestPanels::adoptionBeginsWithWhatWasAdopted()
{
    m_selection->setFollows(false);
    m_demo->open("Gelu", Objective::Correctness, 1);
    m_demo->reply("Gelu", 1, kernelText("Gelu", 2048, 1, false), 1); // the second is the adopted one
    m_source->show(*m_demo);
    m_selection->setRound(u"Gelu"_s, 1);
    const auto panel = shown<AdoptionPanel>();
    const auto *table = panel->findChild<QTableView *>(u"retrievedTable"_s);
    QVERIFY(table->model()->rowCount() > 1);
    QCOMPARE(table->currentIndex().row(), 1);
    QTRY_VERIFY(panel->findChild<QTextBrowser *>(u"experienceText"_s)->toPlainText().contains(u"names exactly this limit"_s));
    m_selection->setRound(u"Sqrt"_s, 3);
    QCOMPARE(table->currentIndex().row(), 0); // of another round: its own
    clickRow(panel->findChild<QTableView *>(u"retrievedTable"_s), 1);
    m_source->show(*m_demo);
    QCOMPARE(table->currentIndex().row(), 1); // what a person chose stays
}

void TestPanels::utilityDrawsAndExplains()
{
    const auto panel = shown<UtilityPanel>();
    panel->findChild<QTabWidget *>(u"utilityTabs"_s)->setCurrentIndex(1);
    const auto *chart = panel->findChild<UtilityChart *>(u"utilityChart"_s)->chart();
    QTRY_VERIFY(chart->series().size() > 1); // items and the mean
    const qsizetype lines = chart->series().size();
    auto *picks = panel->findChild<QTableView *>(u"pickTable"_s);
    clickRow(picks, 0);
    auto *why = panel->findChild<QTableView *>(u"whyTable"_s);
    QVERIFY(why->model()->rowCount() > 0);
    QVERIFY(panel->findChild<QLabel *>(u"whyTitle"_s)->text().startsWith(u"Why u ="_s));
    const QRect box = picks->visualRect(picks->model()->index(0, 0));
    QTest::mouseClick(picks->viewport(), Qt::LeftButton, {}, box.topLeft() + QPoint(10, box.height() / 2));
    QTRY_COMPARE(chart->series().size(), lines - 1); // unchecked: the line goes
    const auto longest = [&] {
        qsizetype points = 0;
        for (const QAbstractSeries *series : chart->series())
            points = std::max(points, qobject_cast<const QLineSeries *>(series)->points().size());
        return points;
    };
    const qsizetype points = longest();
    m_demo->run(0);
    m_demo->correctness(2);
    m_source->show(*m_demo);
    QTRY_VERIFY(longest() > points); // the news are drawn
    QCOMPARE(chart->series().size(), lines - 1); // a person's choice stays
}

void TestPanels::memoryFillsItsBar()
{
    const auto panel = shown<MemoryPanel>();
    QVERIFY(panel->findChild<BudgetBar *>(u"budgetBar"_s)->share() > 0);
    QVERIFY(panel->findChild<QLabel *>(u"budgetFigure"_s)->text().contains(u"/ 120 tokens"_s));
    auto *rules = panel->findChild<QTableView *>(u"ruleTable"_s);
    QCOMPARE(rules->model()->rowCount(), static_cast<int>(m_source->snapshot()->memory->resident.size()));
    rules->selectionModel()->clear(); // the first row may be chosen already
    m_selection->setExperience({});
    clickRow(rules, 0);
    QCOMPARE(m_selection->experience().toStdString(), m_source->snapshot()->memory->resident.front().id.value);
}

void TestPanels::experiencesFilter()
{
    const auto panel = shown<ExperiencesPanel>();
    auto *table = panel->findChild<QTableView *>(u"experienceTable"_s);
    QCOMPARE(table->model()->rowCount(), 5);
    QTest::keyClicks(panel->findChild<QLineEdit *>(u"experienceTableFilter"_s), u"every core"_s);
    QCOMPARE(column(table, 0), QStringList{u"Use every core"_s});
    QCOMPARE(panel->findChild<QLabel *>(u"experienceCount"_s)->text(), u"1 of 5 experiences"_s);
}

void TestPanels::emptyViewsSayWhatToDo()
{
    FakeSource nothing;
    ui::Selection selection;
    const StreamPanel stream(&nothing, &selection);
    const RoundsPanel rounds(&nothing, &selection);
    const AdoptionPanel adoption(&nothing, &selection);
    const UtilityPanel utility(&nothing, &selection);
    const MemoryPanel memory(&nothing, &selection);
    const ExperiencesPanel experiences(&nothing, &selection);
    for (const QWidget *panel : {static_cast<const QWidget *>(&stream), static_cast<const QWidget *>(&rounds), static_cast<const QWidget *>(&adoption), static_cast<const QWidget *>(&utility),
                                 static_cast<const QWidget *>(&memory), static_cast<const QWidget *>(&experiences)}) {
        const QList<QLabel *> labels = panel->findChildren<QLabel *>();
        const bool says = std::any_of(labels.begin(), labels.end(), [](const QLabel *label) { return label->wordWrap() && label->text().size() > 20; });
        QVERIFY2(says, panel->metaObject()->className());
    }
}

void TestPanels::languageAndThemeSwitchAtRunTime()
{
    const auto panel = shown<StreamPanel>();
    auto *table = panel->findChild<QTableView *>(u"taskTable"_s);
    QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), u"Operator"_s);
    applyLanguage(Language::Chinese);
    QCoreApplication::processEvents();
    QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), u"算子"_s);
    QCOMPARE(table->model()->index(0, 3).data().toString(), u"已解决"_s);
    QCOMPARE(panel->pauseAction()->text(), u"暂停"_s);
    const QColor light = panel->palette().color(QPalette::Base);
    applyTheme(ThemeKind::Dark);
    QCoreApplication::processEvents();
    QVERIFY(panel->palette().color(QPalette::Base).lightness() < light.lightness());
    UtilityChart chart;
    QCOMPARE(chart.backgroundBrush().color(), coloursOf(ThemeKind::Dark).base);
}

void TestPanels::startDialogMakesOptions()
{
    StartRunDialog dialog;
    auto *start = dialog.findChild<QPushButton *>(u"startButton"_s);
    QVERIFY(!start->isEnabled()); // the cards are still being read
    Catalogue catalogue;
    catalogue.operators = {{u"Sqrt"_s, 1, u"math"_s, u"square root"_s, 4}, {u"Swish"_s, 1, u"activation"_s, u"x sigmoid(x)"_s, 6}};
    catalogue.streams = {{u"starter"_s, u"/share/starter.yaml"_s, {u"Sqrt"_s, u"Swish"_s}}};
    dialog.setCatalogue(catalogue);
    QCOMPARE(dialog.options(), QStringList({u"--seed"_s, u"1"_s, u"--stream"_s, u"/share/starter.yaml"_s, u"--policy"_s, u"sage"_s}));
    dialog.findChild<QComboBox *>(u"streamChoice"_s)->setCurrentIndex(1); // own selection
    auto *operators = dialog.findChild<QListWidget *>(u"operatorList"_s);
    operators->item(0)->setCheckState(Qt::Unchecked);
    dialog.findChild<QLineEdit *>(u"seed"_s)->setText(u"42"_s);
    QCOMPARE(dialog.options(), QStringList({u"--seed"_s, u"42"_s, u"--operators"_s, u"Swish"_s, u"--policy"_s, u"sage"_s}));
    operators->item(1)->setCheckState(Qt::Unchecked);
    QVERIFY(!start->isEnabled());
}

void TestPanels::startDialogSaysWhatCannotBeRead()
{
    StartRunDialog dialog;
    Catalogue catalogue;
    catalogue.operators = {{u"Sqrt"_s, 1, u"math"_s, u"square root"_s, 4}};
    catalogue.problems = {u"bad.yaml, line 3: no such key"_s};
    dialog.setCatalogue(catalogue);
    auto *operators = dialog.findChild<QListWidget *>(u"operatorList"_s);
    QCOMPARE(operators->count(), 2);
    QCOMPARE(operators->item(1)->text(), u"bad.yaml, line 3: no such key"_s);
    dialog.findChild<QPushButton *>(u"allOperators"_s)->click();
    QVERIFY(dialog.options().contains(u"Sqrt"_s)); // and nothing else
}

void TestPanels::welcomeForgetsAWorkspace()
{
    WelcomePage page;
    page.setRecent({u"/a"_s, u"/b"_s});
    page.show();
    QSignalSpy forgotten(&page, &WelcomePage::forgetAsked);
    auto *list = page.findChild<QListWidget *>(u"recentList"_s);
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(forgotten.count(), 1);
    QCOMPARE(forgotten.at(0).at(0).toString(), u"/b"_s);
}

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
