#pragma once

#include <QLabel>

namespace sage::ui {

/// One line of plain text that ends in "…" where there is no room for all of it; the tool tip has the whole then. text() is always the whole.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QString fitting() const;
};

} // namespace sage::ui
