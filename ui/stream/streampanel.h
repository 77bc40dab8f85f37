#pragma once

#include "ui/common/dress.h"
#include "ui/common/runsource.h"

class QAction;
class QLabel;
class QProgressBar;
class QToolBar;

namespace sage::ui {

class EmptyState;
class Selection;
class TaskModel;

/// The task queue: watch, pause, resume, reorder, skip. Orders go to the run's inbox; the table changes when the run answers.
class StreamPanel : public QWidget
{
    Q_OBJECT

public:
    StreamPanel(RunSource *source, Selection *selection, QWidget *parent = nullptr);

    [[nodiscard]] QAction *pauseAction() const { return m_pause; }
    [[nodiscard]] QAction *resumeAction() const { return m_resume; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void createActions();
    void createViews();
    void wire();
    void retranslate();
    void refresh();
    void updateActions();
    void updateProgress();
    void moveCurrent(int by);
    void skipCurrent();
    void askForOrder(const QStringList &operators);
    [[nodiscard]] int currentRow() const;

    RunSource *m_source;
    Selection *m_selection;
    TaskModel *m_model;
    DressedTable m_table;
    EmptyState *m_page = nullptr;
    QToolBar *m_bar = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_summary = nullptr;
    QAction *m_pause = nullptr;
    QAction *m_resume = nullptr;
    QAction *m_up = nullptr;
    QAction *m_down = nullptr;
    QAction *m_skip = nullptr;
};

} // namespace sage::ui
