#include "core/store/environment.h"
#include "tests/core/store/storetest.h"

#include <cerrno>
#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace sage;
using namespace sage::test;
namespace fs = std::filesystem;

namespace {

/// The real world but for what a test says.
class Unlockable : public StoreEnvironment
{
public:
    std::int64_t magic = 0;
    int lockError = 0;

    std::int64_t fileSystemMagic(const fs::path &) const override { return magic; }
    int probeLock(const fs::path &) const override { return lockError; }
};

class FullDisk : public StoreEnvironment
{
public:
    Result<void> writeDurably(const fs::path &path, std::string_view, const fs::path &) const override
    {
        return fail("file.no-space", "No space left to write " + path.string() + ".");
    }
};

/// Files of others become unwritable: by permissions, and by being nobody where the test is run by root.
class Unprivileged
{
public:
    explicit Unprivileged(const fs::path &folder) : m_folder(folder)
    {
        change(folder, fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove);
        m_root = ::geteuid() == 0;
        if (m_root && ::seteuid(65534) != 0)
            qFatal("seteuid");
    }
    ~Unprivileged()
    {
        if (m_root && ::seteuid(0) != 0)
            qFatal("seteuid");
        change(m_folder, fs::perms::owner_write, fs::perm_options::add);
    }

private:
    static void change(const fs::path &folder, fs::perms perms, fs::perm_options options)
    {
        fs::permissions(folder, perms, options);
        for (const auto &entry : fs::recursive_directory_iterator(folder))
            fs::permissions(entry.path(), perms, options);
    }
    fs::path m_folder;
    bool m_root = false;
};

/// A small file system of its own, where the machine allows it.
class SmallDisk
{
public:
    explicit SmallDisk(const fs::path &folder) : m_folder(folder)
    {
        fs::create_directories(folder);
        m_mounted = ::mount("none", folder.c_str(), "tmpfs", 0, "size=512k") == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount2(m_folder.c_str(), MNT_DETACH);
    }
    bool mounted() const { return m_mounted; }

private:
    fs::path m_folder;
    bool m_mounted = false;
};

} // namespace

/// Disks that cannot be written, locked, or filled further.
class TestDisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readOnlyFolder();
    void readOnlyFolderAfterCrash_data();
    void readOnlyFolderAfterCrash();
    void readOnlyMount();
    void createInReadOnlyFolder();
    void readerSeesRunnerStart();
    void networkFileSystems_data();
    void networkFileSystems();
    void noLocking();
    void fullDisk();
    void failingDisk();
    void fullDiskAtCreate();
    void failingArtifactWrite();

private:
    /// A journal of 40 events, all written back.
    void fill();
    /// The same with a log that a killed runner left.
    void leaveLog(bool keepIndex);
    void expectUntouched(const char *code, const StoreEnvironment &environment);

    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_folder;
    fs::path m_journal;
    SystemClock m_clock;
};

void TestDisk::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    fs::permissions(m_dir->path().toStdString(), fs::perms(0755));
    m_folder = pathIn(*m_dir, "workspace");
    m_journal = m_folder / "workspace.sqlite";
}

void TestDisk::fill()
{
    auto workspace = Workspace::create(m_folder, m_clock);
    VERIFY_OK(workspace);
    std::vector<Event> events;
    for (int i = 0; i < 40; ++i)
        events.push_back(fact("a", "k" + std::to_string(i), std::string(500, 'x')));
    VERIFY_OK((*workspace)->append(events));
    VERIFY_OK((*workspace)->putArtifact("an artifact"));
}

void TestDisk::leaveLog(bool keepIndex)
{
    const fs::path alive = pathIn(*m_dir, "alive");
    auto workspace = Workspace::create(alive, m_clock);
    VERIFY_OK(workspace);
    for (int i = 0; i < 40; ++i)
        VERIFY_OK((*workspace)->append({fact("a", "k" + std::to_string(i), i)}));
    fs::copy(alive, m_folder, fs::copy_options::recursive);
    QVERIFY(fs::file_size(m_folder / "workspace.sqlite-wal") > 0);
    if (!keepIndex)
        fs::remove(m_folder / "workspace.sqlite-shm");
}

void TestDisk::expectUntouched(const char *code, const StoreEnvironment &environment)
{
    const std::string before = treeOf(m_folder);
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &environment), code);
    QCOMPARE(treeOf(m_folder), before);
}

void TestDisk::readOnlyFolder()
{
    fill();
    const std::string before = treeOf(m_folder);
    {
        const Unprivileged nobody(m_folder);
        VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock), "store.read-only");
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
        VERIFY_OK(reader);
        QCOMPARE((*reader)->read(RunId("a"), 0)->size(), 40u);
        QCOMPARE((*reader)->artifact(sha256(std::string_view("an artifact"))).value(), std::string("an artifact"));
        QVERIFY(!(*reader)->lease().value().has_value());
        VERIFY_OK((*reader)->dataVersion());
        VERIFY_CODE((*reader)->post({0, "pause", {}, "ann", 0}), "store.read-only");
    }
    QCOMPARE(treeOf(m_folder), before);
}

void TestDisk::readOnlyFolderAfterCrash_data()
{
    QTest::addColumn<bool>("index");
    QTest::newRow("index there") << true;
    QTest::newRow("index lost") << false;
}

void TestDisk::readOnlyFolderAfterCrash()
{
    QFETCH(bool, index);
    leaveLog(index);
    const std::string before = treeOf(m_folder);
    {
        const Unprivileged nobody(m_folder);
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
        VERIFY_OK(reader);
        QCOMPARE((*reader)->read(RunId("a"), 0)->size(), 40u);
        VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock), "store.busy"); // "crashed" into this very process
    }
    QCOMPARE(treeOf(m_folder), before);
}

void TestDisk::readOnlyMount()
{
    fill();
    const fs::path mounted = pathIn(*m_dir, "mounted");
    fs::create_directory(mounted);
    if (::mount(m_folder.c_str(), mounted.c_str(), nullptr, MS_BIND, nullptr) != 0)
        QSKIP("this process may not mount");
    const bool readOnly = ::mount(nullptr, mounted.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) == 0;
    const auto run = Workspace::open(mounted, Workspace::Mode::Run, m_clock);
    std::size_t count = 0;
    if (const auto reader = Workspace::open(mounted, Workspace::Mode::Read, m_clock))
        count = (*reader)->read(RunId("a"), 0)->size();
    const auto made = Workspace::create(mounted / "inner", m_clock);
    ::umount2(mounted.c_str(), MNT_DETACH);
    QVERIFY(readOnly);
    VERIFY_CODE(run, "store.read-only");
    QCOMPARE(count, 40u);
    VERIFY_CODE(made, "store.read-only");
}

void TestDisk::createInReadOnlyFolder()
{
    const fs::path parent = pathIn(*m_dir, "parent");
    fs::create_directories(parent / "empty");
    {
        const Unprivileged nobody(parent);
        VERIFY_CODE(Workspace::create(parent / "new" / "workspace", m_clock), "store.read-only");
        VERIFY_CODE(Workspace::create(parent / "empty", m_clock), "store.read-only");
    }
    QCOMPARE(treeOf(parent), std::string("empty/\n"));
}

/// Somebody with more rights starts to run below a reader that holds no locks.
void TestDisk::readerSeesRunnerStart()
{
    if (::geteuid() != 0)
        QSKIP("needs two users");
    fill();
    std::unique_ptr<Workspace> reader;
    std::unique_ptr<Workspace> runner;
    std::int64_t version = 0;
    {
        const Unprivileged nobody(m_folder);
        reader = std::move(Workspace::open(m_folder, Workspace::Mode::Read, m_clock).value());
        version = reader->dataVersion().value();
        QVERIFY(::seteuid(0) == 0);
        runner = std::move(Workspace::open(m_folder, Workspace::Mode::Run, m_clock).value());
        VERIFY_OK(runner->append({fact("a", "new", 1)}));
        QVERIFY(::seteuid(65534) == 0);
        QVERIFY(reader->dataVersion().value() != version);
        QCOMPARE(reader->read(RunId("a"), 0)->size(), 41u);
        QVERIFY(::seteuid(0) == 0);
        VERIFY_OK(runner->append({fact("a", "newer", 1)}));
        runner.reset();
        QVERIFY(::seteuid(65534) == 0);
        QCOMPARE(reader->read(RunId("a"), 0)->size(), 42u);
    }
}

void TestDisk::networkFileSystems_data()
{
    QTest::addColumn<qint64>("magic");
    QTest::addColumn<QString>("name");
    QTest::newRow("nfs") << qint64{0x6969} << "NFS";
    QTest::newRow("smb") << qint64{0xfe534d42} << "SMB2";
    QTest::newRow("ceph") << qint64{0x00c36400} << "Ceph";
}

void TestDisk::networkFileSystems()
{
    QFETCH(qint64, magic);
    QFETCH(QString, name);
    Unlockable network;
    network.magic = magic;
    VERIFY_CODE(Workspace::create(m_folder, m_clock, &network), "store.no-locking");
    QVERIFY(!fs::exists(m_folder));
    fill();
    expectUntouched("store.no-locking", network);
    QCOMPARE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &network).error().args.at("fileSystem"), name.toStdString());
    { // a copy that nobody runs may be looked at
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock, &network);
        VERIFY_OK(reader);
        QCOMPARE((*reader)->read(RunId("a"), 0)->size(), 40u);
    }
    const auto runner = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(runner);
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Read, m_clock, &network), "store.no-locking");
}

void TestDisk::noLocking()
{
    Unlockable disk;
    disk.lockError = ENOLCK;
    const fs::path existing = pathIn(*m_dir, "existing");
    fs::create_directory(existing);
    VERIFY_CODE(Workspace::create(m_folder, m_clock, &disk), "store.no-locking");
    VERIFY_CODE(Workspace::create(existing, m_clock, &disk), "store.no-locking");
    QVERIFY(!fs::exists(m_folder));
    QCOMPARE(treeOf(existing), std::string());
    fill();
    expectUntouched("store.no-locking", disk);
}

void TestDisk::fullDisk()
{
    const SmallDisk disk(m_folder);
    if (!disk.mounted())
        QSKIP("this process may not mount");
    auto workspace = Workspace::create(m_folder, m_clock);
    VERIFY_OK(workspace);
    const Hash kept = (*workspace)->putArtifact("kept").value();
    Result<std::int64_t> last = 0;
    std::int64_t stored = 0;
    for (int i = 0; last && i < 1000; ++i) {
        last = (*workspace)->append({fact("a", "k" + std::to_string(i), std::string(2000, 'x')), fact("a", "l" + std::to_string(i), i)});
        if (last)
            stored = *last;
    }
    VERIFY_CODE(last, "store.no-space");
    QVERIFY(stored > 20);
    VERIFY_CODE((*workspace)->putArtifact(std::string(600000, 'y')), "store.no-space");
    QVERIFY(fs::is_empty((*workspace)->scratch()));
    // the same object goes on reading; all of each batch or nothing of it
    QCOMPARE((*workspace)->read(RunId("a"), 0)->size(), static_cast<std::size_t>(stored));
    QCOMPARE((*workspace)->artifact(kept).value(), std::string("kept"));
    {
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
        VERIFY_OK(reader);
        QCOMPARE((*reader)->read(RunId("a"), 0)->back().sequence, stored);
    }
    // more space: the same events go in
    QVERIFY(::mount("none", m_folder.c_str(), nullptr, MS_REMOUNT, "size=4m") == 0);
    QCOMPARE((*workspace)->append({fact("a", "after", 1)}).value(), stored + 1);
    workspace->reset();
    const auto again = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(again);
    QCOMPARE((*again)->read(RunId("a"), 0)->size(), static_cast<std::size_t>(stored) + 1);
}

/// Writes fail in the middle: a limit on the size of files, which needs no rights.
void TestDisk::failingDisk()
{
    fill();
    auto workspace = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(workspace);
    ::signal(SIGXFSZ, SIG_IGN);
    struct rlimit usual{};
    ::getrlimit(RLIMIT_FSIZE, &usual);
    struct rlimit small = usual;
    small.rlim_cur = 100000;
    QVERIFY(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    std::int64_t stored = 40;
    Result<std::int64_t> last = stored;
    for (int i = 0; last && i < 1000; ++i) {
        last = (*workspace)->append({fact("a", "more" + std::to_string(i), std::string(2000, 'x'))});
        if (last)
            stored = *last;
    }
    const auto put = (*workspace)->putArtifact(std::string(200000, 'y'));
    ::setrlimit(RLIMIT_FSIZE, &usual);
    VERIFY_CODE(last, "store.io");
    VERIFY_CODE(put, "store.unwritable");
    QVERIFY(fs::is_empty((*workspace)->scratch()));
    QCOMPARE((*workspace)->read(RunId("a"), 0)->size(), static_cast<std::size_t>(stored));
    QCOMPARE((*workspace)->append({fact("a", "after", 1)}).value(), stored + 1);
    workspace->reset();
    const auto again = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(again);
    QCOMPARE((*again)->read(RunId("a"), 0)->size(), static_cast<std::size_t>(stored) + 1);
}

void TestDisk::fullDiskAtCreate()
{
    const SmallDisk disk(m_folder);
    if (!disk.mounted())
        QSKIP("this process may not mount");
    writeBytes(pathIn(*m_dir, "workspace") / "lock", ""); // a name of ours, so that the folder counts as empty
    fs::create_directory(m_folder / "artifacts");
    QVERIFY(::mount("none", m_folder.c_str(), nullptr, MS_REMOUNT, "size=16k") == 0);
    VERIFY_CODE(Workspace::create(m_folder, m_clock), "store.no-space");
    QVERIFY(!fs::exists(m_journal));
    QVERIFY(::mount("none", m_folder.c_str(), nullptr, MS_REMOUNT, "size=4m") == 0);
    VERIFY_OK(Workspace::create(m_folder, m_clock));
}

void TestDisk::failingArtifactWrite()
{
    fill();
    const FullDisk full;
    const auto workspace = Workspace::open(m_folder, Workspace::Mode::Run, m_clock, &full);
    VERIFY_OK(workspace);
    VERIFY_CODE((*workspace)->putArtifact("new"), "store.no-space");
    VERIFY_CODE((*workspace)->artifact(sha256(std::string_view("new"))), "store.artifact-missing");
    VERIFY_OK((*workspace)->putArtifact("an artifact")); // is there already
}

QTEST_GUILESS_MAIN(TestDisk)
#include "tst_disk.moc"
