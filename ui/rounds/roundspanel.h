#pragma once

#include "ui/common/dress.h"
#include "ui/common/runsource.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QTabWidget;

namespace sage::ui {

class CaseModel;
class DiffView;
class EmptyState;
class FindingModel;
class RoundModel;
class Selection;

/// The rounds of the selected operator; of the selected round the kernel against what it was made from (or any other round's),
/// what compiler and device said beside the lines, and the cases.
class RoundsPanel : public QWidget
{
    Q_OBJECT

public:
    RoundsPanel(RunSource *source, Selection *selection, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void createViews();
    QWidget *createKernelPart();
    void createTables();
    void wire();
    void retranslate();
    void refresh();
    void follow();
    void showRound();
    void fillParents();
    void requestDocument();
    void takeDocument(const DocumentPtr &document);
    void showFeedback();
    void showVerdict();
    void forget();
    void nameTabs();
    [[nodiscard]] const RoundView *current() const;

    RunSource *m_source;
    Selection *m_selection;
    RoundModel *m_rounds;
    FindingModel *m_findings;
    CaseModel *m_cases;
    DressedTable m_roundTable;
    DressedTable m_findingTable;
    DressedTable m_caseTable;
    EmptyState *m_page = nullptr;
    EmptyState *m_kernelPage = nullptr;
    EmptyState *m_findingPage = nullptr;
    EmptyState *m_casePage = nullptr;
    DiffView *m_diff = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_verdict = nullptr;
    QLabel *m_against = nullptr;
    QComboBox *m_parent = nullptr;
    QTabWidget *m_tabs = nullptr;
    QPlainTextEdit *m_output = nullptr;
    Hash m_shownKernel;   // what the diff shows, so that a snapshot without news asks for nothing
    Hash m_shownFeedback;
    int m_shownRound = -1;
    quint64 m_ticket = 0;               // of the document asked for last; 0: none is wanted
    std::optional<Feedback> m_feedback; // of the selected round, as soon as it is loaded
};

} // namespace sage::ui
