#pragma once

#include <QStackedWidget>

class QLabel;

namespace sage::ui {

/// A page that shows its content, or, while there is none, one sentence that says what to do.
class EmptyState : public QStackedWidget
{
    Q_OBJECT

public:
    explicit EmptyState(QWidget *content, QWidget *parent = nullptr);
    /// Empty text: the content is shown.
    void setHint(const QString &hint);

private:
    QLabel *m_label;
};

} // namespace sage::ui
