#include "ui/common/runworker.h"

#include "core/plain/install.h"
#include "ui/common/text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int pollMs = 100;
constexpr int leasePolls = 10; // the lease is looked at once a second even when nothing was written

[[nodiscard]] QString logPathOf(const QString &folder)
{
    const QString logs = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + u"/logs"_s;
    QDir().mkpath(logs);
    const QByteArray hash = QCryptographicHash::hash(QDir(folder).absolutePath().toUtf8(), QCryptographicHash::Sha256).toHex().left(12);
    return logs + u'/' + QString::fromLatin1(hash) + u".log"_s;
}

[[nodiscard]] bool sameStatus(const WorkspaceStatus &a, const WorkspaceStatus &b)
{
    return a.folder == b.folder && a.runs == b.runs && a.shown == b.shown && a.launching == b.launching && a.runnerAlive() == b.runnerAlive()
        && (!a.lease || !b.lease || (a.lease->pid == b.lease->pid && a.lease->host == b.lease->host));
}

} // namespace

RunWorker::RunWorker(std::shared_ptr<TicketOffice> tickets) : m_tickets(std::move(tickets)), m_timer(this), m_log(this)
{
    m_timer.setInterval(pollMs);
    connect(&m_timer, &QTimer::timeout, this, &RunWorker::poll);
}

RunWorker::~RunWorker() = default;

void RunWorker::open(const QString &folder, bool create)
{
    const std::filesystem::path path(utf8(folder));
    if (create) {
        // Made and let go again: the runner takes the lease.
        const Result<std::unique_ptr<Workspace>> made = Workspace::create(path, m_clock);
        if (!made) {
            Q_EMIT problem(made.error());
            return;
        }
    }
    Result<std::unique_ptr<Workspace>> workspace = Workspace::open(path, Workspace::Mode::Read, m_clock);
    if (!workspace) {
        Q_EMIT problem(workspace.error());
        return;
    }
    close();
    m_workspace = std::move(*workspace);
    m_status.folder = folder;
    Q_EMIT opened(folder);
    Q_EMIT statusReady(m_status);
    poll();
    m_timer.start();
}

void RunWorker::close()
{
    m_timer.stop();
    m_workspace.reset();
    m_fold.reset();
    m_status = {};
    m_pinnedRun = false;
    m_version = -1;
    m_runner.reset();
    m_log.close();
    Q_EMIT statusReady(m_status);
    Q_EMIT snapshotReady(nullptr);
}

void RunWorker::show(const QString &run)
{
    m_status.shown = RunId(utf8(run));
    m_pinnedRun = true;
    m_fold.reset();
    m_version = -1;
    poll();
}

void RunWorker::poll()
{
    if (!m_workspace)
        return;
    const Result<void> done = refresh();
    if (!done) {
        // A workspace that cannot be read any more is let go, so that one message is shown and not ten a second.
        const Error error = done.error();
        close();
        Q_EMIT problem(error);
        return;
    }
    watchRunner();
}

Result<void> RunWorker::refresh()
{
    const WorkspaceStatus before = m_status;
    const Result<std::int64_t> version = m_workspace->dataVersion();
    if (!version)
        return fail(version.error());
    const bool changed = *version != m_version;
    bool grown = false;
    if (changed) {
        m_version = *version;
        const Result<bool> switched = readRuns();
        if (!switched)
            return fail(switched.error());
        const Result<bool> folded = foldNewEvents();
        if (!folded)
            return fail(folded.error());
        grown = *switched || *folded;
    }
    if (changed || ++m_ticks % leasePolls == 0) {
        const Result<std::optional<LeaseInfo>> lease = m_workspace->lease();
        if (!lease)
            return fail(lease.error());
        m_status.lease = *lease;
        if (m_status.runnerAlive())
            m_status.launching = false;
    }
    if (!sameStatus(before, m_status))
        Q_EMIT statusReady(m_status);
    if (grown && m_fold)
        Q_EMIT snapshotReady(m_fold->snapshot());
    return {};
}

Result<bool> RunWorker::readRuns()
{
    const Result<std::vector<RunId>> runs = m_workspace->runs();
    if (!runs)
        return fail(runs.error());
    m_status.runs = *runs;
    const bool known = std::find(runs->begin(), runs->end(), m_status.shown) != runs->end();
    if (!runs->empty() && (!known || (!m_pinnedRun && m_status.shown != runs->back()))) {
        m_status.shown = runs->back();
        m_fold.reset();
    }
    if (m_fold || m_status.shown.empty())
        return false;
    m_fold = std::make_unique<RunFold>();
    m_sequence = 0;
    return true;
}

Result<bool> RunWorker::foldNewEvents()
{
    if (!m_fold)
        return false;
    bool any = false;
    while (true) {
        const Result<std::vector<Event>> events = m_workspace->read(m_status.shown, m_sequence);
        if (!events)
            return fail(events.error());
        if (events->empty())
            return any;
        const Result<void> folded = m_fold->apply(*events);
        if (!folded)
            return fail(folded.error());
        m_sequence = events->back().sequence;
        any = true;
    }
}

void RunWorker::load(const DocumentRequest &request)
{
    if (!m_workspace || !m_tickets->isNewest(request.channel, request.ticket))
        return;
    const Result<KernelSource> before = textOf(request.before);
    const Result<KernelSource> after = textOf(request.after);
    if (!before || !after) {
        Q_EMIT problem(before ? after.error() : before.error());
        return;
    }
    auto document = std::make_shared<Document>();
    document->channel = request.channel;
    document->ticket = request.ticket;
    if (!m_highlighter)
        m_highlighter = std::make_unique<CodeHighlighter>();
    document->files = compareSources(*before, *after, *m_highlighter, request.options);
    if (!request.feedback.empty()) {
        const Result<Feedback> feedback = loadFeedback(*m_workspace, request.feedback);
        if (!feedback) {
            Q_EMIT problem(feedback.error());
            return;
        }
        document->feedback = *feedback;
    }
    Q_EMIT documentReady(document);
}

Result<KernelSource> RunWorker::textOf(const std::optional<TextSource> &source) const
{
    if (!source)
        return KernelSource{};
    if (source->kernel)
        return loadKernel(*m_workspace, *source->kernel);
    KernelSource kernel;
    kernel.files.push_back({"", source->text, "kernel"});
    return kernel;
}

void RunWorker::post(const QString &verb, const QByteArray &arguments)
{
    if (!m_workspace)
        return;
    Result<Json> json = parseJson(arguments.toStdString(), "command");
    if (!json) {
        Q_EMIT problem(json.error());
        return;
    }
    Command command;
    command.verb = utf8(verb);
    command.arguments = std::move(*json);
    command.author = "workbench";
    command.timeMs = m_clock.nowMs();
    const Result<void> posted = m_workspace->post(command);
    if (!posted)
        Q_EMIT problem(posted.error());
}

void RunWorker::launch(const QStringList &arguments)
{
    if (!m_workspace)
        return;
    const QString program = text(programPath("sagectl").string());
    const QString logPath = logPathOf(m_status.folder);
    QProcess process;
    process.setProgram(program);
    process.setArguments(arguments);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(logPath);
    process.setStandardErrorFile(logPath, QIODevice::Append);
    m_log.close();
    qint64 pid = 0;
    if (!process.startDetached(&pid)) {
        Q_EMIT problem(Error{"ui.no-runner", "The program " + utf8(program) + " could not be started.", utf8(process.errorString()), {{"program", utf8(program)}}});
        return;
    }
    Q_EMIT logLine(u"$ sagectl "_s + arguments.join(u' '));
    m_runner = StoreEnvironment::system().identityOf(pid);
    m_log.setFileName(logPath);
    m_log.open(QIODevice::ReadOnly);
    m_lastLines.clear();
    m_pinnedRun = false;
    m_status.launching = true;
    Q_EMIT statusReady(m_status);
}

void RunWorker::watchRunner()
{
    readLog();
    if (!m_runner || StoreEnvironment::system().lives(*m_runner))
        return;
    readLog();
    m_runner.reset();
    m_status.launching = false;
    m_version = -1; // the lease and the last events are read at the next poll
    Q_EMIT statusReady(m_status);
    Q_EMIT runnerEnded(m_lastLines.join(u'\n'));
}

void RunWorker::readLog()
{
    // Whole lines only: the rest of a line that is being written comes with the next poll.
    while (m_log.isOpen() && m_log.canReadLine()) {
        const QString line = QString::fromUtf8(m_log.readLine()).trimmed();
        if (line.isEmpty())
            continue;
        m_lastLines.append(line);
        if (m_lastLines.size() > 5)
            m_lastLines.removeFirst();
        Q_EMIT logLine(line);
    }
}

void RunWorker::readCatalogueNow()
{
    Q_EMIT catalogueReady(readCatalogue());
}

} // namespace sage::ui
