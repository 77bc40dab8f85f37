#pragma once

#include "ui/common/dress.h"
#include "ui/common/runsource.h"

class QLabel;

namespace sage::ui {

class EmptyState;
class ExperienceModel;
class Selection;

/// All experiences of the memory: filter, sort, select.
class ExperiencesPanel : public QWidget
{
    Q_OBJECT

public:
    ExperiencesPanel(RunSource *source, Selection *selection, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void createViews();
    void wire();
    void retranslate();
    void refresh();
    void showCount();

    RunSource *m_source;
    Selection *m_selection;
    ExperienceModel *m_model;
    DressedTable m_table;
    EmptyState *m_page = nullptr;
    QLabel *m_count = nullptr;
    RunId m_run;
    int m_memoryVersion = -1;
};

} // namespace sage::ui
