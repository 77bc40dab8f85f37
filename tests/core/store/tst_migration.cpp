#include "core/store/database.h"
#include "core/store/environment.h"
#include "core/store/schema.h"
#include "tests/core/store/storetest.h"

using namespace sage;
using namespace sage::test;
namespace fs = std::filesystem;

namespace {

/// Tables, columns and indexes of a journal as text.
std::string layoutOf(const fs::path &folder)
{
    const auto database = Database::open(folder / "workspace.sqlite", Database::Access::QueryOnly);
    if (!database)
        return database.error().detail;
    std::string layout;
    const auto read = (*database)->select(
        "SELECT t.name, c.name, c.type, c.\"notnull\", c.pk FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid", {},
        [&](const Row &row) -> Result<void> {
            layout += row.text(0) + " " + row.text(1) + " " + row.text(2) + " " + row.text(3) + " " + row.text(4) + "\n";
            return {};
        });
    const auto indexes = (*database)->select("SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' ORDER BY 1, 2", {}, [&](const Row &row) -> Result<void> {
        layout += row.text(0) + " " + row.text(1) + "\n";
        return {};
    });
    return read && indexes ? layout : "unreadable";
}

} // namespace

/// Old workspaces stay readable: each released schema is kept as data.
class TestMigration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void liftsSchema0();
    void readerDoesNotLift();
    void failedLiftChangesNothing();
    void liftedEqualsFresh();
    void opensReleasedSchema1();

private:
    void makeSchema0();
    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_folder;
    ManualClock m_clock;
};

void TestMigration::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_folder = pathIn(*m_dir, "workspace");
}

void TestMigration::makeSchema0()
{
    fs::create_directory(m_folder);
    auto database = Database::open(m_folder / "workspace.sqlite", Database::Access::Create);
    VERIFY_OK(database);
    VERIFY_OK((*database)->select("PRAGMA journal_mode = WAL", {}, [](const Row &) { return Result<void>(); }));
    VERIFY_OK((*database)->run(("PRAGMA application_id = " + std::to_string(applicationId)).c_str()));
    std::ifstream file(SAGE_TEST_DATA "/store/schema0.sql");
    int statements = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("--"))
            continue;
        VERIFY_OK((*database)->run(line.c_str()));
        ++statements;
    }
    QCOMPARE(statements, 9);
}

void TestMigration::liftsSchema0()
{
    makeSchema0();
    {
        const auto workspace = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
        VERIFY_OK(workspace);
        QVERIFY(((*workspace)->runs().value() == std::vector<RunId>{RunId("zeta"), RunId("alpha")}));
        QCOMPARE((*workspace)->append({fact("zeta", "Swish/corr/1/replied", 1)}).value(), 4);
        QCOMPARE((*workspace)->append({fact("zeta", "Swish/corr/1/opened", {{"round", 1}})}).value(), 3); // still a repeat
    }
    const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
    VERIFY_OK(reader);
    const auto events = (*reader)->read(RunId("zeta"), 0).value();
    QCOMPARE(events.size(), 4u);
    QCOMPARE(events[0].payload["seed"].get<int>(), 7);
    QVERIFY((events[0].meta == Json{{"timeMs", 0}}));
    QCOMPARE(events[1].kind, std::string("runner.started"));
}

void TestMigration::readerDoesNotLift()
{
    makeSchema0();
    const std::string before = treeOf(m_folder);
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Read, m_clock), "store.older-schema");
    QCOMPARE(treeOf(m_folder), before);
}

void TestMigration::failedLiftChangesNothing()
{
    makeSchema0();
    {
        auto database = Database::open(m_folder / "workspace.sqlite", Database::Access::ReadWrite);
        VERIFY_OK(database);
        VERIFY_OK((*database)->run("CREATE TABLE commands (in_the_way TEXT)")); // a late statement of the step will fail
    }
    const std::string before = layoutOf(m_folder);
    const std::string tree = treeOf(m_folder);
    VERIFY_CODE(Workspace::open(m_folder, Workspace::Mode::Run, m_clock), "store.database");
    QCOMPARE(layoutOf(m_folder), before);
    QCOMPARE(treeOf(m_folder), tree);
}

void TestMigration::liftedEqualsFresh()
{
    makeSchema0();
    VERIFY_OK(Workspace::open(m_folder, Workspace::Mode::Run, m_clock));
    const fs::path fresh = pathIn(*m_dir, "fresh");
    VERIFY_OK(Workspace::create(fresh, m_clock));
    QCOMPARE(layoutOf(m_folder), layoutOf(fresh));
    QVERIFY(layoutOf(fresh).find("events payload TEXT 1 0") != std::string::npos);
}

/// tests/data/store/schema1 was written by --write-released below when schema 1 was made, and never changes.
void TestMigration::opensReleasedSchema1()
{
    fs::copy(SAGE_TEST_DATA "/store/schema1", m_folder, fs::copy_options::recursive);
    {
        const auto reader = Workspace::open(m_folder, Workspace::Mode::Read, m_clock);
        VERIFY_OK(reader);
        QCOMPARE(journalDigest(**reader, RunId("released"))->value, std::string("89f0a93e661923efa965a49bd432e27012d663e0f4c092e82f28af018944140d"));
    }
    const auto workspace = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_OK(workspace);
    const auto events = (*workspace)->read(RunId("released"), 0).value();
    QCOMPARE(events.size(), 4u);
    QCOMPARE(events[2].key, std::string("Swish/corr/1/opened"));
    QCOMPARE(events[2].payload["query"].get<std::string>(), std::string("x * sigmoid(x), \xe5\x8d\x8a\xe7\xb2\xbe\xe5\xba\xa6"));
    QVERIFY((events[2].meta == Json{{"host", "h"}, {"timeMs", 1700000000002}}));
    QCOMPARE((*workspace)->artifact(Hash(events[3].payload["feedback"].get<std::string>())).value(), std::string("{\"stage\":\"compile\"}\n"));
    const auto commands = (*workspace)->openCommands().value();
    QCOMPARE(commands.size(), 1u);
    QCOMPARE(commands[0].verb, std::string("pause"));
    QCOMPARE((*workspace)->append({fact("released", "Swish/corr/1/closed", 1)}).value(), 5);
}

namespace {

/// The data must not tell on which machine it was written.
class AnyMachine : public StoreEnvironment
{
public:
    ProcessIdentity self() const override { return {"host", "machine", 1, "1"}; }
};

/// How tests/data/store/schemaN is written when a schema is released; not part of the test run.
int writeReleased(const fs::path &folder)
{
    ManualClock clock;
    clock.now = 1700000000000;
    const AnyMachine machine;
    const auto workspace = Workspace::create(folder, clock, &machine);
    if (!workspace)
        return 1;
    const Hash feedback = (*workspace)->putArtifact("{\"stage\":\"compile\"}\n").value();
    Event opened = fact("released", "Swish/corr/1/opened", {{"round", 1}, {"query", "x * sigmoid(x), \xe5\x8d\x8a\xe7\xb2\xbe\xe5\xba\xa6"}});
    opened.meta = {{"host", "h"}, {"timeMs", 1700000000002}};
    const bool done = (*workspace)->append({fact("released", "run", {{"seed", 7}}, "run.created"), fact("released", "runner/1", nullptr, "runner.started")})
        && (*workspace)->append({opened, fact("released", "Swish/corr/1/evaluated", {{"feedback", feedback.value}, {"latencyUs", 12.5}}, "round.evaluated")})
        && (*workspace)->post({0, "pause", Json::object(), "ann", 1700000000003});
    return done ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && std::string_view(argv[1]) == "--write-released")
        return writeReleased(argv[2]);
    TestMigration test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_migration.moc"
