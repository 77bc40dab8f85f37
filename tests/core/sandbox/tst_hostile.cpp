#include "core/sandbox/layers.h"
#include "core/sandbox/proctree.h"
#include "core/sandbox/scratch.h"
#include "tests/core/sandbox/hostiletools.h"

#include <QElapsedTimer>
#include <QTest>

#include <csignal>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

Q_DECLARE_METATYPE(sage::sandbox::Outer)

using namespace sage::sandbox;
using sage::sandbox::test::Yard;

namespace {

constexpr char secretName[] = "SAGE_TEST_SECRET";

[[nodiscard]] QByteArray nameOfOuter(Outer outer)
{
    return outer == Outer::Bubblewrap ? "bubblewrap" : "first layer";
}

/// Both layers where this machine has both.
[[nodiscard]] std::vector<Outer> outers()
{
    return probe().bubblewrap.holds ? std::vector{Outer::None, Outer::Bubblewrap} : std::vector{Outer::None};
}

} // namespace

/// Every act of hostile.c is stopped and reported, and nothing of it is left: with bubblewrap and without.
class TestHostile : public QObject
{
    Q_OBJECT

public:
    explicit TestHostile(QString self) : m_self(std::move(self)) {}

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void actsSucceedUnconfined();
    void refusedActs_data();
    void refusedActs();
    void endedActs_data();
    void endedActs();
    void waitingIsToldFromStarving();
    void environmentIsWhatWasGiven_data() { outerRows(); }
    void environmentIsWhatWasGiven();
    void descriptorsAreWhatWasGiven_data() { outerRows(); }
    void descriptorsAreWhatWasGiven();
    void otherProcessesCannotBeSignalled_data() { outerRows(); }
    void otherProcessesCannotBeSignalled();
    void compilerWorksAndReadsNothingElse_data() { outerRows(); }
    void compilerWorksAndReadsNothingElse();
    void cancelEndsTheTree_data() { outerRows(); }
    void cancelEndsTheTree();
    void killedEngineLeavesNothing_data() { outerRows(); }
    void killedEngineLeavesNothing();
    void errorsSayWhatIsMissing();

private:
    void outerRows();
    [[nodiscard]] Exit perform(const Command &command);

    Yard m_yard;
    QString m_self;
};

void TestHostile::initTestCase()
{
    QCOMPARE(m_yard.open(), QString());
    qputenv(secretName, "do not tell");
    const Layers &layers = probe();
    qInfo("seccomp %d, Landlock ABI %d, bubblewrap %d %s", layers.seccomp.holds, layers.landlockAbi, layers.bubblewrap.holds, layers.bubblewrap.reason.c_str());
    QVERIFY2(layers.keepsNetworkAway() && layers.keepsHomeAway(), "this machine has no walls at all");
}

void TestHostile::cleanup()
{
    // run() returns after the last process was reaped: no waiting here.
    QCOMPARE(m_yard.living(), QStringList());
    QVERIFY(descendantsOf(::getpid()).empty());
}

void TestHostile::outerRows()
{
    QTest::addColumn<Outer>("outer");
    for (const Outer outer : outers())
        QTest::newRow(nameOfOuter(outer).constData()) << outer;
}

Exit TestHostile::perform(const Command &command)
{
    auto exit = run(command);
    if (!exit) {
        QTest::qFail((exit.error().code + ": " + exit.error().message + " " + exit.error().detail).c_str(), __FILE__, __LINE__);
        return {};
    }
    return *exit;
}

/// Without this, a misspelt act would look like a working sandbox.
void TestHostile::actsSucceedUnconfined()
{
    const QList<QStringList> acts{{QStringLiteral("inet")}, {QStringLiteral("udp")}, {QStringLiteral("unix")}, {QStringLiteral("netlink")},
                                  {QStringLiteral("fork")}, {QStringLiteral("memfd")}, {QStringLiteral("exec")},
                                  {QStringLiteral("read"), QDir::homePath()}, {QStringLiteral("read"), QStringLiteral("/etc/passwd")},
                                  {QStringLiteral("write"), m_yard.path() + QStringLiteral("/free")}};
    for (const QStringList &act : acts)
        QCOMPARE(QProcess::execute(m_yard.hostile(), act), 0);
}

void TestHostile::refusedActs_data()
{
    QTest::addColumn<QStringList>("act");
    QTest::addColumn<bool>("compiling");
    QTest::addColumn<Outer>("outer");
    const QString written = m_yard.path() + QStringLiteral("/written");
    const QList<QStringList> everybody{
        {QStringLiteral("inet")}, {QStringLiteral("udp")}, {QStringLiteral("unix")}, {QStringLiteral("netlink")}, {QStringLiteral("ptrace")},
        {QStringLiteral("io_uring")}, {QStringLiteral("userns")}, {QStringLiteral("memfd")}, {QStringLiteral("read"), QDir::homePath()},
        {QStringLiteral("read"), QStringLiteral("/root")}, {QStringLiteral("read"), QStringLiteral("/etc/shadow")},
        {QStringLiteral("read"), QStringLiteral("/etc/passwd")}, {QStringLiteral("read"), QStringLiteral("/proc/self/environ")},
        {QStringLiteral("write"), written}, {QStringLiteral("write"), QStringLiteral("/sage-written")},
        {QStringLiteral("write"), QStringLiteral("/tmp/sage-written")}, {QStringLiteral("write"), QStringLiteral("/dev/shm/sage-written")}};
    const QList<QStringList> kernels{{QStringLiteral("fork")}, {QStringLiteral("vfork")}, {QStringLiteral("exec")}, {QStringLiteral("memory")}};
    for (const Outer outer : outers()) {
        for (const bool compiling : {false, true}) {
            for (const QStringList &act : compiling ? everybody : everybody + kernels)
                QTest::newRow(QByteArray(nameOfOuter(outer) + (compiling ? ", compiler: " : ", kernel: ") + act.join(QLatin1Char(' ')).toUtf8()).constData())
                    << act << compiling << outer;
        }
    }
}

void TestHostile::refusedActs()
{
    QFETCH(const QStringList, act);
    QFETCH(const bool, compiling);
    QFETCH(const Outer, outer);
    QTemporaryDir work;
    Command command = m_yard.command(act, outer, compiling ? work.path() : QString());
    command.policy.limits.addressSpaceBytes = 256u << 20;
    const Exit exit = perform(command);
    QCOMPARE(QByteArray(nameOf(exit.how).data()), QByteArray("exited"));
    QCOMPARE(exit.code, 10);
    QVERIFY2(exit.out == "EPERM\n" || exit.out == "EACCES\n" || exit.out == "ENOENT\n" || exit.out == "EROFS\n" || exit.out == "ENOMEM\n", exit.out.c_str());
    if (act.first() == QStringLiteral("write"))
        QVERIFY(!QFile::exists(act.last()));
    QCOMPARE(exit.bubblewrap, outer == Outer::Bubblewrap);
    QVERIFY(exit.layers.rlimits && exit.layers.noNewPrivs && exit.layers.noCapabilities);
    QCOMPARE(exit.layers.seccomp, probe().seccomp.holds);
}

void TestHostile::endedActs_data()
{
    QTest::addColumn<QString>("act");
    QTest::addColumn<bool>("compiling");
    QTest::addColumn<Outer>("outer");
    QTest::addColumn<QByteArray>("how");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("leastKilled");
    struct Row { const char *act; bool compiling; const char *how; int signal; int leastKilled; };
    const Row rows[] = {
        {"loop", false, "cpu-limit", SIGXCPU, 0},
        {"crash", false, "signalled", SIGABRT, 0},
        // On a busy machine the limit may come before the act: what is killed then is counted in cancelEndsTheTree.
        {"sleep", false, "wall-timeout", 0, 0},
        {"ignore", true, "wall-timeout", 0, 0},
        {"daemon-and-wait", true, "wall-timeout", 0, 0},
        {"daemon", true, "exited", 0, 1},
        {"stopped-daemon", true, "exited", 0, 1},
        {"bomb", true, "process-limit", 0, 2},
        {"memory-tree", true, "memory-limit", 0, 2},
        {"fill-file", true, "signalled", SIGXFSZ, 0},
        {"fill-folder", true, "disk-limit", 0, 1},
        {"flood-out", false, "output-flood", 0, 1},
        {"flood-err", true, "output-flood", 0, 1},
    };
    for (const Outer outer : outers()) {
        for (const Row &row : rows)
            QTest::newRow(QByteArray(nameOfOuter(outer) + ": " + row.act).constData())
                << QString::fromLatin1(row.act) << row.compiling << outer << QByteArray(row.how) << row.signal << row.leastKilled;
    }
}

void TestHostile::endedActs()
{
    QFETCH(const QString, act);
    QFETCH(const bool, compiling);
    QFETCH(const Outer, outer);
    QFETCH(const QByteArray, how);
    QFETCH(const int, signal);
    QFETCH(const int, leastKilled);
    QTemporaryDir work;
    QStringList arguments(act);
    if (act.startsWith(QStringLiteral("fill")))
        arguments << work.path();
    Command command = m_yard.command(arguments, outer, compiling ? work.path() : QString());
    Limits &limits = command.policy.limits;
    limits.cpuSeconds = act == QStringLiteral("loop") ? 1 : 30;
    limits.fileSizeBytes = 8u << 20;
    limits.diskBytes = 32u << 20;
    limits.treeMemoryBytes = 200u << 20;
    limits.processes = 32;
    command.outputLimit = 100'000;
    if (how == "wall-timeout")
        command.wallLimit = std::chrono::milliseconds(400);
    const Exit exit = perform(command);
    qInfo("%s after %.3f s, cpu %.3f s, %d killed in %.1f ms", nameOf(exit.how).data(), exit.wallSeconds, exit.userSeconds + exit.systemSeconds,
          exit.killedDescendants, exit.killSeconds * 1e3);
    QCOMPARE(QByteArray(nameOf(exit.how).data()), how);
    QCOMPARE(exit.signal, signal);
    QVERIFY2(exit.killedDescendants >= leastKilled, qPrintable(QString::number(exit.killedDescendants)));
    QCOMPARE(exit.infrastructureFailure(), how == "wall-timeout" && !exit.asleep);
    QCOMPARE(exit.outTruncated, act == QStringLiteral("flood-out"));
    QCOMPARE(exit.errTruncated, act == QStringLiteral("flood-err"));
    if (exit.outTruncated)
        QCOMPARE(exit.out.size(), command.outputLimit);
    const bool looping = act == QStringLiteral("loop");
    if (looping)
        QVERIFY(exit.userSeconds + exit.systemSeconds > 0.9);
}

void TestHostile::waitingIsToldFromStarving()
{
    Command loops = m_yard.command({QStringLiteral("loop")}, Outer::None, {});
    loops.policy.limits.cpuSeconds = 30;
    loops.wallLimit = std::chrono::milliseconds(400);
    const Exit busy = perform(loops);
    QCOMPARE(nameOf(busy.how), nameOf(ExitHow::WallTimeout));
    QVERIFY(!busy.asleep);
    QVERIFY(busy.infrastructureFailure());
    QTemporaryDir work; // a compiler may sleep; a kernel is refused the calls for it and spends its processor time instead
    Command sleeps = m_yard.command({QStringLiteral("ignore")}, Outer::None, work.path());
    sleeps.wallLimit = std::chrono::seconds(3); // time to get to its sleep on a busy machine
    const Exit waiting = perform(sleeps);
    QCOMPARE(nameOf(waiting.how), nameOf(ExitHow::WallTimeout));
    QVERIFY(waiting.asleep);
    QVERIFY(!waiting.infrastructureFailure());
}

void TestHostile::environmentIsWhatWasGiven()
{
    QFETCH(const Outer, outer);
    Command command = m_yard.command({QStringLiteral("environment")}, outer, {});
    command.environment["LC_ALL"] = "C";
    command.environment["NAME"] = "value with = and spaces";
    const Exit exit = perform(command);
    QCOMPARE(QByteArray::fromStdString(exit.out), QByteArray("LC_ALL=C\nNAME=value with = and spaces\n"));
}

void TestHostile::descriptorsAreWhatWasGiven()
{
    QFETCH(const Outer, outer);
    const Fd leaky(::memfd_create("leaky", 0)); // a library's careless descriptor, open across exec
    const Fd meant(::memfd_create("meant", MFD_CLOEXEC));
    Command command = m_yard.command({QStringLiteral("descriptors")}, outer, {});
    command.inheritedFds.push_back(meant.get());
    const Exit exit = perform(command);
    QCOMPARE(QByteArray::fromStdString(exit.out), QByteArray("0 1 2 10 "));
}

void TestHostile::otherProcessesCannotBeSignalled()
{
    QFETCH(const Outer, outer);
    QProcess victim;
    victim.start(QStringLiteral("sleep"), {QStringLiteral("1000")});
    QVERIFY(victim.waitForStarted());
    QTemporaryDir work;
    const QStringList act{QStringLiteral("kill"), QString::number(victim.processId())};
    QCOMPARE(perform(m_yard.command(act, outer, {})).code, 10);
    QCOMPARE(perform(m_yard.command(act, outer, work.path())).code, 10);
    QCOMPARE(victim.state(), QProcess::Running);
    victim.kill();
    victim.waitForFinished();
}

void TestHostile::compilerWorksAndReadsNothingElse()
{
    QFETCH(const Outer, outer);
    QTemporaryDir work, secret;
    const auto compile = [&](const QByteArray &text) {
        QFile source(work.filePath(QStringLiteral("kernel.cpp")));
        (void)(source.open(QIODevice::WriteOnly) && source.write(text));
        source.close();
        Command command;
        command.argv = {"g++", "-shared", "-fPIC", "-o", "kernel.so", "kernel.cpp"};
        command.environment = {{"LC_ALL", "C"}, {"PATH", "/usr/bin:/bin"}};
        command.workingFolder = work.path().toStdString();
        command.policy = compilerPolicy(work.path().toStdString(), {});
        command.outer = outer;
        return perform(command);
    };
    QFile hidden(secret.filePath(QStringLiteral("hidden.h")));
    QVERIFY(hidden.open(QIODevice::WriteOnly));
    hidden.write("password");
    hidden.close();
    const Exit good = compile("#include <vector>\nstd::vector<int> f() { return {1}; }\n");
    QVERIFY2(good.succeeded(), good.err.c_str());
    QVERIFY(QFile::exists(work.filePath(QStringLiteral("kernel.so"))));
    const Exit bad = compile("#include \"" + hidden.fileName().toUtf8() + "\"\n");
    QCOMPARE(bad.code, 1);
    QVERIFY(bad.err.find("password") == std::string::npos);
    QCOMPARE(QDir(work.path()).entryList(QDir::Files | QDir::Hidden), (QStringList{QStringLiteral("kernel.cpp"), QStringLiteral("kernel.so")}));
}

void TestHostile::cancelEndsTheTree()
{
    QFETCH(const Outer, outer);
    if (!Yard::canLook())
        QSKIP("/proc is not mounted");
    QTemporaryDir work;
    const QString acting = work.filePath(QStringLiteral("acting"));
    const Command command = m_yard.command({QStringLiteral("daemon-and-wait"), acting}, outer, work.path());
    std::stop_source stop;
    sage::Result<Exit> exit;
    std::thread runner([&] { exit = run(command, stop.get_token()); });
    const bool started = QTest::qWaitFor([&] { return QFile::exists(acting); }, 20'000);
    stop.request_stop();
    runner.join();
    QVERIFY(started);
    QVERIFY(exit.has_value());
    QCOMPARE(QByteArray(nameOf(exit->how).data()), QByteArray("cancelled"));
    QVERIFY2(exit->killedDescendants >= 2, qPrintable(QString::number(exit->killedDescendants)));
    QVERIFY(QFile::exists(work.path())); // the caller's, while the caller lives

    exit = run(command, stop.get_token()); // stopped before it began
    QCOMPARE(QByteArray(nameOf(exit->how).data()), QByteArray("cancelled"));
}

void TestHostile::killedEngineLeavesNothing()
{
    QFETCH(const Outer, outer);
    if (!Yard::canLook())
        QSKIP("/proc is not mounted");
    QTemporaryDir parent;
    const QString orphan = parent.filePath(QStringLiteral("orphan"));
    QVERIFY(QDir().mkpath(orphan));
    QProcess engine;
    engine.start(m_self, {QStringLiteral("--engine"), m_yard.path(), parent.path(), QString::number(static_cast<int>(outer))});
    const auto acting = [&] { return m_yard.living().filter(QStringLiteral("hostile daemon-and-wait")).size() >= 2; };
    QVERIFY2(QTest::qWaitFor(acting, 20'000), engine.readAllStandardError().constData());
    QCOMPARE(QDir(parent.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 2);
    ::kill(static_cast<pid_t>(engine.processId()), SIGKILL);
    engine.waitForFinished();
    QElapsedTimer timer;
    timer.start();
    QTRY_COMPARE_WITH_TIMEOUT(m_yard.living(), QStringList(), 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(QDir(parent.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList(), 20'000);
    qInfo("all gone %lld ms after the engine", timer.elapsed());
}

void TestHostile::errorsSayWhatIsMissing()
{
    Command command = m_yard.command({QStringLiteral("sleep")}, Outer::None, {});
    command.argv = {"no-such-program"};
    QCOMPARE(QByteArray::fromStdString(run(command).error().code), QByteArray("sandbox.not-started"));
    command = m_yard.command({QStringLiteral("sleep")}, Outer::None, {});
    command.workingFolder = "/no/such/folder";
    const auto noFolder = run(command);
    QVERIFY(!noFolder);
    QCOMPARE(QByteArray::fromStdString(noFolder.error().code), QByteArray("sandbox.not-started"));
    QVERIFY(noFolder.error().message.find("/no/such/folder") != std::string::npos);
    command = m_yard.command({QStringLiteral("sleep")}, Outer::None, {});
    command.policy.writable = {"/no/such/folder"};
    QCOMPARE(QByteArray::fromStdString(run(command).error().code), QByteArray("sandbox.missing-folder"));
    qputenv("SAGE_PREFIX", "/no/such/prefix");
    const auto noRunner = run(command);
    qputenv("SAGE_PREFIX", m_yard.path().toUtf8());
    QCOMPARE(QByteArray::fromStdString(noRunner.error().code), QByteArray("sandbox.no-runner"));
}

namespace {

/// The engine that killedEngineLeavesNothing kills: PREFIX PARENT OUTER.
int engineMain(char **arguments)
{
    qputenv("SAGE_PREFIX", arguments[0]);
    const std::string parent = arguments[1];
    auto scratch = ScratchFolder::make(parent, "scratch-");
    Command command;
    command.argv = {std::string(arguments[0]) + "/hostile", "daemon-and-wait"};
    command.policy = compilerPolicy(parent + "/orphan", {});
    command.policy.executable.push_back(command.argv.front());
    command.outer = static_cast<Outer>(std::atoi(arguments[2]));
    command.orphanFolder = parent + "/orphan";
    const auto exit = run(command);
    return scratch && exit ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 5 && QByteArray(argv[1]) == "--engine")
        return engineMain(argv + 2);
    QCoreApplication application(argc, argv);
    TestHostile test(QCoreApplication::applicationFilePath());
    return QTest::qExec(&test, argc, argv);
}


#include "tst_hostile.moc"
