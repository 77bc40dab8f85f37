#include "core/store/database.h"
#include "tests/core/store/storetest.h"

using namespace sage;
using namespace sage::test;
namespace fs = std::filesystem;

/// Everything that can be wrong with a workspace has a code, and an error leaves every byte as it was.
class TestErrors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void missing();
    void newerSchema_data();
    void newerSchema();
    void interruptedStart_data();
    void interruptedStart();
    void damaged_data();
    void damaged();
    void damagedPageIsFoundBeforeRunning();
    void damagedRow();
    void foreignDatabase_data();
    void foreignDatabase();
    void rollbackJournalIsNotTouched();
    void busyNamesTheHolder();
    void errorsHaveArguments();

private:
    /// A journal of 40 events, all written back.
    void fill();
    void expectUntouched(const char *code, bool alsoRead = true);

    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_folder;
    fs::path m_journal;
    SystemClock m_clock;
};

void TestErrors::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    fs::permissions(m_dir->path().toStdString(), fs::perms(0755));
    m_folder = pathIn(*m_dir, "workspace");
    m_journal = m_folder / "workspace.sqlite";
}

void TestErrors::fill()
{
    auto workspace = Workspace::create(m_folder, m_clock);
    VERIFY_OK(workspace);
    std::vector<Event> events;
    for (int i = 0; i < 40; ++i)
        events.push_back(fact("a", "k" + std::to_string(i), std::string(500, 'x')));
    VERIFY_OK((*workspace)->append(events));
    VERIFY_OK((*workspace)->putArtifact("an artifact"));
}

void TestErrors::expectUntouched(const char *code, bool alsoRead)
{
    const std::string before = treeOf(m_folder);
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock), code);
    QCOMPARE(treeOf(m_folder), before);
    if (!alsoRead)
        return;
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Read, m_clock), code);
    QCOMPARE(treeOf(m_folder), before);
}

void TestErrors::missing()
{
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock), "store.missing");
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Read, m_clock), "store.missing");
    QVERIFY(!fs::exists(m_folder));
    fs::create_directory(m_folder);
    expectUntouched("store.missing");
}

void TestErrors::newerSchema_data()
{
    QTest::addColumn<bool>("log");
    QTest::addColumn<bool>("index");
    QTest::newRow("closed") << false << false;
    QTest::newRow("killed") << true << true;
    QTest::newRow("killed, index lost") << true << false;
}

void TestErrors::newerSchema()
{
    QFETCH(bool, log);
    QFETCH(bool, index);
    const fs::path alive = pathIn(*m_dir, "alive");
    {
        VERIFY_OK(Workspace::create(alive, m_clock));
        auto database = Database::open(alive / "workspace.sqlite", Database::Access::ReadWrite);
        VERIFY_OK(database);
        VERIFY_OK((*database)->run("UPDATE meta SET value = '7' WHERE name = 'schema'"));
        if (log)
            fs::copy(alive, m_folder, fs::copy_options::recursive);
    }
    if (!log)
        fs::copy(alive, m_folder, fs::copy_options::recursive);
    else if (!index)
        fs::remove(m_folder / "workspace.sqlite-shm");
    QCOMPARE(fs::exists(m_folder / "workspace.sqlite-wal"), log);
    expectUntouched("store.newer-schema");
    const auto error = Workspace::open(m_folder, Workspace::Mode::Run, m_clock).error();
    QCOMPARE(error.args.at("found"), std::string("7"));
    QCOMPARE(error.args.at("ours"), std::string("1"));
}

void TestErrors::interruptedStart_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<int>("index");
    // The second is a true header: magic, format, page size, sequence, two salts, checksum.
    const QByteArray header = QByteArray::fromHex("377f0682002de21800001000000000005b3e1c8fd2a97b6400112233aabbccdd");
    int number = 0;
    for (const QByteArray &log : {QByteArray(), QByteArray(32, '\0'), header, QByteArray(header + QByteArray(100, '\0'))}) {
        for (const int index : {-1, 0, 3, 32768})
            QTest::addRow("log %d, index %d", number, index) << log << index;
        ++number;
    }
}

/// A process killed while it opened a journal leaves side files in any state of making.
void TestErrors::interruptedStart()
{
    QFETCH(QByteArray, log);
    QFETCH(int, index);
    fill();
    const auto leave = [&] {
        writeBytes(m_folder / "workspace.sqlite-wal", log.toStdString());
        if (index >= 0)
            writeBytes(m_folder / "workspace.sqlite-shm", std::string(static_cast<std::size_t>(index), '\0'));
    };
    leave();
    {
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
        VERIFY_OK(reader);
        QCOMPARE((*reader)->read(RunId("a"), 0)->size(), 40u);
    }
    fs::remove(m_folder / "workspace.sqlite-shm");
    leave();
    const auto runner = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(runner);
    QCOMPARE((*runner)->append({fact("a", "new", 1)}).value(), 41);
}

void TestErrors::damaged_data()
{
    QTest::addColumn<int>("keep"); // bytes of the true file, -1: all
    QTest::addColumn<QByteArray>("then");
    QTest::newRow("empty") << 0 << QByteArray();
    QTest::newRow("garbage") << 0 << QByteArray(20000, '\x5a');
    QTest::newRow("text") << 0 << QByteArray("once upon a time");
    QTest::newRow("header only") << 100 << QByteArray();
    QTest::newRow("first page only") << 4096 << QByteArray();
    QTest::newRow("half a page") << 10000 << QByteArray();
    QTest::newRow("last page lost") << -4096 << QByteArray();
    QTest::newRow("header, then garbage") << 100 << QByteArray(50000, '\x33');
}

void TestErrors::damaged()
{
    QFETCH(int, keep);
    QFETCH(QByteArray, then);
    fill();
    const std::string whole = bytesOf(m_journal);
    const std::size_t kept = keep >= 0 ? static_cast<std::size_t>(keep) : whole.size() - static_cast<std::size_t>(-keep);
    writeBytes(m_journal, whole.substr(0, kept) + then.toStdString());
    expectUntouched("store.corrupt");
}

void TestErrors::damagedPageIsFoundBeforeRunning()
{
    fill();
    std::string bytes = bytesOf(m_journal);
    QVERIFY(bytes.size() > 8 * 4096);
    for (std::size_t page = 5; page < 8; ++page) // behind the tables' roots
        bytes.replace(page * 4096, 64, std::string(64, '\xee'));
    writeBytes(m_journal, bytes);
    expectUntouched("store.corrupt", false);
}

void TestErrors::damagedRow()
{
    fill();
    {
        auto database = Database::open(m_journal, Database::Access::ReadWrite);
        VERIFY_OK(database);
        VERIFY_OK((*database)->run("UPDATE events SET payload = '{\"half\":' WHERE seq = 3"));
    }
    const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
    VERIFY_OK(reader);
    VERIFY_CODE((*reader)->read(RunId("a"), 0), "store.corrupt");
    VERIFY_CODE((*reader)->find(RunId("a"), "k2"), "store.corrupt");
    QCOMPARE((*reader)->read(RunId("a"), 3)->size(), 37u); // the rest stays readable
}

void TestErrors::foreignDatabase_data()
{
    QTest::addColumn<bool>("wal");
    QTest::newRow("rollback journal") << false;
    QTest::newRow("write-ahead log") << true;
}

void TestErrors::foreignDatabase()
{
    QFETCH(bool, wal);
    fs::create_directory(m_folder);
    {
        auto database = Database::open(m_journal, Database::Access::Create);
        VERIFY_OK(database);
        if (wal)
            VERIFY_OK((*database)->select("PRAGMA journal_mode = WAL", {}, [](const Row &) { return Result<void>(); }));
        VERIFY_OK((*database)->run("CREATE TABLE meta (name TEXT, value TEXT)"));
        VERIFY_OK((*database)->run("INSERT INTO meta VALUES ('schema', '1')"));
    }
    expectUntouched("store.corrupt");
}

void TestErrors::rollbackJournalIsNotTouched()
{
    fill();
    writeBytes(m_folder / "workspace.sqlite-journal", "of some other program");
    expectUntouched("store.corrupt");
}

void TestErrors::busyNamesTheHolder()
{
    fill();
    const auto holder = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(holder);
    const auto second = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_CODE(second, "store.busy");
    QCOMPARE(second.error().args.at("pid"), std::to_string(QCoreApplication::applicationPid()));
    QVERIFY(!second.error().args.at("host").empty());
    VERIFY_OK((*holder)->append({fact("a", "more", 1)}));
}

void TestErrors::errorsHaveArguments()
{
    const auto error = Workspace::open(m_folder, Workspace::Mode::Run, m_clock).error();
    QCOMPARE(error.args.at("folder"), m_folder.string());
    QVERIFY(error.message.find(m_folder.string()) != std::string::npos);
}

QTEST_GUILESS_MAIN(TestErrors)
#include "tst_errors.moc"
