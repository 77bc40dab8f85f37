// labels: threads
#include "core/store/watcher.h"
#include "tests/core/store/storetest.h"

#include <QSignalSpy>

#include <thread>

using namespace sage;
using namespace sage::test;

namespace {

constexpr int waitMs = 30000;

/// Sums the payloads, as a stand-in for a fold; refuses negative ones.
class Summing : public EventProcessor
{
public:
    explicit Summing(RunId run) : m_run(std::move(run)) {}
    Result<std::any> process(const Workspace &, const std::vector<Event> &events) override
    {
        for (const Event &one : events) {
            if (one.run != m_run || one.sequence != ++m_sequence)
                return fail("test.order", "An event came out of order.");
            if (one.payload.get<int>() < 0)
                return fail("test.negative", "A number is negative.");
            m_sum += one.payload.get<int>();
        }
        return std::any(m_run.value + " " + std::to_string(m_sum));
    }

private:
    RunId m_run;
    std::int64_t m_sequence = 0;
    int m_sum = 0;
};

} // namespace

class TestWatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followsEvents();
    void followsTheNewestRun();
    void watchesAnotherRun();
    void showsSnapshots();
    void snapshotsAreCoalesced();
    void processorErrorStopsThatRunOnly();
    void fetchesAndPosts();
    void requestsBeforeStopAreCarriedOut();
    void nothingAfterStop();
    void waitsForAWorkspace();
    void showsTheRunner();
    void diesWhileWriterRuns();

private:
    void append(const std::string &run, int count, int value = 1);
    /// Everything that the watcher emits, as text.
    void log(StoreWatcher &watcher);
    bool waitForLog(const std::string &end)
    {
        return QTest::qWaitFor([&] { return m_log.ends_with(end); }, waitMs);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::filesystem::path m_folder;
    SystemClock m_clock;
    std::unique_ptr<Workspace> m_workspace;
    std::map<std::string, int> m_appended;
    std::unique_ptr<StoreWatcher> m_watcher;
    std::string m_log;
    std::map<std::string, std::int64_t> m_seen; ///< last sequence by run
};

void TestWatcher::init()
{
    m_watcher.reset();
    m_workspace.reset();
    m_appended.clear();
    m_seen.clear();
    m_log.clear();
    m_dir = std::make_unique<QTemporaryDir>();
    m_folder = pathIn(*m_dir, "workspace");
    auto created = Workspace::create(m_folder, m_clock);
    VERIFY_OK(created);
    m_workspace = std::move(*created);
    m_watcher = std::make_unique<StoreWatcher>(nullptr, 5);
}

void TestWatcher::append(const std::string &run, int count, int value)
{
    std::vector<Event> events;
    for (int i = 0; i < count; ++i)
        events.push_back(fact(run, std::to_string(m_appended[run]++), value));
    VERIFY_OK(m_workspace->append(std::move(events)));
}

void TestWatcher::log(StoreWatcher &watcher)
{
    connect(&watcher, &StoreWatcher::watching, this, [this](const RunId &run) {
        m_seen[run.value] = 0;
        m_log += "watching " + run.value + "\n";
    });
    connect(&watcher, &StoreWatcher::eventsRead, this, [this](const StoreWatcher::Events &events) {
        for (const Event &one : *events) {
            if (one.sequence != ++m_seen[one.run.value])
                m_log += "out of order\n";
        }
        m_log += events->back().run.value + " " + std::to_string(events->back().sequence) + "\n";
    });
    connect(&watcher, &StoreWatcher::snapshotReady, this, [this](const std::any &snapshot) { m_log += std::any_cast<std::string>(snapshot) + "\n"; });
    connect(&watcher, &StoreWatcher::failed, this, [this](const Error &error) { m_log += error.code + "\n"; });
}

void TestWatcher::followsEvents()
{
    append("a", 3);
    log(*m_watcher);
    m_watcher->start(m_folder);
    QVERIFY(waitForLog("watching a\na 3\n"));
    append("a", 2);
    QVERIFY(waitForLog("a 5\n"));
    append("a", 6000); // more than one batch
    QVERIFY(waitForLog("a 6005\n"));
    QCOMPARE(m_log, std::string("watching a\na 3\na 5\na 5005\na 6005\n"));
}

void TestWatcher::followsTheNewestRun()
{
    append("a", 1);
    append("b", 2);
    log(*m_watcher);
    QSignalSpy runs(m_watcher.get(), &StoreWatcher::runsChanged);
    m_watcher->start(m_folder);
    QVERIFY(waitForLog("b 2\n"));
    QCOMPARE(runs.count(), 1);
    append("c", 1);
    QVERIFY(waitForLog("c 1\n"));
    QCOMPARE(runs.count(), 2);
    const auto last = runs.at(1).at(0).value<std::vector<RunId>>();
    QVERIFY((last == std::vector<RunId>{RunId("a"), RunId("b"), RunId("c")}));
    QCOMPARE(m_log, std::string("watching b\nb 2\nwatching c\nc 1\n"));
}

void TestWatcher::watchesAnotherRun()
{
    append("a", 4);
    append("b", 2);
    log(*m_watcher);
    m_watcher->start(m_folder);
    QVERIFY(waitForLog("b 2\n"));
    m_watcher->watch(RunId("a"));
    QVERIFY(waitForLog("watching a\na 4\n"));
    append("b", 1);
    append("a", 1);
    QVERIFY(waitForLog("a 5\n")); // and not b
    m_watcher->watch(RunId());
    QVERIFY(waitForLog("watching b\nb 3\n"));
    QCOMPARE(m_log, std::string("watching b\nb 2\nwatching a\na 4\na 5\nwatching b\nb 3\n"));
}

void TestWatcher::showsSnapshots()
{
    append("a", 3, 10);
    log(*m_watcher);
    m_watcher->setProcessor([](const RunId &run) { return std::make_unique<Summing>(run); });
    m_watcher->start(m_folder);
    QVERIFY(waitForLog("watching a\na 30\n"));
    append("a", 1, 5);
    QVERIFY(waitForLog("a 35\n"));
    m_watcher->watch(RunId("a")); // folds again from the start
    QVERIFY(waitForLog("watching a\na 35\n"));
    QCOMPARE(m_log, std::string("watching a\na 30\na 35\nwatching a\na 35\n"));
}

void TestWatcher::snapshotsAreCoalesced()
{
    std::vector<std::string> shown;
    m_watcher->setProcessor([](const RunId &run) { return std::make_unique<Summing>(run); });
    connect(m_watcher.get(), &StoreWatcher::snapshotReady, this, [&](const std::any &snapshot) { shown.push_back(std::any_cast<std::string>(snapshot)); });
    m_watcher->start(m_folder);
    for (int i = 0; i < 40; ++i)
        append("a", 1);
    const quint64 fence = m_watcher->fetchArtifact(Hash()); // answered after everything before it
    QSignalSpy answered(m_watcher.get(), &StoreWatcher::requestFailed);
    QVERIFY(answered.wait(waitMs));
    QCOMPARE(answered.at(0).at(0).toULongLong(), fence);
    QVERIFY(QTest::qWaitFor([&] { return !shown.empty() && shown.back() == "a 40"; }, waitMs));
    QVERIFY(shown.size() <= 3); // what gathered while this thread was busy, a look in progress, the rest
}

void TestWatcher::processorErrorStopsThatRunOnly()
{
    append("a", 1, 7);
    log(*m_watcher);
    m_watcher->setProcessor([](const RunId &run) { return std::make_unique<Summing>(run); });
    m_watcher->start(m_folder);
    QVERIFY(waitForLog("a 7\n"));
    append("a", 1, -1);
    QVERIFY(waitForLog("test.negative\n"));
    append("a", 1, 1);
    append("b", 1, 3);
    QVERIFY(waitForLog("watching b\nb 3\n"));
    QCOMPARE(m_log, std::string("watching a\na 7\ntest.negative\nwatching b\nb 3\n"));
}

void TestWatcher::fetchesAndPosts()
{
    const Hash hash = m_workspace->putArtifact("some text").value();
    QCOMPARE(m_watcher->fetchArtifact(hash), quint64{0}); // not started
    m_watcher->start(m_folder);
    QSignalSpy ready(m_watcher.get(), &StoreWatcher::artifactReady);
    QSignalSpy posted(m_watcher.get(), &StoreWatcher::posted);
    QSignalSpy refused(m_watcher.get(), &StoreWatcher::requestFailed);
    const quint64 first = m_watcher->fetchArtifact(hash);
    const quint64 second = m_watcher->fetchArtifact(sha256(std::string_view("nowhere")));
    const quint64 third = m_watcher->post({0, "pause", Json::object(), "ann", 0});
    QVERIFY(QTest::qWaitFor([&] { return ready.count() + posted.count() + refused.count() == 3; }, waitMs));
    QCOMPARE(ready.at(0).at(0).toULongLong(), first);
    QCOMPARE(*ready.at(0).at(1).value<std::shared_ptr<const std::string>>(), std::string("some text"));
    QCOMPARE(refused.at(0).at(0).toULongLong(), second);
    QCOMPARE(refused.at(0).at(1).value<Error>().code, std::string("store.artifact-missing"));
    QCOMPARE(posted.at(0).at(0).toULongLong(), third);
    QCOMPARE(m_workspace->openCommands()->at(0).verb, std::string("pause"));
}

void TestWatcher::requestsBeforeStopAreCarriedOut()
{
    m_watcher->start(m_folder);
    for (int i = 0; i < 10; ++i)
        m_watcher->post({0, "skip", i, "ann", 0});
    m_watcher->stop();
    const auto commands = m_workspace->openCommands().value();
    QCOMPARE(commands.size(), 10u);
    for (int i = 0; i < 10; ++i)
        QVERIFY(commands[static_cast<std::size_t>(i)].arguments == Json(i));
}

void TestWatcher::nothingAfterStop()
{
    append("a", 5);
    int emitted = 0;
    connect(m_watcher.get(), &StoreWatcher::eventsRead, this, [&] { ++emitted; });
    connect(m_watcher.get(), &StoreWatcher::opened, this, [&] { ++emitted; });
    connect(m_watcher.get(), &StoreWatcher::posted, this, [&] { ++emitted; });
    m_watcher->start(m_folder);
    m_watcher->post({0, "pause", {}, "ann", 0});
    m_watcher->stop(); // what is on its way by now must not arrive
    QVERIFY(!m_watcher->active());
    QCoreApplication::processEvents();
    QCOMPARE(emitted, 0);
    log(*m_watcher);
    m_watcher->start(m_folder); // and again from the first event
    QVERIFY(waitForLog("watching a\na 5\n"));
}

void TestWatcher::waitsForAWorkspace()
{
    const auto later = pathIn(*m_dir, "later");
    log(*m_watcher);
    m_watcher->start(later);
    QVERIFY(waitForLog("store.missing\n"));
    const auto made = Workspace::create(later, m_clock);
    VERIFY_OK(made);
    VERIFY_OK((*made)->append({fact("late", "k", 1)}));
    QVERIFY(waitForLog("watching late\nlate 1\n"));
    QCOMPARE(m_log, std::string("store.missing\nwatching late\nlate 1\n")); // complained once
}

void TestWatcher::showsTheRunner()
{
    std::string holders;
    connect(m_watcher.get(), &StoreWatcher::leaseChanged, this, [&](const std::optional<LeaseInfo> &holder) { holders += holder ? (holder->alive ? "alive " : "dead ") : "nobody "; });
    m_watcher->start(m_folder);
    QVERIFY(QTest::qWaitFor([&] { return holders == "alive "; }, waitMs));
    VERIFY_OK(m_workspace->heartbeat()); // no news
    m_workspace.reset();
    QVERIFY(QTest::qWaitFor([&] { return holders == "alive nobody "; }, waitMs));
}

void TestWatcher::diesWhileWriterRuns()
{
    m_workspace.reset();
    std::atomic<bool> over{false};
    std::atomic<int> written{0};
    std::jthread writer([&] {
        auto workspace = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
        for (int i = 0; workspace && !over; ++i) {
            if ((*workspace)->append({fact("a", std::to_string(i), i)}))
                ++written;
        }
    });
    for (int i = 0; i < 20; ++i) {
        StoreWatcher watcher(nullptr, 1);
        watcher.start(m_folder);
        QSignalSpy read(&watcher, &StoreWatcher::eventsRead);
        if (i % 2)
            QVERIFY(read.wait(waitMs));
    }
    over = true;
    writer.join();
    QVERIFY(written > 0);
}

QTEST_GUILESS_MAIN(TestWatcher)
#include "tst_watcher.moc"
