#pragma once

#include "ui/common/dress.h"
#include "ui/common/runsource.h"

#include <QTimer>

class QLabel;
class QTextBrowser;

namespace sage::ui {

class DiffView;
class EmptyState;
class RetrievedModel;
class Selection;

/// Of the selected round: what was retrieved, what the generator declared and why, which rules it used, what the gate refused;
/// of the selected experience: its content.
class AdoptionPanel : public QWidget
{
    Q_OBJECT

public:
    AdoptionPanel(RunSource *source, Selection *selection, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void createViews();
    void wire();
    void retranslate();
    void refresh();
    /// The best one that was adopted, or just the best: what a round is looked at for.
    [[nodiscard]] QString firstToShow() const;
    void showNotes(const RoundView &round);
    void showExperience();
    void showPage(const MemoryItemView &item, const QString &rationale);
    void requestCode(const Experience &experience);
    [[nodiscard]] const RoundView *current() const;

    RunSource *m_source;
    Selection *m_selection;
    RetrievedModel *m_model;
    DressedTable m_table;
    EmptyState *m_page = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_notes = nullptr;
    QTextBrowser *m_text = nullptr;
    DiffView *m_code = nullptr;
    QString m_shownPage;  // what the text shows, so that it keeps its place while the run goes on
    QTimer m_pageTimer;   // laying out rich text takes long: not in the turn in which all views take up a snapshot
    ExperienceId m_shownCode;
};

} // namespace sage::ui
