// labels: threads
#include "core/base/jobrunner.h"

#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <latch>
#include <semaphore>
#include <thread>

using namespace sage;

namespace {

/// A job that waits until the test lets it go on or it is stopped.
struct Gate {
    std::binary_semaphore entered{0};
    std::binary_semaphore open{0};
    std::atomic<bool> stopped{false};

    Result<int> pass(JobControl &control, int value)
    {
        const std::stop_callback release(control.stop(), [this] {
            stopped = true;
            open.release();
        });
        entered.release();
        open.acquire();
        return value;
    }
};

} // namespace

class TestJobRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void deliversInContextThread();
    void errorsAndExceptionsAreResults();
    void numbersAndNames();
    void newestOfATagWins();
    void newerStopsTheRunningOne();
    void supersededBeforeDelivery();
    void otherTagsAreIndependent();
    void cancelRunningAndQueued();
    void progressIsCoalesced();
    void lastProgressComesBeforeTheResult();
    void deadContextDropsResults();
    void contextDiesWhileWorkersPost();
    void stopAllDrains();
    void destructorDrains();
    void listenerHearsOfChanges();
    void startsFromManyThreads();

private:
    std::uint64_t start(JobSpec spec, std::function<Result<int>(JobControl &)> work)
    {
        return m_runner->start<int>(std::move(spec), m_context.get(), std::move(work),
                                    {[this](Result<int> result) { m_log += "done " + (result ? std::to_string(*result) : result.error().code) + "\n"; },
                                     [this](double fraction, const std::string &text) { m_log += "progress " + std::to_string(static_cast<int>(fraction * 100)) + " " + text + "\n"; },
                                     [this](JobEnd end) {
                                         m_log += end == JobEnd::Done ? "end\n" : "cancelled\n";
                                         ++m_ended;
                                     }});
    }
    bool waitForEnds(int count)
    {
        return QTest::qWaitFor([&] { return m_ended >= count; }, 30000);
    }

    std::string m_log; ///< written in the context's thread, which is the test's
    int m_ended = 0;
    std::unique_ptr<QObject> m_context;
    std::unique_ptr<JobRunner> m_runner;
};

void TestJobRunner::init()
{
    m_runner = std::make_unique<JobRunner>(2);
    m_context = std::make_unique<QObject>();
    m_log.clear();
    m_ended = 0;
}

void TestJobRunner::deliversInContextThread()
{
    const auto here = std::this_thread::get_id();
    std::thread::id worked;
    std::thread::id delivered;
    m_runner->start<std::string>({"copy", ""}, m_context.get(), [&](JobControl &) -> Result<std::string> {
        worked = std::this_thread::get_id();
        return "value";
    }, {[&](Result<std::string> result) {
        delivered = std::this_thread::get_id();
        m_log = *result;
    }, {}, [&](JobEnd) { ++m_ended; }});
    QCOMPARE(m_log, std::string()); // never from within start
    QVERIFY(waitForEnds(1));
    QCOMPARE(m_log, std::string("value"));
    QVERIFY(worked != here);
    QVERIFY(delivered == here);
}

void TestJobRunner::errorsAndExceptionsAreResults()
{
    start({"fails", ""}, [](JobControl &) -> Result<int> { return fail("test.error", "No."); });
    QVERIFY(waitForEnds(1));
    start({"throws", ""}, [](JobControl &) -> Result<int> { throw std::runtime_error("oops"); });
    QVERIFY(waitForEnds(2));
    QCOMPARE(m_log, std::string("done test.error\nend\ndone job.exception\nend\n"));
}

void TestJobRunner::numbersAndNames()
{
    Gate gate;
    QCOMPARE(start({"first", "a"}, [&](JobControl &control) { return gate.pass(control, 1); }), std::uint64_t{1});
    gate.entered.acquire();
    Gate other;
    QCOMPARE(start({"second", "b"}, [&](JobControl &control) { return other.pass(control, 2); }), std::uint64_t{2});
    other.entered.acquire();
    QCOMPARE(start({"third", "c"}, [](JobControl &) -> Result<int> { return 3; }), std::uint64_t{3});
    const auto jobs = m_runner->jobs();
    QCOMPARE(jobs.size(), 3u);
    QVERIFY((jobs[0] == JobInfo{1, "first", "a", true, 0, ""}));
    QVERIFY((jobs[1] == JobInfo{2, "second", "b", true, 0, ""}));
    QVERIFY((jobs[2] == JobInfo{3, "third", "c", false, 0, ""})); // two threads
    gate.open.release();
    other.open.release();
    QVERIFY(waitForEnds(3));
    QVERIFY(m_runner->jobs().empty());
}

void TestJobRunner::newestOfATagWins()
{
    m_runner = std::make_unique<JobRunner>(1);
    Gate blocker;
    std::string ran; // by the one thread
    const auto plot = [&](int number) {
        return start({"plot", "plot"}, [&ran, number](JobControl &) -> Result<int> {
            ran += std::to_string(number);
            return number;
        });
    };
    start({"blocker", ""}, [&](JobControl &control) { return blocker.pass(control, 0); });
    blocker.entered.acquire();
    plot(1);
    plot(2);
    plot(3);
    QCOMPARE(m_runner->jobs().size(), 2u); // older ones leave the queue at once
    blocker.open.release();
    QVERIFY(waitForEnds(4));
    QCOMPARE(ran, std::string("3"));
    QCOMPARE(m_log, std::string("cancelled\ncancelled\ndone 0\nend\ndone 3\nend\n"));
}

void TestJobRunner::newerStopsTheRunningOne()
{
    Gate gate;
    start({"first", "plot"}, [&](JobControl &control) { return gate.pass(control, 1); });
    gate.entered.acquire();
    start({"second", "plot"}, [](JobControl &) -> Result<int> { return 2; });
    QVERIFY(waitForEnds(2));
    QVERIFY(gate.stopped);
    QCOMPARE(QString::fromStdString(m_log).count(QLatin1String("cancelled\n")), 1); // it returned 1, too late
    QCOMPARE(QString::fromStdString(m_log).count(QLatin1String("done 2\nend\n")), 1);
}

void TestJobRunner::supersededBeforeDelivery()
{
    // The first has worked and its result is on its way when the second starts.
    start({"first", "plot"}, [](JobControl &) -> Result<int> { return 1; });
    while (!m_runner->jobs().empty())
        std::this_thread::yield();
    start({"second", "plot"}, [](JobControl &) -> Result<int> { return 2; });
    QVERIFY(waitForEnds(2));
    QCOMPARE(m_log, std::string("cancelled\ndone 2\nend\n"));
}

void TestJobRunner::otherTagsAreIndependent()
{
    Gate gate;
    start({"a", "a"}, [&](JobControl &control) { return gate.pass(control, 1); });
    gate.entered.acquire();
    start({"b", "b"}, [](JobControl &) -> Result<int> { return 2; });
    start({"c", ""}, [](JobControl &) -> Result<int> { return 3; });
    start({"d", ""}, [](JobControl &) -> Result<int> { return 4; });
    QVERIFY(waitForEnds(3));
    QCOMPARE(m_log, std::string("done 2\nend\ndone 3\nend\ndone 4\nend\n"));
    QVERIFY(!gate.stopped);
    gate.open.release();
    QVERIFY(waitForEnds(4));
    QVERIFY(QString::fromStdString(m_log).endsWith(QLatin1String("done 1\nend\n")));
}

void TestJobRunner::cancelRunningAndQueued()
{
    Gate one;
    Gate two;
    const auto first = start({"one", ""}, [&](JobControl &control) { return one.pass(control, 1); });
    const auto second = start({"two", ""}, [&](JobControl &control) { return two.pass(control, 2); });
    one.entered.acquire();
    two.entered.acquire();
    const auto third = start({"three", ""}, [](JobControl &) -> Result<int> { return 3; });
    m_runner->cancel(third);
    m_runner->cancel(12345);
    QCOMPARE(m_runner->jobs().size(), 2u);
    QVERIFY(waitForEnds(1));
    m_runner->cancel(first);
    QVERIFY(waitForEnds(2));
    QVERIFY(one.stopped);
    QVERIFY(!two.stopped);
    QCOMPARE(m_log, std::string("cancelled\ncancelled\n"));
    m_runner->cancel(second);
    QVERIFY(waitForEnds(3));
}

void TestJobRunner::progressIsCoalesced()
{
    std::binary_semaphore worked{0};
    start({"steps", ""}, [&](JobControl &control) -> Result<int> {
        for (int i = 1; i <= 1000; ++i)
            control.progress(i / 1000.0, "step " + std::to_string(i));
        worked.release();
        return 1;
    });
    worked.acquire(); // this thread handles no event meanwhile
    QVERIFY(waitForEnds(1));
    QCOMPARE(m_log, std::string("progress 100 step 1000\ndone 1\nend\n"));
}

void TestJobRunner::lastProgressComesBeforeTheResult()
{
    Gate gate;
    start({"steps", ""}, [&](JobControl &control) -> Result<int> {
        control.progress(0.25, "quarter");
        const auto value = gate.pass(control, 7);
        control.progress(2, "all"); // soon after the first: waits for the end
        return value;
    });
    gate.entered.acquire();
    QVERIFY(QTest::qWaitFor([&] { return !m_log.empty(); }, 30000));
    QCOMPARE(m_log, std::string("progress 25 quarter\n"));
    QCOMPARE(m_runner->jobs().at(0).text, std::string("quarter"));
    gate.open.release();
    QVERIFY(waitForEnds(1));
    QCOMPARE(m_log, std::string("progress 25 quarter\nprogress 100 all\ndone 7\nend\n"));
}

void TestJobRunner::deadContextDropsResults()
{
    Gate gate;
    start({"late", ""}, [&](JobControl &control) {
        control.progress(0.5, "half");
        return gate.pass(control, 1);
    });
    gate.entered.acquire();
    m_context.reset();
    gate.open.release();
    m_runner->stopAll();
    QCoreApplication::processEvents();
    QCOMPARE(m_log, std::string());
    QVERIFY(m_runner->jobs().empty());
}

void TestJobRunner::contextDiesWhileWorkersPost()
{
    std::atomic<int> worked{0};
    for (int i = 0; i < 200; ++i) {
        const auto context = std::make_unique<QObject>();
        for (int job = 0; job < 3; ++job) {
            m_runner->start<int>({"short", ""}, context.get(), [&](JobControl &control) -> Result<int> {
                control.progress(0.5, "x");
                return ++worked;
            }, {[this](const Result<int> &) { m_log += "x"; }});
        }
        if (i % 3 == 0)
            QCoreApplication::processEvents();
    }
    QVERIFY(QTest::qWaitFor([&] { return worked == 600; }, 30000));
    m_runner->stopAll();
    const auto delivered = m_log.size();
    QCoreApplication::processEvents(); // nothing is left for contexts that are gone
    QCOMPARE(m_log.size(), delivered);
}

void TestJobRunner::stopAllDrains()
{
    std::atomic<int> inside{0};
    std::latch both(2);
    for (int i = 0; i < 6; ++i) {
        start({"busy", ""}, [&](JobControl &control) -> Result<int> {
            ++inside;
            both.count_down();
            while (!control.stop().stop_requested())
                std::this_thread::yield();
            --inside;
            return 1;
        });
    }
    both.wait();
    m_runner->stopAll();
    QCOMPARE(inside.load(), 0);
    QVERIFY(m_runner->jobs().empty());
    QVERIFY(waitForEnds(6));
    QCOMPARE(m_log, std::string("cancelled\ncancelled\ncancelled\ncancelled\ncancelled\ncancelled\n"));
    start({"after", ""}, [](JobControl &) -> Result<int> { return 9; }); // and goes on
    QVERIFY(waitForEnds(7));
    QVERIFY(QString::fromStdString(m_log).endsWith(QLatin1String("done 9\nend\n")));
}

void TestJobRunner::destructorDrains()
{
    std::atomic<int> inside{0};
    std::binary_semaphore entered{0};
    start({"busy", ""}, [&](JobControl &control) -> Result<int> {
        ++inside;
        entered.release();
        while (!control.stop().stop_requested())
            std::this_thread::yield();
        --inside;
        return 1;
    });
    entered.acquire();
    m_runner.reset();
    QCOMPARE(inside.load(), 0);
    QVERIFY(waitForEnds(1)); // callbacks outlive the runner
    QCOMPARE(m_log, std::string("cancelled\n"));
}

void TestJobRunner::listenerHearsOfChanges()
{
    int heard = 0;
    Gate gate;
    m_runner->setListener(m_context.get(), [&] { ++heard; });
    start({"a", ""}, [&](JobControl &control) { return gate.pass(control, 1); });
    gate.entered.acquire();
    QVERIFY(QTest::qWaitFor([&] { return heard > 0 && m_runner->jobs().size() == 1 && m_runner->jobs()[0].running; }, 30000));
    const int before = heard;
    gate.open.release();
    QVERIFY(QTest::qWaitFor([&] { return heard > before && m_runner->jobs().empty(); }, 30000));
    m_runner->setListener(nullptr, {});
    const int last = heard;
    start({"b", ""}, [](JobControl &) -> Result<int> { return 2; });
    QVERIFY(waitForEnds(2));
    QCOMPARE(heard, last);
}

void TestJobRunner::startsFromManyThreads()
{
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([this, t] {
            for (int i = 0; i < 50; ++i)
                start({"n", t % 2 ? "shared" : ""}, [](JobControl &) -> Result<int> { return 1; });
        });
    }
    threads.clear();
    QVERIFY(waitForEnds(200));
    QCoreApplication::processEvents();
    QCOMPARE(m_ended, 200); // each ends once
}

QTEST_GUILESS_MAIN(TestJobRunner)
#include "tst_jobrunner.moc"
