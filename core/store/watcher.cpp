#include "core/store/watcher.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace sage {

namespace {

constexpr int batchLimit = 5000;
constexpr std::chrono::milliseconds slowInterval{1000}; ///< for what no data version tells: liveness, reopening

bool sameHolder(const std::optional<LeaseInfo> &a, const std::optional<LeaseInfo> &b)
{
    if (!a || !b)
        return a.has_value() == b.has_value();
    return a->host == b->host && a->pid == b->pid && a->alive == b->alive;
}

} // namespace

/// The thread and everything on it. Members below the line belong to it alone.
class StoreWatcher::Worker
{
public:
    using Request = std::function<void(Worker &)>;

    Worker(StoreWatcher &owner, std::filesystem::path folder)
        : m_owner(owner), m_generation(owner.m_generation), m_poll(owner.m_pollMs), m_folder(std::move(folder)), m_factory(owner.m_factory),
          m_watch(owner.m_watch), m_thread([this] { run(); })
    {
    }

    /// Carries out what was asked for and ends.
    ~Worker()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stop = true;
        }
        m_wake.notify_all();
        m_thread.join();
    }

    void ask(Request request)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_requests.push_back(std::move(request));
        }
        m_wake.notify_all();
    }

    void watch(const RunId &run, quint64 number)
    {
        m_wanted = run;
        m_run = RunId();
        m_stuck = false;
        m_watch = number;
        const std::lock_guard lock(m_mutex);
        m_snapshot = {};
    }

    void fetch(quint64 number, const Hash &hash)
    {
        auto bytes = ensureOpen().and_then([&] { return m_workspace->artifact(hash); }).map([](std::string text) {
            return std::make_shared<const std::string>(std::move(text));
        });
        answer(number, std::move(bytes), [number](StoreWatcher &owner, const auto &shared) { Q_EMIT owner.artifactReady(number, shared); });
    }

    void post(quint64 number, const Command &command)
    {
        const auto done = ensureOpen().and_then([&] { return m_workspace->post(command); }).map([] { return true; });
        answer(number, done, [number](StoreWatcher &owner, bool) { Q_EMIT owner.posted(number); });
    }

private:
    void run();
    void step();
    [[nodiscard]] Result<void> ensureOpen();
    [[nodiscard]] Result<void> look();
    [[nodiscard]] Result<void> lookAtRuns();
    [[nodiscard]] Result<void> lookAtLease();
    [[nodiscard]] Result<void> lookAtEvents();
    [[nodiscard]] Result<bool> readBatch(std::any &snapshot);
    void showSnapshot(std::any snapshot);
    [[nodiscard]] bool stopping()
    {
        const std::lock_guard lock(m_mutex);
        return m_stop;
    }

    /// In the owner's thread, unless it has stopped or restarted meanwhile.
    void emitLater(std::function<void(StoreWatcher &)> emission)
    {
        QMetaObject::invokeMethod(&m_owner, [owner = &m_owner, generation = m_generation, emission = std::move(emission)] {
            if (owner->m_worker && owner->m_generation == generation)
                emission(*owner);
        }, Qt::QueuedConnection);
    }

    /// Also unless something else is to be watched by now.
    void emitOfWatch(std::function<void(StoreWatcher &)> emission)
    {
        emitLater([watch = m_watch, emission = std::move(emission)](StoreWatcher &owner) {
            if (owner.m_watch == watch)
                emission(owner);
        });
    }

    template<typename T, typename Emission>
    void answer(quint64 number, Result<T> result, Emission emission)
    {
        if (result)
            emitLater([value = std::move(*result), emission](StoreWatcher &owner) { emission(owner, value); });
        else
            emitLater([number, error = std::move(result.error())](StoreWatcher &owner) { Q_EMIT owner.requestFailed(number, error); });
    }

    StoreWatcher &m_owner;
    const quint64 m_generation;
    const std::chrono::milliseconds m_poll;

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Request> m_requests;
    bool m_stop = false;
    struct Snapshot {
        std::any value;
        quint64 watch = 0;
    };
    Snapshot m_snapshot; ///< newest, not shown yet

    // -- the worker's own
    const std::filesystem::path m_folder;
    const ProcessorFactory m_factory;
    SystemClock m_clock;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<EventProcessor> m_processor;
    std::int64_t m_version = -1;
    std::vector<RunId> m_runs;
    RunId m_wanted;         ///< empty: the newest
    RunId m_run;            ///< empty: none yet
    quint64 m_watch = 0;    ///< number of the watch
    std::int64_t m_after = 0;
    bool m_stuck = false;   ///< the processor refused an event; a new watch begins again
    bool m_leaseKnown = false;
    std::optional<LeaseInfo> m_lease;
    std::string m_trouble;  ///< code that was reported last
    std::chrono::steady_clock::time_point m_nextSlow{};

    std::thread m_thread; ///< last: starts when everything above stands
};

void StoreWatcher::Worker::run()
{
    for (;;) {
        std::deque<Request> requests;
        bool last = false;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, m_poll, [this] { return m_stop || !m_requests.empty(); });
            requests.swap(m_requests);
            last = m_stop;
        }
        for (const Request &request : requests)
            request(*this);
        if (last)
            break;
        step();
    }
    m_workspace.reset(); // in the thread that opened it
    m_processor.reset();
}

void StoreWatcher::Worker::step()
{
    const auto now = std::chrono::steady_clock::now();
    const bool slow = now >= m_nextSlow;
    if (slow)
        m_nextSlow = now + slowInterval;
    if (!m_workspace && !slow)
        return;
    auto done = ensureOpen().and_then([&] { return look(); });
    if (done && slow)
        done = lookAtLease();
    if (done) {
        m_trouble.clear();
        return;
    }
    m_workspace.reset(); // opened again at the next slow step
    if (std::exchange(m_trouble, done.error().code) != done.error().code)
        emitLater([error = done.error()](StoreWatcher &owner) { Q_EMIT owner.failed(error); });
}

Result<void> StoreWatcher::Worker::ensureOpen()
{
    if (m_workspace)
        return {};
    auto opened = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
    if (!opened)
        return fail(std::move(opened.error()));
    m_workspace = std::move(*opened);
    m_version = -1;
    emitLater([](StoreWatcher &owner) { Q_EMIT owner.opened(); });
    return {};
}

Result<void> StoreWatcher::Worker::look()
{
    const auto version = m_workspace->dataVersion();
    if (!version)
        return fail(version.error());
    const bool changed = *version != m_version;
    if (!changed && !m_run.empty())
        return {};
    auto done = lookAtRuns().and_then([&] { return lookAtEvents(); }).and_then([&] { return lookAtLease(); });
    if (done)
        m_version = *version; // read before the data: what came in between is seen next time
    return done;
}

Result<void> StoreWatcher::Worker::lookAtRuns()
{
    auto runs = m_workspace->runs();
    if (!runs)
        return fail(std::move(runs.error()));
    if (*runs != m_runs) {
        m_runs = *runs;
        emitLater([list = std::move(*runs)](StoreWatcher &owner) { Q_EMIT owner.runsChanged(list); });
    }
    const RunId run = m_wanted.empty() && !m_runs.empty() ? m_runs.back() : m_wanted;
    if (run == m_run)
        return {};
    m_run = run;
    m_after = 0;
    m_stuck = false;
    m_processor = m_factory ? m_factory(run) : nullptr;
    emitOfWatch([run](StoreWatcher &owner) { Q_EMIT owner.watching(run); });
    return {};
}

Result<void> StoreWatcher::Worker::lookAtLease()
{
    auto lease = m_workspace->lease();
    if (!lease)
        return fail(std::move(lease.error()));
    if (std::exchange(m_leaseKnown, true) && sameHolder(*lease, m_lease))
        return {};
    m_lease = *lease;
    emitLater([holder = *lease](StoreWatcher &owner) { Q_EMIT owner.leaseChanged(holder); });
    return {};
}

Result<void> StoreWatcher::Worker::lookAtEvents()
{
    std::any snapshot;
    auto shown = std::chrono::steady_clock::now();
    for (bool more = !m_run.empty() && !m_stuck; more && !stopping();) {
        const auto read = readBatch(snapshot);
        if (!read)
            return fail(read.error());
        more = *read;
        const auto now = std::chrono::steady_clock::now();
        if (snapshot.has_value() && (!more || now - shown >= m_poll)) {
            showSnapshot(std::exchange(snapshot, {}));
            shown = now;
        }
    }
    return {};
}

/// True: there may be more.
Result<bool> StoreWatcher::Worker::readBatch(std::any &snapshot)
{
    auto events = m_workspace->read(m_run, m_after, batchLimit);
    if (!events)
        return fail(std::move(events.error()));
    if (events->empty())
        return false;
    const bool more = static_cast<int>(events->size()) == batchLimit;
    m_after = events->back().sequence;
    if (!m_processor) {
        emitOfWatch([shared = std::make_shared<const std::vector<Event>>(std::move(*events))](StoreWatcher &owner) { Q_EMIT owner.eventsRead(shared); });
        return more;
    }
    auto processed = m_processor->process(*m_workspace, *events);
    if (!processed) { // not trouble of the store: it stays open
        m_stuck = true;
        emitOfWatch([error = std::move(processed.error())](StoreWatcher &owner) { Q_EMIT owner.failed(error); });
        return false;
    }
    if (processed->has_value())
        snapshot = std::move(*processed);
    return more;
}

void StoreWatcher::Worker::showSnapshot(std::any snapshot)
{
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_snapshot, {std::move(snapshot), m_watch}).value.has_value())
            return; // an emission is on its way and will carry this one
    }
    emitLater([](StoreWatcher &owner) {
        Snapshot newest;
        {
            const std::lock_guard lock(owner.m_worker->m_mutex);
            std::swap(newest, owner.m_worker->m_snapshot);
        }
        if (newest.value.has_value() && newest.watch == owner.m_watch)
            Q_EMIT owner.snapshotReady(newest.value);
    });
}

StoreWatcher::StoreWatcher(QObject *parent, int pollMs) : QObject(parent), m_pollMs(pollMs) {}

StoreWatcher::~StoreWatcher()
{
    stop();
}

void StoreWatcher::setProcessor(ProcessorFactory factory)
{
    m_factory = std::move(factory);
}

void StoreWatcher::start(const std::filesystem::path &folder)
{
    stop();
    ++m_generation;
    m_worker = std::make_unique<Worker>(*this, folder);
}

void StoreWatcher::stop()
{
    m_worker.reset();
}

bool StoreWatcher::active() const
{
    return m_worker != nullptr;
}

void StoreWatcher::watch(const RunId &run)
{
    const quint64 number = ++m_watch;
    if (m_worker)
        m_worker->ask([run, number](Worker &worker) { worker.watch(run, number); });
}

quint64 StoreWatcher::fetchArtifact(const Hash &hash)
{
    if (!m_worker)
        return 0;
    const quint64 number = ++m_requests;
    m_worker->ask([number, hash](Worker &worker) { worker.fetch(number, hash); });
    return number;
}

quint64 StoreWatcher::post(const Command &command)
{
    if (!m_worker)
        return 0;
    const quint64 number = ++m_requests;
    m_worker->ask([number, command](Worker &worker) { worker.post(number, command); });
    return number;
}

} // namespace sage
