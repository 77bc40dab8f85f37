#include "core/plain/file.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace sage;
namespace fs = std::filesystem;

class TestFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void writesAndReads_data();
    void writesAndReads();
    void replacesWhole();
    void usesScratch();
    void failsCleanly();
    void readErrors();
    void temporaryFolderGoes();
    void temporaryFolderMoves();

private:
    fs::path path(const char *name) const { return fs::path(m_dir->path().toStdString()) / name; }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestFile::writesAndReads_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("text\n");
    QTest::newRow("zero bytes") << QByteArray("a\0b\0", 4);
    QTest::newRow("more than a buffer") << QByteArray(300000, 'x');
}

void TestFile::writesAndReads()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(writeFileDurably(path("file"), bytes.toStdString()));
    const auto read = readFile(path("file"));
    QVERIFY(read);
    QCOMPARE(*read, bytes.toStdString());
    struct stat facts{};
    QCOMPARE(::stat(path("file").c_str(), &facts), 0);
    QCOMPARE(facts.st_mode & 0777u, 0644u);
}

void TestFile::replacesWhole()
{
    QVERIFY(writeFileDurably(path("file"), "a long first text"));
    QVERIFY(writeFileDurably(path("file"), "short"));
    QCOMPARE(readFile(path("file")).value(), std::string("short"));
    QCOMPARE(std::distance(fs::directory_iterator(path("")), fs::directory_iterator()), 1); // no temporary file stays
}

void TestFile::usesScratch()
{
    fs::create_directory(path("scratch"));
    fs::create_directory(path("target"));
    QVERIFY(writeFileDurably(path("target") / "file", "x", path("scratch")));
    QCOMPARE(readFile(path("target") / "file").value(), std::string("x"));
    QVERIFY(fs::is_empty(path("scratch")));
    QVERIFY(!writeFileDurably(path("target") / "other", "x", path("no-scratch")));
    QVERIFY(!fs::exists(path("target") / "other"));
}

void TestFile::failsCleanly()
{
    const auto missing = writeFileDurably(path("no-folder") / "file", "x");
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, std::string("file.unwritable"));
    fs::create_directory(path("taken"));
    QVERIFY(writeFileDurably(path("taken") / "inside", "x"));
    const auto taken = writeFileDurably(path("taken"), "x"); // the name belongs to a folder
    QVERIFY(!taken);
    QCOMPARE(taken.error().code, std::string("file.unwritable"));
    QCOMPARE(std::distance(fs::directory_iterator(path("")), fs::directory_iterator()), 1);
    QCOMPARE(syncFolder(path("no-folder")).error().code, std::string("file.unwritable"));
}

void TestFile::readErrors()
{
    QCOMPARE(readFile(path("none")).error().code, std::string("file.missing"));
    QCOMPARE(readFile(path("")).error().code, std::string("file.unreadable")); // a folder
    QVERIFY(writeFileDurably(path("file"), "12345"));
    QCOMPARE(readFile(path("file"), 5).value(), std::string("12345"));
    QCOMPARE(readFile(path("file"), 4).error().code, std::string("file.too-large"));
}

void TestFile::temporaryFolderGoes()
{
    fs::path where;
    {
        const auto folder = TemporaryFolder::make(path("parent"), "job-");
        QVERIFY(folder);
        where = folder->path();
        QVERIFY(fs::is_directory(where));
        QVERIFY(where.filename().string().starts_with("job-"));
        fs::create_directories(where / "a" / "b");
        QVERIFY(writeFileDurably(where / "a" / "b" / "c", "x"));
    }
    QVERIFY(!fs::exists(where));
    QVERIFY(fs::exists(path("parent")));
}

void TestFile::temporaryFolderMoves()
{
    auto first = std::move(TemporaryFolder::make(path("parent"), "a-").value());
    const fs::path where = first.path();
    {
        const TemporaryFolder second = std::move(first);
        QCOMPARE(second.path(), where);
        QVERIFY(first.path().empty());
    }
    QVERIFY(!fs::exists(where));
}

QTEST_GUILESS_MAIN(TestFile)
#include "tst_file.moc"
