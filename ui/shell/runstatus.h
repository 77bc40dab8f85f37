#pragma once

#include "ui/common/runsource.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace sage::ui {

/// The status bar's right side: what the runner does, how far the stream is, how long it may still take.
class RunStatus : public QWidget
{
    Q_OBJECT

public:
    explicit RunStatus(RunSource *source, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    [[nodiscard]] std::string stateCode() const;

    RunSource *m_source;
    QLabel *m_dot;
    QLabel *m_state;
    QProgressBar *m_progress;
    QLabel *m_remaining;
};

} // namespace sage::ui
