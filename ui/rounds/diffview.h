#pragma once

#include "ui/rounds/codeview.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolBar;

namespace sage::ui {

class OverviewBar;

/// Two versions of a code, unified or side by side, folded, with words marked, changes to step through and an overview column.
class DiffView : public QWidget
{
    Q_OBJECT

public:
    explicit DiffView(QWidget *parent = nullptr);

    /// Null empties the view.
    void setDocument(DocumentPtr document);
    /// Of all files; those of the file in sight are shown.
    void setMarks(FileMarks marks);
    /// Turns to the file, opens the fold around the line of its newer text, if need be, and shows it. Nothing for a file that is not the kernel's.
    void goToLine(const QString &path, int newLine);
    /// Short code has no use for a toolbar.
    void setToolBarVisible(bool visible);
    [[nodiscard]] DiffOptions options() const;

Q_SIGNALS:
    /// The diff has to be made anew.
    void optionsChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void createActions();
    void createViews();
    void wire();
    void retranslate();
    void chooseFile(int index);
    void rebuild();
    void showMarks();
    void step(bool forward);
    void openFold(int fold);
    [[nodiscard]] const FileDocument *file() const;
    [[nodiscard]] CodeView *mainView() const;

    DocumentPtr m_document;
    int m_file = 0;
    FileMarks m_marks;
    std::vector<DiffRow> m_rows;
    std::vector<std::pair<int, int>> m_changes;
    FoldOptions m_fold;
    QToolBar *m_bar = nullptr;
    QComboBox *m_files = nullptr;
    QAction *m_filesAction = nullptr;
    QLabel *m_counts = nullptr;
    QStackedWidget *m_stack = nullptr;
    QSplitter *m_split = nullptr;
    CodeView *m_unified = nullptr;
    CodeView *m_left = nullptr;
    CodeView *m_right = nullptr;
    OverviewBar *m_overview = nullptr;
    QAction *m_sideBySide = nullptr;
    QAction *m_folded = nullptr;
    QAction *m_ignoreSpace = nullptr;
    QAction *m_previous = nullptr;
    QAction *m_next = nullptr;
};

} // namespace sage::ui
