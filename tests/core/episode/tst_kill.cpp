// The engine is killed by SIGKILL in the middle of everything it does, then resumed: the finished run must equal the
// uninterrupted one, and nothing of the killed one may be left. SAGE_KILLS=20 makes it thorough; the default kills once
// in each phase.

#include "core/episode/runstate.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <set>

using namespace sage;

namespace {

const QString sagectl = QStringLiteral(SAGE_BINARY_DIR "/bin/sagectl");

/// What the engine is doing when it is killed.
const QStringList phases{QStringLiteral("compile"), QStringLiteral("run"), QStringLiteral("gate"), QStringLiteral("commit"), QStringLiteral("consolidation")};

struct ProcessEntry {
    qint64 pid = 0;
    qint64 parent = 0;
    QByteArray started;
    QByteArray command;
};

[[nodiscard]] QList<ProcessEntry> processes()
{
    QList<ProcessEntry> list;
    const QStringList names = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &name : names) {
        bool number = false;
        ProcessEntry entry;
        entry.pid = name.toLongLong(&number);
        QFile stat(QStringLiteral("/proc/%1/stat").arg(name));
        QFile command(QStringLiteral("/proc/%1/cmdline").arg(name));
        if (!number || !stat.open(QIODevice::ReadOnly) || !command.open(QIODevice::ReadOnly))
            continue;
        const QByteArray text = stat.readAll();
        const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
        if (fields.size() < 20 || fields[0] == "Z")
            continue;
        entry.parent = fields[1].toLongLong();
        entry.started = fields[19];
        entry.command = command.readAll().replace('\0', ' ');
        list.append(entry);
    }
    return list;
}

[[nodiscard]] QList<ProcessEntry> descendantsOf(qint64 root)
{
    const QList<ProcessEntry> all = processes();
    std::set<qint64> known{root};
    QList<ProcessEntry> found;
    for (bool grew = true; grew;) {
        grew = false;
        for (const ProcessEntry &entry : all) {
            if (known.contains(entry.parent) && known.insert(entry.pid).second) {
                found.append(entry);
                grew = true;
            }
        }
    }
    return found;
}

[[nodiscard]] bool isAlive(const ProcessEntry &wanted)
{
    const QList<ProcessEntry> all = processes();
    return std::any_of(all.begin(), all.end(), [&](const ProcessEntry &entry) { return entry.pid == wanted.pid && entry.started == wanted.started; });
}

class Engine
{
public:
    explicit Engine(const QString &workspace) : m_workspace(workspace) {}

    void start(const QStringList &arguments)
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(sagectl, arguments);
        QVERIFY(m_process.waitForStarted());
    }

    void call(const QStringList &arguments, QByteArray *output = nullptr)
    {
        QProcess process;
        process.start(sagectl, arguments);
        QVERIFY(process.waitForFinished(240000));
        const QByteArray out = process.readAllStandardOutput();
        const QByteArray said = out + process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0, said.constData());
        if (output)
            *output = out;
    }

    [[nodiscard]] std::string digest()
    {
        QByteArray status;
        call({QStringLiteral("status"), m_workspace, QStringLiteral("--json")}, &status);
        const Json json = Json::parse(status.toStdString(), nullptr, false);
        return json.value("runState", "") + " " + json.value("journalDigest", "");
    }

    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] bool running() const { return m_process.state() == QProcess::Running; }
    void pump() { m_process.waitForReadyRead(0); }

    void kill()
    {
        ::kill(static_cast<pid_t>(pid()), SIGKILL);
        m_process.waitForFinished();
    }

private:
    QString m_workspace;
    QProcess m_process;
};

/// True when the engine is in the phase for the `occurrence`-th time, as seen in its processes and its journal.
class PhaseWatch
{
public:
    PhaseWatch(const QString &workspace, QString phase, int occurrence) : m_phase(std::move(phase)), m_occurrence(occurrence)
    {
        m_workspace = std::move(Workspace::open(workspace.toStdString(), Workspace::Mode::Read, m_clock).value());
    }

    [[nodiscard]] bool reached(qint64 engine)
    {
        if (m_phase == QLatin1String("compile") || m_phase == QLatin1String("run")) {
            const Result<std::vector<RunId>> begun = m_workspace->runs();
            if (!begun || begun->empty())
                return false; // only probing the sandbox so far
            const QList<ProcessEntry> children = descendantsOf(engine);
            const auto has = [&](const char *sign) { return std::any_of(children.begin(), children.end(), [&](const ProcessEntry &entry) { return entry.command.contains(sign); }); };
            // A kernel runs inside the runner itself; a compiler replaces it.
            const bool now = m_phase == QLatin1String("compile") ? has("cc1plus") : has("sage-kernel-runner confine") && !has("g++") && !has("cc1plus");
            m_seen += now && !m_before ? 1 : 0;
            m_before = now;
            return now && m_seen >= m_occurrence;
        }
        const std::string_view wanted = m_phase == QLatin1String("gate") ? kind::roundReplied : m_phase == QLatin1String("commit") ? kind::roundEvaluated : kind::episodeClosed;
        const Result<std::vector<RunId>> runs = m_workspace->runs();
        if (!runs || runs->empty())
            return false;
        const Result<std::vector<Event>> events = m_workspace->read(runs->front(), m_after);
        for (const Event &event : events ? *events : std::vector<Event>()) {
            m_after = event.sequence;
            m_seen += event.kind == wanted ? 1 : 0;
        }
        return m_seen >= m_occurrence;
    }

private:
    SystemClock m_clock;
    std::unique_ptr<Workspace> m_workspace;
    QString m_phase;
    int m_occurrence;
    int m_seen = 0;
    bool m_before = false;
    std::int64_t m_after = 0;
};

} // namespace

class TestKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void resumedEqualsUninterrupted_data();
    void resumedEqualsUninterrupted();

private:
    [[nodiscard]] QStringList runArguments(const QString &workspace) const
    {
        return {QStringLiteral("run"), workspace, QStringLiteral("--operators"), QStringLiteral("Sqrt,Muls"), QStringLiteral("--small"), QStringLiteral("5000"), QStringLiteral("--rounds"),
                QStringLiteral("5"), QStringLiteral("--set"), QStringLiteral("kOperators=1,kAdopt=1"), QStringLiteral("--seed"), QStringLiteral("3")};
    }

    std::string m_expected;
};

void TestKill::initTestCase()
{
    QTemporaryDir folder;
    const QString workspace = folder.filePath(QStringLiteral("whole"));
    Engine engine(workspace);
    engine.call({QStringLiteral("init"), workspace});
    engine.call(runArguments(workspace));
    m_expected = engine.digest();
    QVERIFY2(m_expected.starts_with("finished "), m_expected.c_str());
}

void TestKill::resumedEqualsUninterrupted_data()
{
    QTest::addColumn<QString>("phase");
    QTest::addColumn<int>("occurrence");
    QTest::addColumn<int>("delayMs");
    const int kills = std::max(qEnvironmentVariableIntValue("SAGE_KILLS"), static_cast<int>(phases.size()));
    for (int i = 0; i < kills; ++i) {
        const int turn = i / static_cast<int>(phases.size());
        const QString phase = phases[i % phases.size()];
        const int occurrence = phase == QLatin1String("consolidation") ? 1 + turn % 3 : 1 + turn * 2 % 7;
        QTest::addRow("%d %s", i + 1, qPrintable(phase)) << phase << occurrence << turn * 7;
    }
}

void TestKill::resumedEqualsUninterrupted()
{
    QFETCH(QString, phase);
    QFETCH(int, occurrence);
    QFETCH(int, delayMs);
    QTemporaryDir folder;
    const QString workspace = folder.filePath(QStringLiteral("ws"));
    Engine engine(workspace);
    engine.call({QStringLiteral("init"), workspace});
    engine.start(runArguments(workspace));
    PhaseWatch watch(workspace, phase, occurrence);
    // Not QTRY_VERIFY: a kernel runs for some milliseconds only, and the phase must not be asked for twice.
    const QDeadlineTimer deadline(240000);
    bool reached = false;
    while (!reached && engine.running() && !deadline.hasExpired()) {
        engine.pump();
        reached = watch.reached(engine.pid());
    }
    QVERIFY2(reached, "the run ended before the phase was met");
    QTest::qSleep(delayMs); // spreads the instants within a phase; nothing is concluded from it
    const QList<ProcessEntry> children = descendantsOf(engine.pid());
    engine.kill();
    QElapsedTimer timer;
    timer.start();
    for (const ProcessEntry &child : children)
        QTRY_VERIFY2_WITH_TIMEOUT(!isAlive(child), child.command.constData(), 10000);
    qInfo("%lld children gone after %lld ms", static_cast<long long>(children.size()), static_cast<long long>(timer.elapsed()));
    engine.call({QStringLiteral("resume"), workspace});
    QCOMPARE(QString::fromStdString(engine.digest()), QString::fromStdString(m_expected));
    QCOMPARE(QDir(workspace + QStringLiteral("/tmp")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden), QStringList());
}

QTEST_GUILESS_MAIN(TestKill)
#include "tst_kill.moc"
