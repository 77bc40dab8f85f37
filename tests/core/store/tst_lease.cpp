#include "tests/core/store/storetest.h"

#include "core/store/environment.h"

#include <QProcess>

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sage;
using namespace sage::test;
namespace fs = std::filesystem;

namespace {

/// A process of our choice, on a machine of our choice.
class Elsewhere : public StoreEnvironment
{
public:
    explicit Elsewhere(ProcessIdentity who) : identity(std::move(who)) {}
    ProcessIdentity identity;
    ProcessIdentity self() const override { return identity; }
    bool lives(const ProcessIdentity &process) const override { return process.machine == "here" && process.pid == 1 && process.started == "100"; }
};

/// What one of several rivals does: takes the workspace, checks that it is alone, leaves a trace.
int rival(const fs::path &folder, const std::string &name)
{
    SystemClock clock;
    for (int turn = 0; turn < 8;) {
        auto workspace = Workspace::open(folder, Workspace::Mode::Run, clock);
        if (!workspace && workspace.error().code != "store.busy") {
            std::fprintf(stderr, "%s: %s\n", workspace.error().code.c_str(), workspace.error().detail.c_str());
            return 1;
        }
        if (!workspace)
            continue;
        const fs::path marker = folder / "alone";
        const int fd = ::open(marker.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (fd < 0)
            return 2; // two at once
        ::close(fd);
        const auto appended = (*workspace)->append({fact("race", name + "/" + std::to_string(turn), turn)});
        fs::remove(marker);
        if (!appended)
            return 3;
        ++turn;
    }
    return 0;
}

} // namespace

/// One runner at a time; a dead one is replaced, a living one is not.
class TestLease : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whoIsTakenForAlive_data();
    void whoIsTakenForAlive();
    void replacedHolderStopsWriting();
    void replacedHolderDoesNotGiveBackWhatItLost();
    void silentHolderThatNobodyReplacedGoesOn();
    void ownProcessLives();
    void zombieIsDead();
    void killedRunnerIsReplacedAtOnce();
    void rivals();

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_folder;
    ManualClock m_clock;
};

void TestLease::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_folder = pathIn(*m_dir, "workspace");
    m_clock.now = 1000000;
    VERIFY_OK(Workspace::create(m_folder, m_clock));
}

void TestLease::whoIsTakenForAlive_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("pid");
    QTest::addColumn<QString>("started");
    QTest::addColumn<int>("silentMs");
    QTest::addColumn<bool>("alive");
    QTest::newRow("here, lives") << "here" << 1 << "100" << 0 << true;
    QTest::newRow("here, lives, long silent") << "here" << 1 << "100" << 3600000 << true;
    QTest::newRow("here, dead") << "here" << 2 << "100" << 0 << false;
    QTest::newRow("here, pid used again") << "here" << 1 << "99" << 0 << false;
    QTest::newRow("elsewhere, heard of") << "there" << 2 << "7" << 0 << true;
    QTest::newRow("elsewhere, silent for the lifetime") << "there" << 2 << "7" << 30000 << true;
    QTest::newRow("elsewhere, silent for longer") << "there" << 2 << "7" << 30001 << false;
}

void TestLease::whoIsTakenForAlive()
{
    QFETCH(QString, machine);
    QFETCH(int, pid);
    QFETCH(QString, started);
    QFETCH(int, silentMs);
    QFETCH(bool, alive);
    const Elsewhere holderWorld({"its-host", machine.toStdString(), pid, started.toStdString()});
    const Elsewhere ourWorld({"our-host", "here", 55, "500"});
    const auto holder = Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &holderWorld);
    VERIFY_OK(holder);
    m_clock.now += silentMs;
    const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock, &ourWorld);
    VERIFY_OK(reader);
    const auto info = (*reader)->lease().value();
    QVERIFY(info.has_value());
    QCOMPARE(info->host, std::string("its-host"));
    QCOMPARE(info->pid, std::int64_t{pid});
    QCOMPARE(info->alive, alive);
    const auto second = Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &ourWorld);
    if (!alive) {
        VERIFY_OK(second);
        return;
    }
    VERIFY_CODE(second, "store.busy");
    QCOMPARE(second.error().args.at("host"), std::string("its-host"));
    QCOMPARE(second.error().args.at("pid"), std::to_string(pid));
}

void TestLease::replacedHolderStopsWriting()
{
    const Elsewhere there({"there", "there", 2, "7"});
    const auto old = Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &there);
    VERIFY_OK(old);
    VERIFY_OK((*old)->append({fact("a", "k1", 1)}));
    m_clock.now += 60000;
    const auto fresh = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(fresh);
    VERIFY_OK((*fresh)->post({0, "pause", {}, "ann", 0}));
    VERIFY_CODE((*old)->append({fact("a", "k2", 2)}), "store.lease-lost");
    VERIFY_CODE((*old)->heartbeat(), "store.lease-lost");
    VERIFY_CODE((*old)->markTaken((*fresh)->openCommands()->at(0).id), "store.lease-lost");
    QCOMPARE((*fresh)->read(RunId("a"), 0)->size(), 1u);
    QCOMPARE((*fresh)->openCommands()->size(), 1u);
}

void TestLease::replacedHolderDoesNotGiveBackWhatItLost()
{
    const Elsewhere there({"there", "there", 2, "7"});
    auto old = Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &there);
    VERIFY_OK(old);
    m_clock.now += 60000;
    const auto fresh = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(fresh);
    old->reset();
    VERIFY_OK((*fresh)->append({fact("a", "k1", 1)}));
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock), "store.busy");
}

void TestLease::silentHolderThatNobodyReplacedGoesOn()
{
    const Elsewhere there({"there", "there", 2, "7"});
    const auto old = Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &there);
    VERIFY_OK(old);
    m_clock.now += 60000;
    VERIFY_OK((*old)->append({fact("a", "k1", 1)})); // counts as a heartbeat
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock), "store.busy");
}

void TestLease::ownProcessLives()
{
    const StoreEnvironment &world = StoreEnvironment::system();
    ProcessIdentity self = world.self();
    QCOMPARE(self.pid, std::int64_t{::getpid()});
    QVERIFY(!self.started.empty());
    QVERIFY(world.lives(self));
    self.started += "1";
    QVERIFY(!world.lives(self));
}

void TestLease::zombieIsDead()
{
    const StoreEnvironment &world = StoreEnvironment::system();
    int channel[2];
    QCOMPARE(::pipe(channel), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        char byte = 0;
        ::close(channel[1]);
        (void)!::read(channel[0], &byte, 1);
        ::_exit(0);
    }
    ::close(channel[0]);
    const ProcessIdentity process = world.identityOf(child);
    QCOMPARE(process.machine, world.self().machine);
    QVERIFY(!process.started.empty());
    QVERIFY(world.lives(process));
    ::close(channel[1]);
    siginfo_t info{};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
    QVERIFY(!world.lives(process)); // ended, not yet reaped
    ::waitpid(child, nullptr, 0);
    QVERIFY(!world.lives(process)); // gone
    QVERIFY(!world.lives(world.identityOf(child))); // asked for too late
}

void TestLease::killedRunnerIsReplacedAtOnce()
{
    QProcess holder;
    holder.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--hold"), QString::fromStdString(m_folder.string())});
    QVERIFY(holder.waitForReadyRead());
    SystemClock clock;
    const auto busy = Workspace::open(m_folder, Workspace::Mode::Run, clock);
    VERIFY_CODE(busy, "store.busy");
    QCOMPARE(busy.error().args.at("pid"), std::to_string(holder.processId()));
    holder.kill();
    QVERIFY(holder.waitForFinished());
    const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, clock);
    VERIFY_OK(reader);
    QVERIFY(!(*reader)->lease().value()->alive);
    VERIFY_OK(Workspace::open(m_folder, Workspace::Mode::Run, clock));
}

void TestLease::rivals()
{
    std::vector<std::unique_ptr<QProcess>> processes;
    for (const char *name : {"one", "two", "three"}) {
        processes.push_back(std::make_unique<QProcess>());
        processes.back()->start(QCoreApplication::applicationFilePath(), {QStringLiteral("--rival"), QString::fromStdString(m_folder.string()), QLatin1String(name)});
    }
    for (const auto &process : processes) {
        QVERIFY(process->waitForFinished(120000));
        QVERIFY2(process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0,
                 (std::to_string(process->exitCode()) + " " + process->readAllStandardError().toStdString()).c_str());
    }
    SystemClock clock;
    const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, clock);
    VERIFY_OK(reader);
    QCOMPARE((*reader)->read(RunId("race"), 0)->size(), 24u);
    QCOMPARE((*reader)->read(RunId("race"), 0)->back().sequence, 24);
    QVERIFY(!(*reader)->lease().value().has_value());
}

namespace {

int hold(const fs::path &folder)
{
    SystemClock clock;
    const auto workspace = Workspace::open(folder, Workspace::Mode::Run, clock);
    if (!workspace)
        return 1;
    std::puts("held");
    std::fflush(stdout);
    for (;;)
        ::pause();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() == 2 && arguments[0] == "--hold")
        return hold(arguments[1]);
    if (arguments.size() == 3 && arguments[0] == "--rival")
        return rival(arguments[1], arguments[2]);
    TestLease test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_lease.moc"
