#include "ui/common/emptystate.h"

#include <QLabel>

namespace sage::ui {

EmptyState::EmptyState(QWidget *content, QWidget *parent) : QStackedWidget(parent), m_label(new QLabel(this))
{
    m_label->setAlignment(Qt::AlignCenter);
    m_label->setWordWrap(true);
    m_label->setMargin(24);
    m_label->setForegroundRole(QPalette::PlaceholderText);
    m_label->setBackgroundRole(QPalette::Base);
    m_label->setAutoFillBackground(true);
    m_label->setMinimumSize(0, 0);
    addWidget(content);
    addWidget(m_label);
}

void EmptyState::setHint(const QString &hint)
{
    m_label->setText(hint);
    setCurrentIndex(hint.isEmpty() ? 0 : 1);
}

} // namespace sage::ui
