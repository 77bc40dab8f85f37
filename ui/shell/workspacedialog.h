#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace sage::ui {

/// Asks for the folder of a workspace: a new one (missing or empty) or an existing one. Whether it fits is found out by a worker afterwards.
class WorkspaceDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Purpose { Create, Open };

    explicit WorkspaceDialog(Purpose purpose, QWidget *parent = nullptr);
    [[nodiscard]] QString folder() const;

private:
    void createViews();
    void browse();

    Purpose m_purpose;
    QLineEdit *m_folder = nullptr;
    QPushButton *m_accept = nullptr;
};

} // namespace sage::ui
