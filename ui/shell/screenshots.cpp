#include "ui/shell/screenshots.h"

#include "ui/shell/mainwindow.h"
#include "ui/shell/startoptions.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>

#include <cstdio>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int lookMs = 200;
constexpr int stillLooks = 5;  // a second without news: documents have arrived too
constexpr int mostLooks = 150; // half a minute: a live run never rests

} // namespace

Screenshots::Screenshots(MainWindow *window, const QString &folder) : QObject(window), m_window(window), m_folder(folder)
{
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::look);
    m_timer.start(lookMs);
}

void Screenshots::look()
{
    const SnapshotPtr &run = m_window->data()->snapshot();
    const qint64 sequence = run ? run->sequence : 0;
    m_still = sequence == m_sequence ? m_still + 1 : 0;
    m_sequence = sequence;
    if (m_still < stillLooks && ++m_looks < mostLooks)
        return;
    m_timer.stop();
    const QString failed = grabAll();
    if (!failed.isEmpty())
        std::fprintf(stderr, "sage-workbench: the picture %s could not be written: see that its folder can be made and written to and has room\n", qUtf8Printable(failed));
    QApplication::exit(failed.isEmpty() ? 0 : exitFailed); // no close event: what was raised for a picture is not remembered
}

QString Screenshots::grabAll()
{
    // The program ends with this, so writing files here keeps nobody waiting.
    const QDir folder(m_folder);
    folder.mkpath(u"."_s); // whether that went well shows at the first file
    QString failed;
    const auto save = [&](QWidget *widget, const QString &name) {
        const QString path = folder.absoluteFilePath(name + u".png"_s);
        if (!widget->grab().save(path) && failed.isEmpty())
            failed = path;
    };
    save(m_window, u"window"_s);
    for (QDockWidget *dock : m_window->docks()) {
        dock->show();
        dock->raise();
        QApplication::processEvents();
        save(dock, dock->objectName());
    }
    return failed;
}

} // namespace sage::ui
