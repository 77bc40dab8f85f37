// labels: slow
// The real window and a real run, by mouse and key: create a workspace, start a small stream, watch it, steer it, read it.
// Leaves a PNG of the window and of each view in the build folder's test-output.

#include "core/base/clock.h"
#include "core/plain/install.h"
#include "ui/common/language.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/memory/budgetbar.h"
#include "ui/rounds/codeview.h"
#include "ui/rounds/diffview.h"
#include "ui/rounds/roundmodel.h"
#include "ui/settings/settingmodel.h"
#include "ui/shell/mainwindow.h"
#include "ui/utility/utilitychart.h"

#include <QtWidgets>
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QLineSeries>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace sage;
using namespace sage::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int runMs = 240'000; // a run compiles kernels: on a busy machine that takes its time

void clickRow(QTableView *view, int row, int column = 1)
{
    const QModelIndex index = view->model()->index(row, column);
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
}

void type(QWidget *field, const QString &text)
{
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
}

} // namespace

class TestWorkbench : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void createsAWorkspaceThroughTheDialog();
    void refusesAFolderThatIsInUse();
    void startsASmallStream();
    void roundsArrive();
    void opensADiff();
    void pausesAndResumes();
    void readsARationale();
    void chartMoves();
    void budgetBarFills();
    void layoutSurvivesARestart();
    void leavesAPictureOfEachView();

private:
    template<typename Widget>
    Widget *find(const QString &name)
    {
        return m_window->findChild<Widget *>(name);
    }
    QDockWidget *raise(const QString &name)
    {
        auto *dock = find<QDockWidget>(name);
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
        return dock;
    }
    void click(const QString &action);
    /// The text of the round's kernel as it is stored.
    [[nodiscard]] std::string kernelOf(const RoundView &round) const;
    void setSetting(QDialog *dialog, const QString &field, const QString &value);
    [[nodiscard]] const RunSnapshot *run() const { return m_window->data()->snapshot().get(); }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
    QDir m_output{QStringLiteral(SAGE_BINARY_DIR "/test-output")};
};

void TestWorkbench::initTestCase()
{
    QVERIFY(m_home.isValid());
    QVERIFY2(QFile::exists(QString::fromStdString(programPath("sagectl").string())), "sagectl has to be built");
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home.path());
    QCoreApplication::setOrganizationName(u"sage-test"_s);
    QCoreApplication::setApplicationName(u"tst_workbench"_s);
    QVERIFY(m_output.mkpath(u"."_s));
    applyTheme(ThemeKind::Light);
    applyLanguage(Language::English);
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestWorkbench::cleanupTestCase()
{
    if (!m_window)
        return;
    // Whatever failed above: no runner is left behind.
    if (m_window->data()->status().runnerAlive()) {
        m_window->data()->post("stop", Json::object());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->data()->status().runnerAlive(), runMs);
    }
    m_window.reset();
}

void TestWorkbench::createsAWorkspaceThroughTheDialog()
{
    m_window->grab().save(m_output.filePath(u"welcome.png"_s));
    QTest::mouseClick(find<QPushButton>(u"welcomeNew"_s), Qt::LeftButton);
    auto *dialog = find<QDialog>(u"workspaceDialog"_s);
    QVERIFY(dialog);
    type(dialog->findChild<QLineEdit *>(u"workspaceFolder"_s), m_home.filePath(u"workspace"_s));
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"workspaceAccept"_s), Qt::LeftButton);
    QTRY_COMPARE(m_window->data()->status().folder, m_home.filePath(u"workspace"_s));
    QTRY_VERIFY(find<QDockWidget>(u"streamDock"_s)->isVisible());
    QVERIFY(QFile::exists(m_home.filePath(u"workspace/workspace.sqlite"_s)));
    QVERIFY(find<QAction>(u"startRun"_s)->isEnabled());
}

void TestWorkbench::refusesAFolderThatIsInUse()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get())); // shortcuts belong to the active window
    QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
    QTRY_VERIFY(find<QDialog>(u"workspaceDialog"_s));
    auto *dialog = find<QDialog>(u"workspaceDialog"_s);
    type(dialog->findChild<QLineEdit *>(u"workspaceFolder"_s), m_home.filePath(u"workspace"_s));
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_VERIFY(find<QDialog>(u"problemBox"_s));
    QTest::keyClick(find<QDialog>(u"problemBox"_s), Qt::Key_Escape);
    QTRY_VERIFY(!find<QDialog>(u"problemBox"_s));
    QCOMPARE(m_window->data()->status().folder, m_home.filePath(u"workspace"_s)); // the open one stays
}

void TestWorkbench::setSetting(QDialog *dialog, const QString &field, const QString &value)
{
    auto *table = dialog->findChild<QTableView *>(u"settingTable"_s);
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QModelIndex index = table->model()->index(row, SettingModel::Value);
        if (index.data(IdRole).toString() != field)
            continue;
        clickRow(table, row, SettingModel::Value);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
        QWidget *editor = table->indexWidget(index) ? table->indexWidget(index) : QApplication::focusWidget();
        QVERIFY(editor);
        type(editor, value);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(index.data().toString(), value);
        return;
    }
    QFAIL("no such setting");
}

void TestWorkbench::startsASmallStream()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(find<QDialog>(u"startRunDialog"_s));
    auto *dialog = find<QDialog>(u"startRunDialog"_s);
    auto *start = dialog->findChild<QPushButton *>(u"startButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 30'000); // the cards are read by a worker
    auto *stream = dialog->findChild<QComboBox *>(u"streamChoice"_s);
    stream->setFocus();
    QTest::keyClick(stream, Qt::Key_End); // own selection
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"noOperators"_s), Qt::LeftButton);
    auto *operators = dialog->findChild<QListWidget *>(u"operatorList"_s);
    for (int row = 0; row < 2; ++row) {
        const QRect item = operators->visualItemRect(operators->item(row));
        QTest::mouseClick(operators->viewport(), Qt::LeftButton, {}, item.topLeft() + QPoint(12, item.height() / 2));
        QCOMPARE(operators->item(row)->checkState(), Qt::Checked);
    }
    type(dialog->findChild<QSpinBox *>(u"smallCases"_s), u"4096"_s);
    setSetting(dialog, u"rounds"_s, u"6"_s);
    setSetting(dialog, u"kOperators"_s, u"1"_s);
    setSetting(dialog, u"kAdopt"_s, u"1"_s);
    dialog->grab().save(m_output.filePath(u"start-run.png"_s));
    QTest::mouseClick(start, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(run() != nullptr, runMs);
    QCOMPARE(run()->tasks.size(), 2u);
    QCOMPARE(run()->created.settings.kOperators, 1);
    QCOMPARE(run()->created.settings.rounds, 6);
}

void TestWorkbench::roundsArrive()
{
    auto *rounds = find<QTableView>(u"roundTable"_s);
    QSignalSpy snapshots(m_window->data(), &RunSource::snapshotChanged);
    QTRY_VERIFY_WITH_TIMEOUT(rounds->model()->rowCount() >= 1, runMs);
    QTRY_VERIFY_WITH_TIMEOUT(run()->tasks[0].firstCorrectRound > 0, runMs);
    QVERIFY(snapshots.count() > 1);
    QVERIFY(find<QTableView>(u"taskTable"_s)->model()->index(0, 4).data().toInt() >= 1);
    m_window->grab().save(m_output.filePath(u"running.png"_s));
}

void TestWorkbench::pausesAndResumes()
{
    if (run()->finished)
        QSKIP("the run was over before it could be paused");
    auto *state = find<QLabel>(u"runnerState"_s);
    find<QAction>(u"pauseRun"_s)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(state->text() == u"paused"_s || run()->finished, runMs);
    if (run()->finished)
        return;
    QVERIFY(find<QAction>(u"resumeRun"_s)->isEnabled());
    find<QAction>(u"resumeRun"_s)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(state->text() != u"paused"_s, runMs);
}

std::string TestWorkbench::kernelOf(const RoundView &round) const
{
    const SystemClock clock;
    const auto workspace = Workspace::open(utf8(m_window->data()->status().folder), Workspace::Mode::Read, clock);
    const Result<KernelSource> kernel = workspace ? loadKernel(**workspace, round.replied->kernel) : fail(workspace.error());
    return kernel && kernel->files.size() == 1 ? kernel->files[0].text : std::string();
}

void TestWorkbench::click(const QString &action)
{
    auto *diff = find<DiffView>(u"kernelDiff"_s);
    auto *button = diff->findChild<QToolBar *>()->widgetForAction(diff->findChild<QAction *>(action));
    QVERIFY2(button && button->isVisible(), qPrintable(action));
    QTest::mouseClick(button, Qt::LeftButton);
}

void TestWorkbench::opensADiff()
{
    // While the run goes on: what a person selects stays in sight although newer rounds arrive.
    QTRY_VERIFY_WITH_TIMEOUT(run()->tasks[0].roundsUsed >= 2, runMs);
    clickRow(find<QTableView>(u"taskTable"_s), 0);
    raise(u"roundsDock"_s);
    auto *rounds = find<QTableView>(u"roundTable"_s);
    QTRY_VERIFY(rounds->model()->rowCount() >= 2);
    // By way of its view: what an experience shows beside its text is a diff view too.
    const auto *diff = find<DiffView>(u"kernelDiff"_s);
    const auto *unified = diff->findChild<CodeView *>(u"unifiedDiff"_s);
    const auto *left = diff->findChild<CodeView *>(u"leftDiff"_s);
    const auto *right = diff->findChild<CodeView *>(u"rightDiff"_s);
    const auto textOf = [](const CodeView *view, int CodeRow::*line) {
        QStringList lines;
        const QStringList shown = view->toPlainText().split(u'\n');
        for (std::size_t i = 0; i < view->rows().size(); ++i) {
            if (view->rows()[i].*line > 0)
                lines << shown.at(static_cast<qsizetype>(i));
        }
        return utf8(lines.join(u'\n') + u'\n');
    };
    const TaskView *task = findTask(m_window->data()->snapshot(), text(run()->tasks[0].entry.operatorName));
    const std::string older = kernelOf(*findRound(*task, 1));
    const std::string newer = kernelOf(*findRound(*task, 2));
    QVERIFY(!older.empty() && !newer.empty() && newer != older);
    click(u"foldUnchanged"_s);
    clickRow(rounds, rounds->model()->rowCount() - 1); // newest first: round 1
    QCOMPARE(m_window->selection()->round(), 1);
    QVERIFY(!m_window->selection()->follows());
    QTRY_COMPARE(textOf(unified, &CodeRow::newLine), older);
    QCOMPARE(textOf(unified, &CodeRow::oldLine), std::string("\n")); // nothing came before it
    QTest::keyClick(rounds, Qt::Key_Up);
    QCOMPARE(m_window->selection()->round(), 2);
    QTRY_COMPARE(textOf(unified, &CodeRow::newLine), newer);
    QCOMPARE(textOf(unified, &CodeRow::oldLine), older);
    QVERIFY(unified->isVisible());
    QVERIFY2(unified->visibleRegion().boundingRect().height() > 5 * unified->fontMetrics().height(), "too low to be read");
    m_window->grab().save(m_output.filePath(u"diff.png"_s));
    click(u"sideBySide"_s);
    QVERIFY(!unified->isVisible());
    QVERIFY(left->isVisible() && right->isVisible());
    QCOMPARE(textOf(left, &CodeRow::oldLine), older);
    QCOMPARE(textOf(right, &CodeRow::newLine), newer);
    m_window->grab().save(m_output.filePath(u"side-by-side.png"_s));
    click(u"sideBySide"_s);
    click(u"foldUnchanged"_s);
    QVERIFY(unified->isVisible());
}

void TestWorkbench::readsARationale()
{
    QTRY_VERIFY_WITH_TIMEOUT(run()->finished, runMs);
    clickRow(find<QTableView>(u"roundTable"_s), 0);
    auto *retrieved = find<QTableView>(u"retrievedTable"_s);
    raise(u"adoptionDock"_s);
    QTRY_VERIFY(retrieved->model()->rowCount() > 0);
    clickRow(retrieved, 0);
    const QString rationale = retrieved->model()->index(0, 3).data().toString();
    QVERIFY(!rationale.isEmpty());
    QTRY_VERIFY(find<QTextBrowser>(u"experienceText"_s)->toPlainText().contains(rationale.simplified()));
}

void TestWorkbench::chartMoves()
{
    raise(u"utilityDock"_s);
    const auto *chart = find<UtilityChart>(u"utilityChart"_s);
    QVERIFY(chart->chart()->series().size() >= 2); // items and the mean
    qsizetype points = 0;
    for (const QAbstractSeries *series : chart->chart()->series())
        points = std::max(points, qobject_cast<const QLineSeries *>(series)->points().size());
    QVERIFY(points >= 2);
    QCOMPARE(run()->memory->meanUtility.size(), static_cast<std::size_t>(run()->memory->episodes));
}

void TestWorkbench::budgetBarFills()
{
    raise(u"memoryDock"_s);
    QVERIFY(find<BudgetBar>(u"budgetBar"_s)->share() > 0);
    QVERIFY(find<QTableView>(u"ruleTable"_s)->model()->rowCount() > 0);
}

void TestWorkbench::layoutSurvivesARestart()
{
    find<QDockWidget>(u"logDock"_s)->hide();
    m_window->close();
    MainWindow again;
    again.openWorkspace(m_home.filePath(u"workspace"_s));
    again.show();
    QTRY_VERIFY(again.data()->snapshot());
    QVERIFY(again.findChild<QDockWidget *>(u"logDock"_s)->isHidden());
    QVERIFY(!again.findChild<QDockWidget *>(u"streamDock"_s)->isHidden());
    again.findChild<QAction *>(u"resetLayout"_s)->trigger();
    QVERIFY(!again.findChild<QDockWidget *>(u"logDock"_s)->isHidden());
    m_window->show();
}

void TestWorkbench::leavesAPictureOfEachView()
{
    m_window->findChild<QAction *>(u"resetLayout"_s)->trigger();
    for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
        applyTheme(theme);
        QCoreApplication::processEvents();
        const QString suffix = theme == ThemeKind::Dark ? u"-dark.png"_s : u".png"_s;
        QVERIFY(m_window->grab().save(m_output.filePath(u"window"_s + suffix)));
        for (QDockWidget *dock : m_window->docks()) {
            raise(dock->objectName());
            QVERIFY(dock->grab().save(m_output.filePath(dock->objectName() + suffix)));
        }
    }
}

QTEST_MAIN(TestWorkbench)
#include "tst_workbench.moc"
