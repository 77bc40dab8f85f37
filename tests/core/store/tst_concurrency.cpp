// labels: threads
#include "tests/core/store/storetest.h"

#include <atomic>
#include <thread>

using namespace sage;
using namespace sage::test;

/// Connections of several threads on one workspace.
class TestConcurrency : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readersSeeWholeBatches();
    void everyCommandArrivesOnce();
    void readersComeAndGoWhileRunnersDo();

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    std::filesystem::path m_folder;
    SystemClock m_clock;
};

void TestConcurrency::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_folder = pathIn(*m_dir, "workspace");
    VERIFY_OK(Workspace::create(m_folder, m_clock));
}

void TestConcurrency::readersSeeWholeBatches()
{
    constexpr int batches = 60;
    constexpr int size = 5;
    std::atomic<bool> failed{false};
    const auto read = [&] {
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
        std::size_t seen = 0;
        while (reader && !failed && seen < std::size_t{batches * size}) {
            const auto events = (*reader)->read(RunId("a"), 0);
            bool whole = events && events->size() >= seen && events->size() % size == 0;
            for (std::size_t i = 0; whole && i < events->size(); ++i)
                whole = events->at(i).sequence == static_cast<std::int64_t>(i) + 1 && events->at(i).payload == Json(i / size);
            if (!whole)
                failed = true;
            else
                seen = events->size();
        }
        if (!reader)
            failed = true;
    };
    std::jthread first(read);
    std::jthread second(read);
    const auto writer = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    for (int batch = 0; writer && batch < batches && !failed; ++batch) {
        std::vector<Event> events;
        for (int i = 0; i < size; ++i)
            events.push_back(fact("a", std::to_string(batch * size + i), batch));
        if (!(*writer)->append(std::move(events)))
            failed = true;
    }
    if (!writer)
        failed = true;
    first.join();
    second.join();
    QVERIFY(!failed);
}

void TestConcurrency::everyCommandArrivesOnce()
{
    constexpr int each = 20;
    std::atomic<int> errors{0};
    const auto postSome = [&](const std::string &author) {
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
        for (int i = 0; i < each; ++i) {
            if (!reader || !(*reader)->post({0, "skip", i, author, 0}))
                ++errors;
        }
    };
    const auto runner = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(runner);
    std::jthread ann(postSome, "ann");
    std::jthread bob(postSome, "bob");
    std::map<std::string, int> next;
    std::int64_t lastId = 0;
    for (int taken = 0; taken < 2 * each && errors == 0;) {
        const auto commands = (*runner)->openCommands();
        VERIFY_OK(commands);
        for (const Command &command : *commands) {
            QVERIFY(command.id > lastId);
            lastId = command.id;
            QVERIFY(command.arguments == Json(next[command.author]++));
            VERIFY_OK((*runner)->markTaken(command.id));
            ++taken;
        }
    }
    ann.join();
    bob.join();
    QCOMPARE(errors.load(), 0);
    QVERIFY((*runner)->openCommands()->empty());
}

/// Runners that open and close make and remove the log below readers that do the same.
void TestConcurrency::readersComeAndGoWhileRunnersDo()
{
    constexpr int lives = 15;
    std::atomic<bool> over{false};
    std::string problem; // written by the reading thread, read after join
    std::string refused;
    std::jthread reading([&] {
        for (std::size_t seen = 0; !over && problem.empty();) {
            const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
            const auto events = reader ? (*reader)->read(RunId("a"), 0) : fail(reader.error());
            if (!events)
                problem = events.error().code + " " + events.error().detail;
            else if (events->size() < seen)
                problem = "went back";
            else
                seen = events->size();
        }
    });
    for (int life = 0; life < lives; ++life) {
        const auto runner = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
        const auto appended = runner ? (*runner)->append({fact("a", std::to_string(life), life)}) : fail(runner.error());
        if (!appended) {
            refused = appended.error().code + " " + appended.error().detail;
            break;
        }
    }
    over = true;
    reading.join();
    QCOMPARE(QString::fromStdString(refused), QString());
    QCOMPARE(QString::fromStdString(problem), QString());
    const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
    VERIFY_OK(reader);
    QCOMPARE((*reader)->read(RunId("a"), 0)->size(), std::size_t{lives});
}

QTEST_GUILESS_MAIN(TestConcurrency)
#include "tst_concurrency.moc"
