#pragma once

#include <QWidget>

class QPlainTextEdit;

namespace sage::ui {

/// What the runner and the workbench itself report, newest below; the last few thousand lines.
/// append() may be called from any thread. After installing, messages of the categories under "sage." come here as well as to stderr.
class LogPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LogPanel(QWidget *parent = nullptr);
    ~LogPanel() override;

    void append(const QString &line);
    void install();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QPlainTextEdit *m_text;
};

} // namespace sage::ui
