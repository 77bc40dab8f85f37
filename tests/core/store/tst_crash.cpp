#include "core/base/random.h"
#include "tests/core/store/storetest.h"

#include <QProcess>

#include <random>
#include <unistd.h>

using namespace sage;
using namespace sage::test;
namespace fs = std::filesystem;

namespace {

/// Event n as every life of the writer makes it. Keys and contents depend on n alone.
std::string artifactOf(int n)
{
    return "artifact " + std::to_string(n % 50) + std::string(static_cast<std::size_t>(n % 7) * 1000, 'x'); // some repeat
}

/// One mark before and after each step, so that whoever counts them can kill between any two.
void mark()
{
    (void)!::write(STDOUT_FILENO, ".", 1);
}

/// Appends for ever, in batches of one to three. Begins three events early, as a resume that does not know exactly
/// how far it got.
int writer(const fs::path &folder)
{
    SystemClock clock;
    auto opened = Workspace::open(folder, Workspace::Mode::Run, clock);
    if (!opened) {
        std::fprintf(stderr, "%s: %s\n", opened.error().code.c_str(), opened.error().detail.c_str());
        return 1;
    }
    Workspace &workspace = **opened;
    mark();
    const auto known = workspace.read(RunId("a"), 0);
    if (!known)
        return 2;
    int n = std::max(0, static_cast<int>(known->size()) - 3) + 1;
    for (;;) {
        std::vector<Event> batch;
        for (int i = 0; i <= n % 3; ++i) {
            const auto hash = workspace.putArtifact(artifactOf(n + i));
            mark();
            if (!hash)
                return 3;
            batch.push_back(fact("a", "event/" + std::to_string(n + i), {{"n", n + i}, {"artifact", hash->value}}));
        }
        n += static_cast<int>(batch.size());
        if (!workspace.append(batch))
            return 4;
        mark();
    }
}

int creator(const fs::path &parent)
{
    SystemClock clock;
    for (int i = 0;; ++i) {
        if (!Workspace::create(parent / std::to_string(i), clock))
            return 1;
        mark();
    }
}

std::uint64_t newSeed()
{
    const QByteArray given = qgetenv("SAGE_TEST_SEED");
    const std::uint64_t seed = given.isEmpty() ? std::random_device()() : given.toULongLong();
    qInfo("seed %llu (SAGE_TEST_SEED repeats it)", static_cast<unsigned long long>(seed));
    return seed;
}

} // namespace

/// SIGKILL at random moments, many times: nothing stored is lost, nothing half stored is seen.
class TestCrash : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedWriter();
    void killedCreate();

private:
    /// Starts this program in another role, kills it after that many marks and some microseconds.
    void runAndKill(const char *role, const fs::path &folder, int marks, unsigned microseconds);
    void expectWhole(const fs::path &folder);
    std::size_t m_count = 0; ///< events found whole so far
};

void TestCrash::runAndKill(const char *role, const fs::path &folder, int marks, unsigned microseconds)
{
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), {QLatin1String(role), QString::fromStdString(folder.string())});
    for (int seen = 0; seen < marks;) {
        QVERIFY2(process.waitForReadyRead(60000), process.readAllStandardError().constData());
        seen += static_cast<int>(process.readAllStandardOutput().size());
    }
    ::usleep(microseconds); // where inside the next step does not matter, only that it varies
    process.kill();
    QVERIFY(process.waitForFinished());
    QVERIFY2(process.exitStatus() == QProcess::CrashExit, process.readAllStandardError().constData());
}

void TestCrash::expectWhole(const fs::path &folder)
{
    SystemClock clock;
    const auto reader = Workspace::open(folder, Workspace::Mode::Read, clock);
    VERIFY_OK(reader);
    const auto events = (*reader)->read(RunId("a"), 0, 1000000);
    VERIFY_OK(events);
    QVERIFY(events->size() >= m_count);
    std::set<std::string> checked;
    for (std::size_t i = 0; i < events->size(); ++i) {
        const Event &one = events->at(i);
        const int n = static_cast<int>(i) + 1;
        QCOMPARE(one.sequence, n);
        QCOMPARE(one.key, "event/" + std::to_string(n));
        QCOMPARE(one.payload["n"].get<int>(), n);
        const std::string hash = one.payload["artifact"];
        if (!checked.insert(hash).second)
            continue;
        const auto bytes = (*reader)->artifact(Hash(hash));
        VERIFY_OK(bytes);
        QCOMPARE(*bytes, artifactOf(n));
    }
    m_count = events->size();
}

void TestCrash::killedWriter()
{
    QTemporaryDir dir;
    const fs::path folder = pathIn(dir, "workspace");
    SystemClock clock;
    VERIFY_OK(Workspace::create(folder, clock));
    Random random(newSeed(), "kill");
    for (int round = 0; round < 24; ++round) {
        const int marks = static_cast<int>(random.below(30));
        runAndKill("--writer", folder, marks, static_cast<unsigned>(random.below(4000)));
        if (QTest::currentTestFailed())
            return;
        expectWhole(folder);
        if (QTest::currentTestFailed())
            return;
    }
    QVERIFY(m_count > 40);
    // A last life in this process: appending what is there changes nothing, tmp/ is swept.
    const auto workspace = Workspace::open(folder, Workspace::Mode::Run, clock);
    VERIFY_OK(workspace);
    QVERIFY(fs::is_empty((*workspace)->scratch()));
    const std::string hash = (*workspace)->putArtifact(artifactOf(1))->value;
    QCOMPARE((*workspace)->append({fact("a", "event/1", {{"n", 1}, {"artifact", hash}})}).value(), 1);
    QCOMPARE((*workspace)->read(RunId("a"), 0, 1000000)->size(), m_count);
    for (const auto &entry : fs::recursive_directory_iterator(folder / "artifacts")) // only whole files, by their names
        QVERIFY(entry.is_directory() || sha256(std::string_view(bytesOf(entry.path()))).value == entry.path().parent_path().filename().string() + entry.path().filename().string());
}

void TestCrash::killedCreate()
{
    QTemporaryDir dir;
    SystemClock clock;
    Random random(newSeed(), "create");
    for (int round = 0; round < 10; ++round) {
        const fs::path parent = pathIn(dir, ("round" + std::to_string(round)).c_str());
        fs::create_directory(parent);
        runAndKill("--creator", parent, static_cast<int>(random.below(3)), static_cast<unsigned>(random.below(30000)));
        if (QTest::currentTestFailed())
            return;
        for (const auto &entry : fs::directory_iterator(parent)) {
            const auto opened = Workspace::open(entry.path(), Workspace::Mode::Run, clock);
            if (opened)
                continue;
            VERIFY_CODE(opened, "store.missing");
            VERIFY_OK(Workspace::create(entry.path(), clock));
        }
    }
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() == 2 && arguments[0] == "--writer")
        return writer(arguments[1]);
    if (arguments.size() == 2 && arguments[0] == "--creator")
        return creator(arguments[1]);
    TestCrash test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_crash.moc"
