#pragma once

#include "core/plain/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

class QObject;

namespace sage {

/// What a job is called, and what it replaces.
struct JobSpec {
    std::string name; ///< for the list of jobs
    std::string tag;  ///< newest wins: an older job of this tag is dropped or stopped. Empty: independent
};

enum class JobEnd : std::uint8_t {
    Done,      ///< the result was delivered, value or error
    Cancelled, ///< by cancel, a newer job of its tag, or stopAll: no result was delivered
};

struct JobInfo {
    std::uint64_t number = 0; ///< from 1, in the order of start
    std::string name;
    std::string tag;
    bool running = false; ///< else queued
    double fraction = 0;  ///< 0 to 1
    std::string text;     ///< what it does at the moment

    bool operator==(const JobInfo &) const = default;
};

/// What a running job sees: engine functions take stop() and report through progress().
///
/// Thread rule: progress may be called from any thread while the job runs.
class JobControl
{
public:
    virtual ~JobControl() = default;
    [[nodiscard]] virtual std::stop_token stop() const = 0;
    virtual void progress(double fraction, std::string text) = 0;
};

/// The one place where the engine's synchronous functions meet threads.
///
/// Thread rule: any thread may call any verb; callbacks run in the thread of the context object, by queued calls.
/// Invariants: 1. a callback is never called after its context is gone; 2. of a tag only the newest job delivers;
/// 3. `ended` comes exactly once and last, if the context lives; 4. progress is coalesced: at most one call is on
/// its way per job, and the next is not sent before 100 ms have passed; 5. the runner may be destroyed from a callback's
/// thread at any time: jobs hold a shared block, not the runner.
/// Cost: threads are started on demand and kept.
class JobRunner
{
public:
    /// 0 threads: as many as there are processors, at least two.
    explicit JobRunner(int threads = 0);
    /// stopAll.
    ~JobRunner();
    JobRunner(const JobRunner &) = delete;
    JobRunner &operator=(const JobRunner &) = delete;

    template<typename T>
    struct Callbacks {
        std::function<void(Result<T>)> done;                           ///< may be empty
        std::function<void(double fraction, std::string text)> progress = {}; ///< may be empty
        std::function<void(JobEnd)> ended = {};                        ///< may be empty
    };

    /// Queues `work`; returns the job's number. `context` must live when this is called and belongs to the thread where the
    /// callbacks shall run, which needs an event loop. An exception that leaves `work` becomes the error job.exception.
    template<typename T>
    std::uint64_t start(JobSpec spec, QObject *context, std::function<Result<T>(JobControl &)> work, Callbacks<T> callbacks)
    {
        Job job;
        job.spec = std::move(spec);
        job.progress = std::move(callbacks.progress);
        job.ended = std::move(callbacks.ended);
        job.work = [work = std::move(work), done = std::move(callbacks.done)](JobControl &control) -> std::function<void()> {
            auto result = std::make_shared<Result<T>>(guarded<T>(work, control));
            return [result, done] {
                if (done)
                    done(std::move(*result));
            };
        };
        return enqueue(std::move(job), context);
    }

    /// Drops a queued job, asks a running one to stop. Unknown numbers are ignored.
    void cancel(std::uint64_t number);
    void cancelTag(const std::string &tag);
    /// Drops what is queued, asks what runs to stop and waits until it did. New jobs may be started afterwards.
    void stopAll();

    /// What is queued or runs, by number.
    [[nodiscard]] std::vector<JobInfo> jobs() const;
    /// `changed` is called, coalesced, when jobs() may tell something new. One listener; null takes it away.
    void setListener(QObject *context, std::function<void()> changed);

private:
    struct Job {
        JobSpec spec;
        std::function<std::function<void()>(JobControl &)> work; ///< returns the delivery
        std::function<void(double, std::string)> progress;
        std::function<void(JobEnd)> ended;
    };
    class Mailbox;
    struct Active;
    struct Shared;

    template<typename T>
    static Result<T> guarded(const std::function<Result<T>(JobControl &)> &work, JobControl &control)
    {
        try {
            return work(control);
        } catch (const std::exception &problem) {
            return fail("job.exception", "The job ended unexpectedly.", problem.what());
        }
    }

    std::uint64_t enqueue(Job job, QObject *context);
    static void workerLoop(const std::shared_ptr<Shared> &shared);
    static void execute(const std::shared_ptr<Shared> &shared, const std::shared_ptr<Active> &active);

    std::shared_ptr<Shared> m_shared;
};

} // namespace sage
