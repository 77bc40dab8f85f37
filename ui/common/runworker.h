#pragma once

#include "core/base/clock.h"
#include "core/store/environment.h"
#include "ui/common/catalogue.h"
#include "ui/common/runsource.h"

#include <QFile>
#include <QTimer>

#include <atomic>
#include <map>
#include <mutex>

namespace sage::ui {

/// Newest ticket per channel; shared by the worker and whoever asks, so that a stale request is dropped unread.
class TicketOffice
{
public:
    [[nodiscard]] quint64 take(const QString &channel)
    {
        const std::lock_guard guard(m_mutex);
        return m_newest[channel] = ++m_last;
    }
    [[nodiscard]] bool isNewest(const QString &channel, quint64 ticket) const
    {
        const std::lock_guard guard(m_mutex);
        const auto found = m_newest.find(channel);
        return found != m_newest.end() && found->second == ticket;
    }

private:
    mutable std::mutex m_mutex;
    std::map<QString, quint64> m_newest;
    quint64 m_last = 0;
};

/// Does what touches files, database or processes for RunData, on a thread of its own: an own read connection, a fold,
/// polled every 100 ms. Lives on that thread; slots are called by queued calls only.
class RunWorker : public QObject
{
    Q_OBJECT

public:
    explicit RunWorker(std::shared_ptr<TicketOffice> tickets);
    ~RunWorker() override;

public Q_SLOTS:
    void open(const QString &folder, bool create);
    void close();
    void show(const QString &run);
    void load(const sage::ui::DocumentRequest &request);
    void post(const QString &verb, const QByteArray &arguments);
    /// Starts `sagectl ARGUMENTS`, detached: the run outlives the workbench. Its output goes to a log that is read along.
    void launch(const QStringList &arguments);
    void readCatalogueNow();

Q_SIGNALS:
    void opened(const QString &folder);
    void snapshotReady(const sage::ui::SnapshotPtr &snapshot);
    void statusReady(const sage::ui::WorkspaceStatus &status);
    void documentReady(const sage::ui::DocumentPtr &document);
    void catalogueReady(const sage::ui::Catalogue &catalogue);
    void problem(const sage::Error &error);
    void logLine(const QString &line);
    void runnerEnded(const QString &lastLines);

private:
    void poll();
    [[nodiscard]] Result<void> refresh();
    [[nodiscard]] Result<bool> readRuns();
    [[nodiscard]] Result<bool> foldNewEvents();
    void watchRunner();
    void readLog();
    [[nodiscard]] Result<KernelSource> textOf(const std::optional<TextSource> &source) const;

    std::shared_ptr<TicketOffice> m_tickets;
    SystemClock m_clock;
    QTimer m_timer;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<RunFold> m_fold;
    std::unique_ptr<CodeHighlighter> m_highlighter; // made at first use
    WorkspaceStatus m_status;
    bool m_pinnedRun = false; // a person chose the run, so a new one is not shown by itself
    std::int64_t m_version = -1;
    std::int64_t m_sequence = 0;
    int m_ticks = 0;
    std::optional<ProcessIdentity> m_runner; // started here
    QFile m_log;
    QStringList m_lastLines;
};

} // namespace sage::ui

Q_DECLARE_METATYPE(sage::ui::WorkspaceStatus)
Q_DECLARE_METATYPE(sage::ui::DocumentRequest)
