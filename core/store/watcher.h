#pragma once

#include "core/store/workspace.h"

#include <QObject>

#include <any>
#include <functional>
#include <memory>

namespace sage {

/// Turns a run's new events into whatever a view shows, on the watcher's thread: a fold with its snapshot.
class EventProcessor
{
public:
    virtual ~EventProcessor() = default;
    /// `events` follow without a gap on those of the last call, the first call begins with the run's first. The
    /// workspace may be asked for artifacts. An empty any: nothing to show yet.
    [[nodiscard]] virtual Result<std::any> process(const Workspace &workspace, const std::vector<Event> &events) = 0;
};

/// Follows a workspace that anybody may be running, for a thread that must never wait.
///
/// Thread rule: verbs belong to the thread of this object; they return at once. Signals are emitted in that thread
/// (which needs an event loop), at most every poll interval; everything else happens on a thread of the
/// watcher's own with its own reading connection. stop() and the destructor wait for the step in hand: milliseconds.
/// Invariants: 1. events come in order, each once, per watch; 2. no signal after stop(), or from what was watched before;
/// 3. requests made before stop() are carried out; 4. a workspace that cannot be opened is tried again every second.
class StoreWatcher : public QObject
{
    Q_OBJECT

public:
    using Events = std::shared_ptr<const std::vector<Event>>;
    using ProcessorFactory = std::function<std::unique_ptr<EventProcessor>(const RunId &run)>;

    explicit StoreWatcher(QObject *parent = nullptr, int pollMs = 100);
    ~StoreWatcher() override;

    /// With a processor snapshotReady is emitted instead of eventsRead. Set it before start; called on the worker.
    void setProcessor(ProcessorFactory factory);

    /// Follows the newest run of the folder's workspace. Stops what was followed before.
    void start(const std::filesystem::path &folder);
    void stop();
    [[nodiscard]] bool active() const;

    /// Follows this run from its first event; an empty id: the newest run, also when a newer one appears.
    void watch(const RunId &run);

    /// Both return a number that artifactReady, posted or requestFailed carries. 0: not started.
    quint64 fetchArtifact(const Hash &hash);
    quint64 post(const Command &command);

Q_SIGNALS:
    void opened();
    void runsChanged(const std::vector<sage::RunId> &runs);
    /// The run whose events follow now.
    void watching(const sage::RunId &run);
    void eventsRead(const sage::StoreWatcher::Events &events);
    /// The newest snapshot; older ones that were not shown yet are left out.
    void snapshotReady(const std::any &snapshot);
    /// Who runs the workspace changed (not: a heartbeat).
    void leaseChanged(const std::optional<sage::LeaseInfo> &holder);
    void artifactReady(quint64 request, const std::shared_ptr<const std::string> &bytes);
    void posted(quint64 request);
    void requestFailed(quint64 request, const sage::Error &error);
    /// Once per kind of trouble, until things go well again.
    void failed(const sage::Error &error);

private:
    class Worker;
    std::unique_ptr<Worker> m_worker; ///< null: stopped
    ProcessorFactory m_factory;
    int m_pollMs;
    quint64 m_requests = 0;
    quint64 m_generation = 0; ///< of start
    quint64 m_watch = 0;      ///< of watch
};

} // namespace sage
