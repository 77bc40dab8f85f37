#include "ui/shell/welcomepage.h"

#include "ui/common/icons.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

WelcomePage::WelcomePage(QWidget *parent) : QWidget(parent)
{
    createViews();
    retranslate();
}

void WelcomePage::createViews()
{
    m_logo = new QLabel(this);
    m_logo->setAlignment(Qt::AlignCenter);
    m_title = new QLabel(u"SAGE Workbench"_s, this);
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.9);
    large.setBold(true);
    m_title->setFont(large);
    m_title->setAlignment(Qt::AlignCenter);
    m_words = new QLabel(this);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignCenter);
    m_words->setForegroundRole(QPalette::PlaceholderText);
    m_new = new QPushButton(this);
    m_new->setObjectName(u"welcomeNew"_s);
    m_open = new QPushButton(this);
    m_open->setObjectName(u"welcomeOpen"_s);
    m_recentTitle = new QLabel(this);
    m_recent = new QListWidget(this);
    m_recent->setObjectName(u"recentList"_s);
    m_recent->setMaximumHeight(180);
    m_forget = new QAction(m_recent);
    m_forget->setObjectName(u"forgetWorkspace"_s);
    m_forget->setShortcut(QKeySequence::Delete);
    m_forget->setShortcutContext(Qt::WidgetShortcut);
    m_recent->addAction(m_forget);
    m_recent->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_new);
    buttons->addWidget(m_open);
    auto *middle = new QWidget(this);
    middle->setMaximumWidth(640);
    auto *column = new QVBoxLayout(middle);
    column->setSpacing(12);
    column->addStretch(1);
    for (QWidget *widget : {static_cast<QWidget *>(m_logo), static_cast<QWidget *>(m_title), static_cast<QWidget *>(m_words)})
        column->addWidget(widget);
    column->addLayout(buttons);
    column->addWidget(m_recentTitle);
    column->addWidget(m_recent);
    column->addStretch(2);
    auto *layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(middle, 10);
    layout->addStretch(1);
    connect(m_new, &QPushButton::clicked, this, &WelcomePage::newAsked);
    connect(m_open, &QPushButton::clicked, this, &WelcomePage::openAsked);
    connect(m_recent, &QListWidget::itemActivated, this, [this](const QListWidgetItem *item) { Q_EMIT recentAsked(item->text()); });
    connect(m_forget, &QAction::triggered, this, [this] {
        if (const QListWidgetItem *item = m_recent->currentItem())
            Q_EMIT forgetAsked(item->text());
    });
}

void WelcomePage::setRecent(const QStringList &folders)
{
    m_recent->clear();
    m_recent->addItems(folders);
    m_recent->setVisible(!folders.isEmpty());
    m_recentTitle->setVisible(!folders.isEmpty());
}

void WelcomePage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
    QWidget::changeEvent(event);
}

void WelcomePage::retranslate()
{
    m_logo->setPixmap(icon(u"sage-workbench"_s).pixmap(64, 64));
    m_words->setText(tr("Adoption-aware memory learning for NPU kernel synthesis: run a stream of operators, watch what each revision adopts from memory, and see memory learn."));
    m_new->setText(tr("New workspace…"));
    m_open->setText(tr("Open workspace…"));
    m_new->setIcon(icon(u"new"_s));
    m_open->setIcon(icon(u"open"_s));
    m_forget->setText(tr("Remove from this list"));
    m_recentTitle->setText(tr("Recent workspaces (double-click to open)"));
}

} // namespace sage::ui
