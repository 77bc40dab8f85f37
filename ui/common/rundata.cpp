#include "ui/common/rundata.h"

#include "ui/common/runworker.h"
#include "ui/common/text.h"

namespace sage::ui {

using namespace Qt::StringLiterals;

RunData::RunData(QObject *parent) : RunSource(parent), m_tickets(std::make_shared<TicketOffice>()), m_worker(new RunWorker(m_tickets))
{
    qRegisterMetaType<SnapshotPtr>();
    qRegisterMetaType<WorkspaceStatus>();
    qRegisterMetaType<DocumentPtr>();
    qRegisterMetaType<DocumentRequest>();
    qRegisterMetaType<Catalogue>();
    qRegisterMetaType<Error>();
    m_thread.setObjectName(u"sage-run-data"_s);
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &RunWorker::opened, this, &RunData::opened);
    connect(m_worker, &RunWorker::snapshotReady, this, [this](const SnapshotPtr &snapshot) { setSnapshot(snapshot); });
    connect(m_worker, &RunWorker::statusReady, this, [this](const WorkspaceStatus &status) { setStatus(status); });
    connect(m_worker, &RunWorker::documentReady, this, [this](const DocumentPtr &document) {
        // A newer request may have been made while this answer was under way.
        if (m_tickets->isNewest(document->channel, document->ticket))
            Q_EMIT documentReady(document);
    });
    connect(m_worker, &RunWorker::catalogueReady, this, &RunData::catalogueReady);
    connect(m_worker, &RunWorker::problem, this, &RunData::problem);
    connect(m_worker, &RunWorker::logLine, this, &RunData::logLine);
    connect(m_worker, &RunWorker::runnerEnded, this, &RunData::runnerEnded);
    m_thread.start();
}

RunData::~RunData()
{
    m_thread.quit();
    m_thread.wait();
}

void RunData::open(const QString &folder)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, folder] { worker->open(folder, false); });
}

void RunData::create(const QString &folder)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, folder] { worker->open(folder, true); });
}

void RunData::close()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->close(); });
}

void RunData::show(const RunId &run)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, name = text(run.value)] { worker->show(name); });
}

void RunData::startRun(const QStringList &options)
{
    const QStringList arguments = QStringList{u"run"_s, status().folder} + options;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, arguments] { worker->launch(arguments); });
}

void RunData::requestCatalogue()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->readCatalogueNow(); });
}

quint64 RunData::requestDocument(DocumentRequest request)
{
    request.ticket = m_tickets->take(request.channel);
    const quint64 ticket = request.ticket;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, request = std::move(request)] { worker->load(request); });
    return ticket;
}

void RunData::post(const std::string &verb, const Json &arguments)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, name = text(verb), bytes = QByteArray::fromStdString(canonical(arguments))] { worker->post(name, bytes); });
}

void RunData::resumeRun()
{
    if (status().runnerAlive()) {
        post("resume", Json::object());
        return;
    }
    const QStringList arguments{u"resume"_s, status().folder};
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, arguments] { worker->launch(arguments); });
}

} // namespace sage::ui
