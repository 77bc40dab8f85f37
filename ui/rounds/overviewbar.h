#pragma once

#include "ui/rounds/codeview.h"

namespace sage::ui {

/// A narrow column that shows the whole text at once: changes and marks by place. A click goes there.
class OverviewBar : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewBar(QWidget *parent = nullptr);
    /// Follows this view's rows, marks and scroll position; the view must outlive the bar.
    void setView(CodeView *view);

Q_SIGNALS:
    void rowClicked(int row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    CodeView *m_view = nullptr;
};

} // namespace sage::ui
