#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace sage::ui {

/// What is shown while no workspace is open: create, open, recent ones.
class WelcomePage : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePage(QWidget *parent = nullptr);
    void setRecent(const QStringList &folders);

Q_SIGNALS:
    void newAsked();
    void openAsked();
    void recentAsked(const QString &folder);
    /// Off the list; the folder stays.
    void forgetAsked(const QString &folder);

protected:
    void changeEvent(QEvent *event) override;

private:
    void createViews();
    void retranslate();

    QLabel *m_logo = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_words = nullptr;
    QLabel *m_recentTitle = nullptr;
    QPushButton *m_new = nullptr;
    QPushButton *m_open = nullptr;
    QListWidget *m_recent = nullptr;
    QAction *m_forget = nullptr;
};

} // namespace sage::ui
