#include "ui/shell/mainwindow.h"

#include "ui/adoption/adoptionpanel.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/common/wording.h"
#include "ui/memory/experiencespanel.h"
#include "ui/memory/memorypanel.h"
#include "ui/rounds/roundspanel.h"
#include "ui/settings/settingtable.h"
#include "ui/settings/startrundialog.h"
#include "ui/shell/about.h"
#include "ui/shell/appsettings.h"
#include "ui/shell/logpanel.h"
#include "ui/shell/runstatus.h"
#include "ui/shell/welcomepage.h"
#include "ui/shell/workspacedialog.h"
#include "ui/stream/streampanel.h"
#include "ui/utility/utilitypanel.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QToolBar>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int layoutVersion = 1; // of saveState; another number forgets stored layouts

} // namespace

MainWindow::MainWindow(QWidget *parent) : QMainWindow(parent)
{
    setObjectName(u"mainWindow"_s);
    createActions();
    createViews();
    createMenus();
    createToolBar();
    wire();
    retranslate();
    // Moves a window that would lie on a lost monitor back to one that is there.
    restoreGeometry(AppSettings::geometry());
    m_welcome->setRecent(AppSettings::recentWorkspaces());
}

MainWindow::~MainWindow() = default;

void MainWindow::createActions()
{
    const auto make = [this](const QString &name, const QKeySequence &key = {}) {
        auto *action = new QAction(this);
        action->setObjectName(name);
        action->setShortcut(key);
        return action;
    };
    m_new = make(u"newWorkspace"_s, QKeySequence::New);
    m_open = make(u"openWorkspace"_s, QKeySequence::Open);
    m_close = make(u"closeWorkspace"_s, QKeySequence::Close);
    m_quit = make(u"quit"_s, QKeySequence::Quit);
    m_start = make(u"startRun"_s, Qt::CTRL | Qt::Key_R);
    m_stop = make(u"stopRun"_s);
    m_runSettings = make(u"showRunSettings"_s);
    m_follow = make(u"followRun"_s, Qt::CTRL | Qt::Key_L);
    m_resetLayout = make(u"resetLayout"_s);
    m_light = make(u"lightTheme"_s);
    m_dark = make(u"darkTheme"_s);
    m_english = make(u"english"_s);
    m_chinese = make(u"chinese"_s);
    m_about = make(u"about"_s);
    m_follow->setCheckable(true);
    m_follow->setChecked(m_selection.follows());
    for (const auto &[first, second, firstIsOn] : {std::tuple{m_light, m_dark, currentTheme() == ThemeKind::Light}, {m_english, m_chinese, currentLanguage() == Language::English}}) {
        auto *group = new QActionGroup(this);
        for (QAction *action : {first, second}) {
            action->setCheckable(true);
            group->addAction(action);
        }
        (firstIsOn ? first : second)->setChecked(true);
    }
}

QDockWidget *MainWindow::addDock(const QString &name, QWidget *content)
{
    auto *dock = new QDockWidget(this);
    dock->setObjectName(name);
    dock->hide(); // until a workspace is open
    dock->setWidget(content);
    m_docks.append(dock);
    return dock;
}

void MainWindow::createViews()
{
    m_welcome = new WelcomePage(this);
    setCentralWidget(m_welcome);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    auto *stream = new StreamPanel(&m_data, &m_selection, this);
    m_pause = stream->pauseAction();
    m_resume = stream->resumeAction();
    m_log = new LogPanel(this);
    m_log->install();
    addDock(u"streamDock"_s, stream);
    addDock(u"roundsDock"_s, new RoundsPanel(&m_data, &m_selection, this));
    addDock(u"adoptionDock"_s, new AdoptionPanel(&m_data, &m_selection, this));
    addDock(u"utilityDock"_s, new UtilityPanel(&m_data, &m_selection, this));
    addDock(u"memoryDock"_s, new MemoryPanel(&m_data, &m_selection, this));
    addDock(u"experiencesDock"_s, new ExperiencesPanel(&m_data, &m_selection, this));
    addDock(u"logDock"_s, m_log);
    m_place = new ElidedLabel(this);
    m_place->setObjectName(u"workspacePlace"_s);
    statusBar()->addWidget(m_place, 1);
    statusBar()->addPermanentWidget(new RunStatus(&m_data, this));
    resize(1600, 980);
}

void MainWindow::createMenus()
{
    m_workspaceMenu = menuBar()->addMenu(QString());
    m_workspaceMenu->addActions({m_new, m_open});
    m_recentMenu = m_workspaceMenu->addMenu(QString());
    m_workspaceMenu->addAction(m_close);
    m_workspaceMenu->addSeparator();
    m_workspaceMenu->addAction(m_quit);
    m_runMenu = menuBar()->addMenu(QString());
    m_runMenu->addActions({m_start, m_pause, m_resume, m_stop});
    m_runMenu->addSeparator();
    m_runMenu->addAction(m_runSettings);
    m_runsMenu = m_runMenu->addMenu(QString());
    m_viewMenu = menuBar()->addMenu(QString());
    for (QDockWidget *dock : m_docks)
        m_viewMenu->addAction(dock->toggleViewAction());
    m_viewMenu->addSeparator();
    m_viewMenu->addActions({m_follow, m_resetLayout});
    m_viewMenu->addSeparator();
    m_themeMenu = m_viewMenu->addMenu(QString());
    m_themeMenu->addActions({m_light, m_dark});
    m_languageMenu = m_viewMenu->addMenu(QString());
    m_languageMenu->addActions({m_english, m_chinese});
    m_helpMenu = menuBar()->addMenu(QString());
    m_helpMenu->addAction(m_about);
}

void MainWindow::createToolBar()
{
    m_toolBar = new QToolBar(this);
    m_toolBar->setObjectName(u"mainToolBar"_s);
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize({18, 18});
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->addActions({m_new, m_open});
    m_toolBar->addSeparator();
    m_toolBar->addActions({m_start, m_pause, m_resume, m_stop});
    m_toolBar->addSeparator();
    m_toolBar->addAction(m_follow);
    addToolBar(m_toolBar);
}

void MainWindow::wire()
{
    connect(m_new, &QAction::triggered, this, [this] { askForWorkspace(true); });
    connect(m_open, &QAction::triggered, this, [this] { askForWorkspace(false); });
    connect(m_close, &QAction::triggered, &m_data, &RunData::close);
    connect(m_quit, &QAction::triggered, this, &QWidget::close);
    connect(m_start, &QAction::triggered, this, &MainWindow::askForRun);
    connect(m_stop, &QAction::triggered, this, [this] { m_data.post("stop", Json::object()); });
    connect(m_runSettings, &QAction::triggered, this, [this] { showRunSettings(m_data.snapshot()->created, this); });
    connect(m_follow, &QAction::toggled, &m_selection, &Selection::setFollows);
    connect(&m_selection, &Selection::followsChanged, m_follow, &QAction::setChecked);
    connect(m_resetLayout, &QAction::triggered, this, &MainWindow::arrangeDocks);
    const auto choose = [this](QAction *action, auto apply) { connect(action, &QAction::triggered, this, apply); };
    choose(m_light, [] { applyTheme(ThemeKind::Light); AppSettings::setTheme(ThemeKind::Light); });
    choose(m_dark, [] { applyTheme(ThemeKind::Dark); AppSettings::setTheme(ThemeKind::Dark); });
    choose(m_english, [] { applyLanguage(Language::English); AppSettings::setLanguage(Language::English); });
    choose(m_chinese, [] { applyLanguage(Language::Chinese); AppSettings::setLanguage(Language::Chinese); });
    connect(m_about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_welcome, &WelcomePage::newAsked, m_new, &QAction::trigger);
    connect(m_welcome, &WelcomePage::openAsked, m_open, &QAction::trigger);
    connect(m_welcome, &WelcomePage::recentAsked, this, &MainWindow::openWorkspace);
    connect(m_welcome, &WelcomePage::forgetAsked, this, [this](const QString &folder) {
        AppSettings::forgetWorkspace(folder);
        m_welcome->setRecent(AppSettings::recentWorkspaces());
    });
    connect(&m_data, &RunData::opened, this, &MainWindow::workspaceOpened);
    connect(&m_data, &RunData::problem, this, &MainWindow::showProblem);
    connect(&m_data, &RunData::runnerEnded, this, &MainWindow::showRunnerEnd);
    connect(&m_data, &RunData::logLine, m_log, &LogPanel::append);
    connect(&m_data, &RunSource::statusChanged, this, &MainWindow::updateActions);
    connect(&m_data, &RunSource::snapshotChanged, this, &MainWindow::updateActions);
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    connect(m_runsMenu, &QMenu::aboutToShow, this, &MainWindow::fillRuns);
}

void MainWindow::arrangeDocks()
{
    const auto dock = [this](int i) { return m_docks.at(i); };
    enum { Stream, Rounds, Adoption, Utility, Memory, Experiences, Log };
    for (QDockWidget *one : m_docks) {
        removeDockWidget(one);
        one->setFloating(false);
    }
    addDockWidget(Qt::LeftDockWidgetArea, dock(Stream));
    splitDockWidget(dock(Stream), dock(Rounds), Qt::Horizontal);
    splitDockWidget(dock(Rounds), dock(Adoption), Qt::Horizontal);
    splitDockWidget(dock(Stream), dock(Memory), Qt::Vertical);
    splitDockWidget(dock(Adoption), dock(Utility), Qt::Vertical);
    tabifyDockWidget(dock(Memory), dock(Experiences));
    tabifyDockWidget(dock(Memory), dock(Log));
    for (QDockWidget *one : m_docks)
        one->setVisible(m_docksShown);
    dock(Memory)->raise();
    const int whole = width();
    resizeDocks({dock(Stream), dock(Rounds), dock(Adoption)}, {whole * 29 / 100, whole * 41 / 100, whole * 30 / 100}, Qt::Horizontal);
    const int tall = height();
    resizeDocks({dock(Stream), dock(Memory)}, {tall * 48 / 100, tall * 52 / 100}, Qt::Vertical);
    resizeDocks({dock(Adoption), dock(Utility)}, {tall * 54 / 100, tall * 46 / 100}, Qt::Vertical);
}

void MainWindow::setDocksShown(bool shown)
{
    if (shown == m_docksShown)
        return;
    if (!shown) {
        AppSettings::setWindow(saveGeometry(), saveState(layoutVersion));
        for (QDockWidget *dock : m_docks)
            dock->hide();
    }
    m_docksShown = shown;
    m_welcome->setVisible(!shown);
    m_welcome->setRecent(AppSettings::recentWorkspaces());
    if (shown && !restoreState(AppSettings::layout(), layoutVersion))
        arrangeDocks();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    // While the welcome page is shown the docks are hidden for that reason alone: the stored layout stays.
    if (m_docksShown)
        AppSettings::setWindow(saveGeometry(), saveState(layoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        nameActions();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslate()
{
    nameActions();
    nameDocks();
    m_workspaceMenu->setTitle(tr("&Workspace"));
    m_recentMenu->setTitle(tr("Recent workspaces"));
    m_runMenu->setTitle(tr("&Run"));
    m_runsMenu->setTitle(tr("Show run"));
    m_viewMenu->setTitle(tr("&View"));
    m_themeMenu->setTitle(tr("Theme"));
    m_languageMenu->setTitle(tr("Language"));
    m_helpMenu->setTitle(tr("&Help"));
    updateActions();
}

void MainWindow::nameActions()
{
    const auto name = [](QAction *action, const QString &words, const QString &picture = {}) {
        action->setText(words);
        if (!picture.isEmpty())
            action->setIcon(icon(picture));
    };
    name(m_new, tr("New workspace…"), u"new"_s);
    name(m_open, tr("Open workspace…"), u"open"_s);
    m_new->setIconText(tr("New"));
    m_open->setIconText(tr("Open"));
    name(m_close, tr("Close workspace"));
    name(m_quit, tr("Quit"));
    name(m_start, tr("Start run…"), u"play"_s);
    name(m_stop, tr("Stop"), u"stop"_s);
    m_stop->setToolTip(tr("Stop the runner; Resume continues in the middle of the round"));
    name(m_runSettings, tr("Settings of this run…"), u"settings"_s);
    name(m_follow, tr("Follow the run"), u"follow"_s);
    m_follow->setToolTip(tr("Select the newest round as the run goes on"));
    name(m_resetLayout, tr("Reset layout"));
    name(m_light, tr("Light"));
    name(m_dark, tr("Dark"));
    // The languages' own names, so that one finds back.
    m_english->setText(u"English"_s);
    m_chinese->setText(u"简体中文"_s);
    name(m_about, tr("About and notice…"));
}

void MainWindow::nameDocks()
{
    const QStringList names{tr("Task stream"), tr("Rounds"), tr("Adoption"), tr("Utility"), tr("Hot memory"), tr("Experiences"), tr("Log")};
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        m_docks.at(i)->setWindowTitle(names.at(i));
    m_toolBar->setWindowTitle(tr("Tool bar"));
}

void MainWindow::updateActions()
{
    const bool open = !m_data.status().folder.isEmpty();
    const SnapshotPtr &run = m_data.snapshot();
    const bool alive = m_data.status().runnerAlive() || m_data.status().launching;
    m_close->setEnabled(open);
    m_start->setEnabled(open && !alive && (!run || run->finished));
    m_start->setToolTip(run && !run->finished ? tr("The run of this workspace is not finished: resume it, or use another workspace") : tr("Start a run in this workspace"));
    m_stop->setEnabled(open && m_data.status().runnerAlive());
    m_runSettings->setEnabled(run != nullptr);
    m_runsMenu->setEnabled(m_data.status().runs.size() > 1);
    setDocksShown(open);
    const QString folder = m_data.status().folder;
    setWindowTitle(open ? QDir(folder).dirName() + u" — SAGE Workbench"_s : u"SAGE Workbench"_s);
    m_place->setText(open ? (run ? tr("%1 · seed %2 · policy %3").arg(folder).arg(run->created.seed).arg(text(run->created.settings.policy)) : folder) : QString());
}

void MainWindow::fillRecent()
{
    m_recentMenu->clear();
    for (const QString &folder : AppSettings::recentWorkspaces())
        m_recentMenu->addAction(folder, this, [this, folder] { openWorkspace(folder); });
    if (m_recentMenu->isEmpty())
        m_recentMenu->addAction(tr("none yet"))->setEnabled(false);
}

void MainWindow::fillRuns()
{
    m_runsMenu->clear();
    for (const RunId &run : m_data.status().runs) {
        QAction *action = m_runsMenu->addAction(text(run.value), this, [this, run] { m_data.show(run); });
        action->setCheckable(true);
        action->setChecked(run == m_data.status().shown);
    }
}

void MainWindow::openWorkspace(const QString &folder)
{
    m_selection.clear();
    m_data.open(folder);
}

void MainWindow::askForWorkspace(bool create)
{
    auto *dialog = new WorkspaceDialog(create ? WorkspaceDialog::Purpose::Create : WorkspaceDialog::Purpose::Open, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, create] {
        m_selection.clear();
        if (create)
            m_data.create(dialog->folder());
        else
            m_data.open(dialog->folder());
    });
    dialog->open();
}

void MainWindow::askForRun()
{
    auto *dialog = new StartRunDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(&m_data, &RunData::catalogueReady, dialog, &StartRunDialog::setCatalogue);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_selection.setFollows(true);
        m_data.startRun(dialog->options());
    });
    m_data.requestCatalogue();
    dialog->open();
}

void MainWindow::workspaceOpened(const QString &folder)
{
    AppSettings::addRecentWorkspace(folder);
    statusBar()->showMessage(tr("Opened %1").arg(folder), 4000);
}

void MainWindow::showProblem(const Error &error)
{
    m_log->append(text(error.code) + u": "_s + text(error.message) + (error.detail.empty() ? QString() : u" ["_s + text(error.detail) + u']'));
    // One box at a time: the log has them all.
    if (findChild<QMessageBox *>(u"problemBox"_s))
        return;
    auto *box = new QMessageBox(QMessageBox::Warning, u"SAGE Workbench"_s, worded(error), QMessageBox::Close, this);
    box->setObjectName(u"problemBox"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDetailedText(text(error.code) + u'\n' + text(error.message) + u'\n' + text(error.detail));
    box->open();
}

void MainWindow::showRunnerEnd(const QString &lastLines)
{
    const SnapshotPtr &run = m_data.snapshot();
    if (run && (run->finished || run->runnerState == "stopped"))
        return;
    showProblem({"ui.runner-ended", "The runner ended before the run was finished. Its last words:\n" + utf8(lastLines), {}, {{"words", utf8(lastLines)}}});
}

} // namespace sage::ui
