#pragma once

#include "ui/common/rundata.h"
#include "ui/common/selection.h"

#include <QMainWindow>

class QActionGroup;
class QLabel;

namespace sage::ui {

class LogPanel;
class WelcomePage;

/// The window: docks around one run source and one selection, menus, status. Composition only; the views do the showing.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    void openWorkspace(const QString &folder);
    [[nodiscard]] RunData *data() { return &m_data; }
    [[nodiscard]] Selection *selection() { return &m_selection; }
    [[nodiscard]] const QList<QDockWidget *> &docks() const { return m_docks; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void createActions();
    void createViews();
    void createMenus();
    void createToolBar();
    void wire();
    QDockWidget *addDock(const QString &name, QWidget *content);
    void arrangeDocks();
    void retranslate();
    void nameActions();
    void nameDocks();
    void fillRecent();
    void fillRuns();
    void updateActions();
    void askForWorkspace(bool create);
    void askForRun();
    void workspaceOpened(const QString &folder);
    void showProblem(const Error &error);
    void showRunnerEnd(const QString &lastLines);
    void setDocksShown(bool shown);

    RunData m_data;
    Selection m_selection;
    WelcomePage *m_welcome = nullptr;
    LogPanel *m_log = nullptr;
    QAction *m_pause = nullptr;  // the stream panel's
    QAction *m_resume = nullptr;
    QList<QDockWidget *> m_docks;
    QMenu *m_workspaceMenu = nullptr;
    QMenu *m_recentMenu = nullptr;
    QMenu *m_runMenu = nullptr;
    QMenu *m_runsMenu = nullptr;
    QMenu *m_viewMenu = nullptr;
    QMenu *m_themeMenu = nullptr;
    QMenu *m_languageMenu = nullptr;
    QMenu *m_helpMenu = nullptr;
    QToolBar *m_toolBar = nullptr;
    QLabel *m_place = nullptr;
    QAction *m_new = nullptr;
    QAction *m_open = nullptr;
    QAction *m_close = nullptr;
    QAction *m_quit = nullptr;
    QAction *m_start = nullptr;
    QAction *m_stop = nullptr;
    QAction *m_runSettings = nullptr;
    QAction *m_follow = nullptr;
    QAction *m_resetLayout = nullptr;
    QAction *m_light = nullptr;
    QAction *m_dark = nullptr;
    QAction *m_english = nullptr;
    QAction *m_chinese = nullptr;
    QAction *m_about = nullptr;
    bool m_docksShown = false;
};

} // namespace sage::ui
