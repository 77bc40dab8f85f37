#pragma once

#include "ui/common/dress.h"
#include "ui/common/runsource.h"

#include <QTimer>

class QAction;
class QLabel;
class QTabWidget;
class QToolBar;

namespace sage::ui {

class EmptyState;
class PickModel;
class Selection;
class UtilityChart;
class WhyModel;

/// u over memory updates, of chosen experiences and on average; of the selected experience, why it is what it is.
class UtilityPanel : public QWidget
{
    Q_OBJECT

public:
    UtilityPanel(RunSource *source, Selection *selection, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void createViews();
    void wire();
    void retranslate();
    void refresh();
    void drawChart();
    void showWhy();
    void pickByDefault();
    void exportPng();
    void exportSvg();
    void exportCsv();

    RunSource *m_source;
    Selection *m_selection;
    PickModel *m_picks;
    WhyModel *m_why;
    DressedTable m_pickTable;
    DressedTable m_whyTable;
    EmptyState *m_page = nullptr;
    UtilityChart *m_chart = nullptr;
    QLabel *m_legend = nullptr;
    QLabel *m_whyTitle = nullptr;
    QTabWidget *m_tabs = nullptr;
    QToolBar *m_bar = nullptr;
    QAction *m_png = nullptr;
    QAction *m_svg = nullptr;
    QAction *m_csv = nullptr;
    QTimer m_chartTimer;
    int m_memoryVersion = -1;
    RunId m_run;
    bool m_chosen = false; // a person picked; until then the most telling items are shown
};

} // namespace sage::ui
