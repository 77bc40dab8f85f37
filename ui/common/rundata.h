#pragma once

#include "ui/common/catalogue.h"
#include "ui/common/runsource.h"

#include <QStringList>
#include <QThread>

namespace sage::ui {

class RunWorker;
class TicketOffice;

/// A workspace on disk as the views' source. Every file, database and process is touched by its worker; this class only
/// queues calls and holds what came back. GUI thread.
class RunData : public RunSource
{
    Q_OBJECT

public:
    explicit RunData(QObject *parent = nullptr);
    ~RunData() override;

    void open(const QString &folder);
    /// The folder must be missing or empty.
    void create(const QString &folder);
    void close();
    void show(const RunId &run);
    /// `options` follow `sagectl run WORKSPACE`.
    void startRun(const QStringList &options);
    void requestCatalogue();

    quint64 requestDocument(DocumentRequest request) override;
    void post(const std::string &verb, const Json &arguments) override;
    void resumeRun() override;

Q_SIGNALS:
    void opened(const QString &folder);
    void catalogueReady(const sage::ui::Catalogue &catalogue);
    void logLine(const QString &line);
    void runnerEnded(const QString &lastLines);

private:
    QThread m_thread;
    std::shared_ptr<TicketOffice> m_tickets;
    RunWorker *m_worker; // lives on m_thread, deleted there
};

} // namespace sage::ui
