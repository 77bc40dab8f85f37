#pragma once

#include "ui/common/dress.h"
#include "ui/common/runsource.h"

class QLabel;
class QTabWidget;

namespace sage::ui {

class BudgetBar;
class EmptyState;
class MovementModel;
class RuleModel;
class Selection;

/// The hot memory: how full the budget is, which rules are resident and in what order, which entered and left and why.
class MemoryPanel : public QWidget
{
    Q_OBJECT

public:
    MemoryPanel(RunSource *source, Selection *selection, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void createViews();
    void wire();
    void retranslate();
    void refresh();

    RunSource *m_source;
    Selection *m_selection;
    RuleModel *m_rules;
    MovementModel *m_movements;
    DressedTable m_ruleTable;
    DressedTable m_movementTable;
    EmptyState *m_page = nullptr;
    EmptyState *m_rulePage = nullptr;
    BudgetBar *m_bar = nullptr;
    QLabel *m_figure = nullptr;
    QTabWidget *m_tabs = nullptr;
    RunId m_run;
    int m_memoryVersion = -1;
};

} // namespace sage::ui
