#pragma once

#include <QObject>
#include <QTimer>

namespace sage::ui {

class MainWindow;

/// Grabs the window and each dock to PNG files once the views are filled and have come to rest, then quits: with 1 and a line on stderr where a file could not be written. For checks.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    Screenshots(MainWindow *window, const QString &folder);

private:
    void look();
    /// Empty, or the first file that could not be written.
    [[nodiscard]] QString grabAll();

    MainWindow *m_window;
    QString m_folder;
    QTimer m_timer;
    qint64 m_sequence = -1;
    int m_still = 0; // looks without news
    int m_looks = 0;
};

} // namespace sage::ui
