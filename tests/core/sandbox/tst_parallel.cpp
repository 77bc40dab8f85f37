// labels: threads
#include "core/sandbox/proctree.h"
#include "core/sandbox/scratch.h"
#include "tests/core/sandbox/hostiletools.h"

#include <QTest>

#include <array>
#include <thread>
#include <unistd.h>

using namespace sage::sandbox;

/// run() from many threads at once: nobody's output, descriptors or end reach another.
class TestParallel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_yard.open(), QString()); }
    void runsDoNotMeet();
    void stopsFromAnotherThread();
    void scratchFolderComesAndGoes();

private:
    test::Yard m_yard;
};

void TestParallel::runsDoNotMeet()
{
    constexpr int threads = 6, rounds = 4;
    std::array<int, threads> right{};
    {
        std::vector<std::jthread> workers;
        for (int thread = 0; thread < threads; ++thread) {
            workers.emplace_back([&, thread] {
                for (int round = 0; round < rounds; ++round) {
                    const bool listing = round % 2 == 1;
                    Command command = m_yard.command({listing ? QStringLiteral("descriptors") : QStringLiteral("environment")}, Outer::Auto, {});
                    command.environment = {{"WHO", std::to_string(thread * 100 + round)}};
                    const auto exit = run(command);
                    const std::string expected = listing ? "0 1 2 " : "WHO=" + std::to_string(thread * 100 + round) + "\n";
                    right[static_cast<std::size_t>(thread)] += exit && exit->succeeded() && exit->out == expected;
                }
            });
        }
    }
    for (const int count : right)
        QCOMPARE(count, rounds);
    QVERIFY(descendantsOf(::getpid()).empty());
}

void TestParallel::stopsFromAnotherThread()
{
    std::stop_source stop;
    std::array<ExitHow, 3> hows{};
    {
        std::vector<std::jthread> workers;
        for (ExitHow &how : hows) {
            workers.emplace_back([&] {
                const auto exit = run(m_yard.command({QStringLiteral("sleep")}, Outer::Auto, {}), stop.get_token());
                how = exit ? exit->how : ExitHow::Exited;
            });
        }
        stop.request_stop();
    }
    for (const ExitHow how : hows)
        QCOMPARE(QByteArray(nameOf(how).data()), QByteArray("cancelled"));
    QCOMPARE(m_yard.living(), QStringList());
}

void TestParallel::scratchFolderComesAndGoes()
{
    QTemporaryDir parent;
    QString path;
    {
        auto scratch = ScratchFolder::make(parent.filePath(QStringLiteral("made")).toStdString(), "s-");
        QVERIFY2(scratch.has_value(), scratch ? "" : scratch.error().message.c_str());
        path = QString::fromStdString(scratch->path().string());
        QVERIFY(QDir(path).mkpath(QStringLiteral("deep/er")));
        const ScratchFolder moved = std::move(*scratch);
        QVERIFY(QDir(path).exists());
    }
    QVERIFY(!QFile::exists(path));
    QVERIFY(descendantsOf(::getpid()).empty());
    const auto refused = ScratchFolder::make("/proc/no/such", "s-");
    QCOMPARE(QByteArray::fromStdString(refused.error().code), QByteArray("sandbox.no-scratch"));
}

QTEST_GUILESS_MAIN(TestParallel)

#include "tst_parallel.moc"
