#include "core/base/jobrunner.h"

#include <QObject>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace sage {

namespace {

using Steady = std::chrono::steady_clock;
constexpr std::chrono::milliseconds progressInterval{100};

} // namespace

/// The way to a context object that may be destroyed at any time. Calls wait in a queue of its own, so that what they
/// carry passes between threads under this mutex and vanishes with the context.
class JobRunner::Mailbox : public std::enable_shared_from_this<Mailbox>
{
public:
    static std::shared_ptr<Mailbox> to(QObject *context)
    {
        auto box = std::make_shared<Mailbox>();
        box->m_context = context;
        // Runs in the context's thread while the base of the object still stands.
        box->m_connection = QObject::connect(context, &QObject::destroyed, [weak = std::weak_ptr<Mailbox>(box)] {
            if (const auto self = weak.lock())
                self->close();
        });
        return box;
    }

    ~Mailbox() { QObject::disconnect(m_connection); }

    /// False: the context is gone and the call was dropped.
    bool post(std::function<void()> call)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_context)
            return false;
        m_calls.push_back(std::move(call));
        // Under the mutex: close() cannot return, and the context cannot die, in between.
        QMetaObject::invokeMethod(m_context, [self = shared_from_this()] { self->deliverOne(); }, Qt::QueuedConnection);
        return true;
    }

private:
    void deliverOne()
    {
        std::function<void()> call;
        {
            const std::lock_guard lock(m_mutex);
            if (m_calls.empty())
                return;
            call = std::move(m_calls.front());
            m_calls.pop_front();
        }
        call();
    }

    void close()
    {
        std::deque<std::function<void()>> dropped; // destroyed outside the mutex: calls own things
        const std::lock_guard lock(m_mutex);
        m_context = nullptr;
        dropped.swap(m_calls);
    }

    std::mutex m_mutex;
    QObject *m_context = nullptr;
    QMetaObject::Connection m_connection;
    std::deque<std::function<void()>> m_calls;
};

/// A job from start to its last callback.
struct JobRunner::Active {
    std::uint64_t number = 0;
    Job job;
    std::shared_ptr<Mailbox> mailbox;
    std::stop_source stop;
    std::atomic<bool> cancelled{false};
    bool running = false; ///< under Shared::mutex
    bool over = false;    ///< worked or dropped; under Shared::mutex

    std::mutex mutex; ///< for what follows
    double fraction = 0;
    std::string text;
    bool unsent = false; ///< newer than what the callback saw
    bool onItsWay = false;
    Steady::time_point sent{};

    void cancel()
    {
        cancelled = true;
        stop.request_stop();
    }

    void deliverProgress()
    {
        double currentFraction = 0;
        std::string currentText;
        {
            const std::lock_guard lock(mutex);
            onItsWay = false;
            if (!std::exchange(unsent, false))
                return;
            currentFraction = fraction;
            currentText = text;
        }
        if (job.progress && !cancelled)
            job.progress(currentFraction, std::move(currentText));
    }
};

struct JobRunner::Shared {
    mutable std::mutex mutex;
    std::condition_variable wake; ///< a job was queued, or the end
    std::condition_variable idle; ///< a job ended
    std::deque<std::shared_ptr<Active>> queue;
    std::map<std::uint64_t, std::shared_ptr<Active>> active; ///< until the last callback
    std::uint64_t last = 0;
    int waiting = 0; ///< threads without work
    int limit = 2;
    bool closing = false;
    std::vector<std::thread> threads;
    std::shared_ptr<Mailbox> listenerBox;
    std::function<void()> listener;
    bool listenerCalled = false; ///< a call is on its way

    static void notify(const std::shared_ptr<Shared> &self)
    {
        const std::lock_guard lock(self->mutex);
        if (!self->listenerBox || std::exchange(self->listenerCalled, true))
            return;
        self->listenerBox->post([weak = std::weak_ptr<Shared>(self)] {
            const auto shared = weak.lock();
            if (!shared)
                return;
            std::function<void()> call;
            {
                const std::lock_guard inner(shared->mutex);
                shared->listenerCalled = false;
                call = shared->listener;
            }
            if (call)
                call();
        });
    }

    /// Posts the last callbacks; the job leaves the books when they ran or were dropped.
    static void finish(const std::shared_ptr<Shared> &self, const std::shared_ptr<Active> &active, std::function<void()> delivery)
    {
        const std::shared_ptr<void> books(nullptr, [weak = std::weak_ptr<Shared>(self), number = active->number](void *) {
            if (const auto shared = weak.lock()) {
                std::shared_ptr<Active> released; // its destructor must not run under the mutex
                const std::lock_guard lock(shared->mutex);
                if (const auto found = shared->active.find(number); found != shared->active.end()) {
                    released = std::move(found->second);
                    shared->active.erase(found);
                }
            }
        });
        active->mailbox->post([active, delivery = std::move(delivery), books] {
            const bool deliver = delivery && !active->cancelled;
            if (deliver) {
                active->deliverProgress();
                delivery();
            }
            if (active->job.ended)
                active->job.ended(deliver ? JobEnd::Done : JobEnd::Cancelled);
        });
        notify(self);
    }

    /// Cancels all jobs that `which` names and ends the queued ones among them.
    static void cancelIf(const std::shared_ptr<Shared> &self, const std::function<bool(const Active &)> &which)
    {
        std::vector<std::shared_ptr<Active>> chosen;
        std::vector<std::shared_ptr<Active>> dropped;
        {
            const std::lock_guard lock(self->mutex);
            for (const auto &[number, active] : self->active) {
                if (which(*active))
                    chosen.push_back(active);
            }
            std::erase_if(self->queue, [&](const std::shared_ptr<Active> &queued) {
                if (!which(*queued))
                    return false;
                queued->over = true;
                dropped.push_back(queued);
                return true;
            });
        }
        for (const auto &active : chosen) // outside: stop callbacks are foreign code
            active->cancel();
        for (const auto &active : dropped)
            finish(self, active, {});
    }
};

namespace {

template<typename Active>
class Control : public JobControl
{
public:
    Control(Active &active, std::function<void()> send) : m_active(active), m_send(std::move(send)) {}

    std::stop_token stop() const override { return m_active.stop.get_token(); }

    void progress(double fraction, std::string text) override
    {
        {
            const std::lock_guard lock(m_active.mutex);
            m_active.fraction = std::clamp(fraction, 0.0, 1.0);
            m_active.text = std::move(text);
            m_active.unsent = true;
            const auto now = Steady::now();
            if (m_active.onItsWay || now - m_active.sent < progressInterval)
                return;
            m_active.onItsWay = true;
            m_active.sent = now;
        }
        m_send();
    }

private:
    Active &m_active;
    std::function<void()> m_send;
};

} // namespace

JobRunner::JobRunner(int threads) : m_shared(std::make_shared<Shared>())
{
    const int processors = static_cast<int>(std::thread::hardware_concurrency());
    m_shared->limit = threads > 0 ? threads : std::max(2, processors);
}

JobRunner::~JobRunner()
{
    stopAll();
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->closing = true;
        threads.swap(m_shared->threads);
    }
    m_shared->wake.notify_all();
    for (std::thread &thread : threads)
        thread.join();
}

std::uint64_t JobRunner::enqueue(Job job, QObject *context)
{
    const std::string tag = job.spec.tag;
    auto active = std::make_shared<Active>();
    active->job = std::move(job);
    active->mailbox = Mailbox::to(context);
    {
        const std::lock_guard lock(m_shared->mutex);
        active->number = ++m_shared->last;
        m_shared->active.emplace(active->number, active);
        m_shared->queue.push_back(active);
        const bool allBusy = static_cast<std::size_t>(m_shared->waiting) < m_shared->queue.size();
        if (allBusy && static_cast<int>(m_shared->threads.size()) < m_shared->limit)
            m_shared->threads.emplace_back([shared = m_shared] { workerLoop(shared); });
    }
    const std::uint64_t number = active->number;
    if (!tag.empty()) // after it was entered, so that of two starts at once one sees the other
        Shared::cancelIf(m_shared, [&](const Active &other) { return other.number < number && other.job.spec.tag == tag; });
    m_shared->wake.notify_one();
    Shared::notify(m_shared);
    return number;
}

void JobRunner::workerLoop(const std::shared_ptr<Shared> &shared)
{
    for (;;) {
        std::shared_ptr<Active> active;
        {
            std::unique_lock lock(shared->mutex);
            ++shared->waiting;
            shared->wake.wait(lock, [&] { return shared->closing || !shared->queue.empty(); });
            --shared->waiting;
            if (shared->queue.empty())
                return;
            active = std::move(shared->queue.front());
            shared->queue.pop_front();
            active->running = true;
        }
        Shared::notify(shared);
        execute(shared, active);
    }
}

void JobRunner::execute(const std::shared_ptr<Shared> &shared, const std::shared_ptr<Active> &active)
{
    Control<Active> control(*active, [&] {
        active->mailbox->post([active] { active->deliverProgress(); });
        Shared::notify(shared);
    });
    std::function<void()> delivery = active->job.work(control);
    active->job.work = {}; // what the work captured goes before the result arrives
    {
        const std::lock_guard lock(shared->mutex);
        active->running = false;
        active->over = true;
    }
    Shared::finish(shared, active, std::move(delivery));
    shared->idle.notify_all();
}

void JobRunner::cancel(std::uint64_t number)
{
    Shared::cancelIf(m_shared, [number](const Active &active) { return active.number == number; });
}

void JobRunner::cancelTag(const std::string &tag)
{
    Shared::cancelIf(m_shared, [&tag](const Active &active) { return active.job.spec.tag == tag; });
}

void JobRunner::stopAll()
{
    std::uint64_t newest = 0;
    {
        const std::lock_guard lock(m_shared->mutex);
        newest = m_shared->last;
    }
    Shared::cancelIf(m_shared, [newest](const Active &active) { return active.number <= newest; });
    std::unique_lock lock(m_shared->mutex);
    m_shared->idle.wait(lock, [&] {
        return std::none_of(m_shared->active.begin(), m_shared->active.end(),
                            [newest](const auto &entry) { return entry.first <= newest && entry.second->running; });
    });
}

std::vector<JobInfo> JobRunner::jobs() const
{
    std::vector<JobInfo> infos;
    const std::lock_guard lock(m_shared->mutex);
    for (const auto &[number, active] : m_shared->active) {
        if (active->over)
            continue;
        JobInfo info{number, active->job.spec.name, active->job.spec.tag, active->running, 0, {}};
        const std::lock_guard inner(active->mutex);
        info.fraction = active->fraction;
        info.text = active->text;
        infos.push_back(std::move(info));
    }
    return infos;
}

void JobRunner::setListener(QObject *context, std::function<void()> changed)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->listenerBox = context ? Mailbox::to(context) : nullptr;
    m_shared->listener = context ? std::move(changed) : nullptr;
    m_shared->listenerCalled = false;
}

} // namespace sage
