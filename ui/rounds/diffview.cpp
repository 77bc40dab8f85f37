#include "ui/rounds/diffview.h"

#include "ui/common/icons.h"
#include "ui/rounds/overviewbar.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

DiffView::DiffView(QWidget *parent) : QWidget(parent)
{
    createActions();
    createViews();
    wire();
    retranslate();
}

void DiffView::createActions()
{
    const auto make = [this](const QString &name, bool checkable) {
        auto *action = new QAction(this);
        action->setObjectName(name);
        action->setCheckable(checkable);
        return action;
    };
    m_previous = make(u"previousChange"_s, false);
    m_next = make(u"nextChange"_s, false);
    m_sideBySide = make(u"sideBySide"_s, true);
    m_folded = make(u"foldUnchanged"_s, true);
    m_folded->setChecked(true);
    m_ignoreSpace = make(u"ignoreSpace"_s, true);
    m_previous->setShortcut(Qt::SHIFT | Qt::Key_F8);
    m_next->setShortcut(Qt::Key_F8);
    for (QAction *action : {m_previous, m_next})
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addActions({m_previous, m_next});
}

void DiffView::createViews()
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_bar = new QToolBar(this);
    m_bar->setIconSize({16, 16});
    m_bar->addActions({m_previous, m_next});
    m_bar->addSeparator();
    m_bar->addActions({m_sideBySide, m_folded, m_ignoreSpace});
    m_files = new QComboBox(m_bar);
    m_files->setObjectName(u"diffFile"_s);
    m_filesAction = m_bar->addWidget(m_files);
    auto *space = new QWidget(m_bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_bar->addWidget(space);
    m_counts = new QLabel(m_bar);
    m_counts->setObjectName(u"diffCounts"_s);
    m_counts->setContentsMargins(6, 0, 8, 0);
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_counts->setMinimumWidth(fontMetrics().horizontalAdvance(u"+00000 −00000 lines"_s)); // a tool bar does not make room for a longer text later
    m_bar->addWidget(m_counts);
    layout->addWidget(m_bar);
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    m_stack = new QStackedWidget(this);
    m_unified = new CodeView(m_stack);
    m_unified->setObjectName(u"unifiedDiff"_s);
    m_split = new QSplitter(m_stack);
    m_split->setChildrenCollapsible(false);
    m_split->setHandleWidth(3);
    m_left = new CodeView(m_split);
    m_left->setObjectName(u"leftDiff"_s);
    m_right = new CodeView(m_split);
    m_right->setObjectName(u"rightDiff"_s);
    m_stack->addWidget(m_unified);
    m_stack->addWidget(m_split);
    m_overview = new OverviewBar(this);
    m_overview->setView(m_unified);
    row->addWidget(m_stack, 1);
    row->addWidget(m_overview);
    layout->addLayout(row, 1);
}

void DiffView::wire()
{
    connect(m_previous, &QAction::triggered, this, [this] { step(false); });
    connect(m_next, &QAction::triggered, this, [this] { step(true); });
    connect(m_sideBySide, &QAction::toggled, this, [this](bool split) {
        m_stack->setCurrentIndex(split ? 1 : 0);
        m_overview->setView(mainView());
        rebuild();
    });
    connect(m_folded, &QAction::toggled, this, [this](bool fold) {
        m_fold.fold = fold;
        m_fold.opened.clear();
        rebuild();
    });
    connect(m_ignoreSpace, &QAction::toggled, this, &DiffView::optionsChanged);
    connect(m_files, &QComboBox::activated, this, &DiffView::chooseFile);
    connect(m_overview, &OverviewBar::rowClicked, this, [this](int row) { mainView()->showRow(row); });
    for (CodeView *view : {m_unified, m_left, m_right})
        connect(view, &CodeView::foldClicked, this, &DiffView::openFold);
    // Both sides have the same rows, so equal scroll values show the same place.
    const auto together = [this](QScrollBar *from, QScrollBar *to) { connect(from, &QScrollBar::valueChanged, to, &QScrollBar::setValue); };
    together(m_left->verticalScrollBar(), m_right->verticalScrollBar());
    together(m_right->verticalScrollBar(), m_left->verticalScrollBar());
    together(m_left->horizontalScrollBar(), m_right->horizontalScrollBar());
    together(m_right->horizontalScrollBar(), m_left->horizontalScrollBar());
}

void DiffView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
    QWidget::changeEvent(event);
}

void DiffView::retranslate()
{
    const auto dress = [](QAction *action, const QString &name, const QString &words) {
        action->setIcon(icon(name));
        action->setText(words);
    };
    dress(m_previous, u"previous-change"_s, tr("Previous change"));
    dress(m_next, u"next-change"_s, tr("Next change"));
    dress(m_sideBySide, u"split"_s, tr("Side by side"));
    dress(m_folded, u"fold"_s, tr("Fold unchanged lines"));
    dress(m_ignoreSpace, u"space"_s, tr("Ignore white space"));
    rebuild();
}

const FileDocument *DiffView::file() const
{
    return m_document && m_file < static_cast<int>(m_document->files.size()) ? &m_document->files[static_cast<std::size_t>(m_file)] : nullptr;
}

CodeView *DiffView::mainView() const
{
    return m_sideBySide->isChecked() ? m_right : m_unified;
}

DiffOptions DiffView::options() const
{
    return {m_ignoreSpace->isChecked()};
}

void DiffView::setToolBarVisible(bool visible)
{
    m_bar->setVisible(visible);
}

void DiffView::setDocument(DocumentPtr document)
{
    const QString before = m_files->currentText();
    m_document = std::move(document);
    m_fold.opened.clear();
    m_files->clear();
    if (m_document) {
        for (const FileDocument &one : m_document->files)
            m_files->addItem(one.path);
    }
    m_file = std::max(0, m_files->findText(before, Qt::MatchExactly)); // the file that a person turned to stays in sight
    m_files->setCurrentIndex(m_file);
    m_filesAction->setVisible(m_files->count() > 1);
    rebuild();
    // The first change is what one wants to see.
    if (!m_changes.empty())
        mainView()->showRow(m_changes.front().first);
}

void DiffView::chooseFile(int index)
{
    m_file = index;
    m_fold.opened.clear();
    rebuild();
}

void DiffView::setMarks(FileMarks marks)
{
    m_marks = std::move(marks);
    showMarks();
}

void DiffView::showMarks()
{
    const FileDocument *shown = file();
    const auto found = shown ? m_marks.find(shown->path) : m_marks.end();
    const LineMarks marks = found == m_marks.end() ? LineMarks() : found->second;
    m_unified->setMarks(marks);
    m_right->setMarks(marks);
    m_overview->update();
}

void DiffView::rebuild()
{
    const FileDocument *shown = file();
    const bool split = m_sideBySide->isChecked();
    m_rows = shown ? diffRows(shown->diff, split ? DiffLayout::Split : DiffLayout::Unified, m_fold) : std::vector<DiffRow>();
    m_changes = changesOf(m_rows);
    const QString foldText = tr("%1 unchanged lines");
    const auto fill = [&](CodeView *view, CodeSide side) {
        const int at = view->verticalScrollBar()->value();
        view->setRows(m_document, shown ? codeRows(*shown, m_rows, side, foldText) : std::vector<CodeRow>());
        view->verticalScrollBar()->setValue(at);
    };
    if (split) {
        fill(m_left, CodeSide::Left);
        fill(m_right, CodeSide::Right);
    } else {
        fill(m_unified, CodeSide::Unified);
    }
    showMarks();
    m_previous->setEnabled(!m_changes.empty());
    m_next->setEnabled(!m_changes.empty());
    m_counts->setText(shown ? tr("+%1 −%2 lines").arg(shown->diff.added).arg(shown->diff.removed) : QString());
}

void DiffView::step(bool forward)
{
    const int row = mainView()->textCursor().blockNumber();
    const int change = forward ? nextChange(m_changes, row) : previousChange(m_changes, row);
    if (change >= 0)
        mainView()->showRow(m_changes[static_cast<std::size_t>(change)].first);
}

void DiffView::openFold(int fold)
{
    m_fold.opened.insert(fold);
    rebuild();
}

void DiffView::goToLine(const QString &path, int newLine)
{
    const int index = m_files->findText(path, Qt::MatchExactly);
    if (index < 0)
        return;
    if (index != m_file) {
        m_files->setCurrentIndex(index);
        chooseFile(index);
    }
    const FileDocument *shown = file();
    if (!shown || newLine < 1)
        return;
    if (rowOfLine(shown->diff, m_rows, newLine) < 0) {
        if (const int fold = foldOfLine(shown->diff, m_fold, newLine); fold >= 0)
            openFold(fold);
    }
    if (const int row = rowOfLine(shown->diff, m_rows, newLine); row >= 0)
        mainView()->showRow(row);
}

} // namespace sage::ui
