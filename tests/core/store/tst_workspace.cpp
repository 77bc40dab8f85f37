#include "tests/core/store/storetest.h"

using namespace sage;
using namespace sage::test;

/// The journal, the artifacts and the inbox of one workspace in one process.
class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void appendAndRead();
    void sequencesCountPerRun();
    void lostEventsAreNoticed();
    void repeatsAreSkipped();
    void conflictStoresNothing();
    void badEventsAreRefused_data();
    void badEventsAreRefused();
    void findByKey();
    void timeGoesToMeta();
    void textSurvives();
    void readsInBatches();
    void artifactsAreStoredOnce();
    void artifactErrors();
    void damagedArtifactIsHealed();
    void inbox();
    void readersMayOnlyPost();
    void dataVersionChanges();
    void leaseIsShown();
    void digestSeesPayloadsOnly();
    void digestOfNothing();
    void scratchIsSwept();
    void createRefusesFullFolders();
    void createTakesOverItsOwnLeftovers();

private:
    std::unique_ptr<Workspace> open(Workspace::Mode mode)
    {
        auto opened = Workspace::open(m_folder, mode, m_clock);
        if (!opened)
            qFatal("%s: %s", opened.error().code.c_str(), opened.error().detail.c_str());
        return std::move(*opened);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::filesystem::path m_folder;
    ManualClock m_clock;
    std::unique_ptr<Workspace> m_workspace;
};

void TestWorkspace::init()
{
    m_workspace.reset();
    m_dir = std::make_unique<QTemporaryDir>();
    m_folder = pathIn(*m_dir, "deep/er/workspace");
    m_clock.now = 1000;
    auto created = Workspace::create(m_folder, m_clock);
    VERIFY_OK(created);
    m_workspace = std::move(*created);
}

void TestWorkspace::appendAndRead()
{
    const Json payload{{"round", 3}, {"query", "vec \"add\""}, {"ratio", 0.1}};
    const auto last = m_workspace->append({fact("a", "k1", payload), fact("a", "k2", Json(nullptr), "round.closed")});
    VERIFY_OK(last);
    QCOMPARE(*last, 2);
    const auto events = m_workspace->read(RunId("a"), 0);
    VERIFY_OK(events);
    QCOMPARE(events->size(), 2u);
    QCOMPARE(events->at(0).sequence, 1);
    QCOMPARE(events->at(0).run.value, std::string("a"));
    QCOMPARE(events->at(0).kind, std::string("round.opened"));
    QCOMPARE(events->at(0).key, std::string("k1"));
    QVERIFY(events->at(0).payload == payload);
    QCOMPARE(events->at(1).sequence, 2);
    QVERIFY(events->at(1).payload.is_null());
    // and after opening again
    m_workspace.reset();
    const auto again = open(Workspace::Mode::Read)->read(RunId("a"), 1);
    VERIFY_OK(again);
    QCOMPARE(again->size(), 1u);
    QCOMPARE(again->at(0).key, std::string("k2"));
}

void TestWorkspace::sequencesCountPerRun()
{
    VERIFY_OK(m_workspace->append({fact("b", "k", 1), fact("a", "k", 1), fact("b", "l", 1)}));
    const auto last = m_workspace->append({fact("a", "l", 1)});
    VERIFY_OK(last);
    QCOMPARE(*last, 2);
    const auto runs = m_workspace->runs();
    VERIFY_OK(runs);
    QVERIFY((*runs == std::vector<RunId>{RunId("b"), RunId("a")}));
    QCOMPARE(m_workspace->append({}).value(), 0);
}

/// A journal without its -wal, or an older copy of it, is a whole one to SQLite; the note beside it knows better.
void TestWorkspace::lostEventsAreNoticed()
{
    VERIFY_OK(m_workspace->append({fact("a", "k1", 1)}));
    m_workspace.reset();
    const std::string before = bytesOf(m_folder / "workspace.sqlite");
    m_workspace = open(Workspace::Mode::Run);
    VERIFY_OK(m_workspace->append({fact("a", "k2", 1), fact("a", "k3", 1), fact("b", "k1", 1)}));
    m_workspace.reset();
    m_workspace = open(Workspace::Mode::Run); // nothing is missing
    m_workspace.reset();
    writeBytes(m_folder / "workspace.sqlite", before);
    const auto refused = Workspace::open(m_folder, Workspace::Mode::Run, m_clock);
    VERIFY_CODE(refused, "store.events-lost");
    QVERIFY2(refused.error().message.find("ends at event 1 of run a, but 3 were stored") != std::string::npos, refused.error().message.c_str());
    QCOMPARE(open(Workspace::Mode::Read)->read(RunId("a"), 0)->size(), 1u); // what is there can be read
    std::filesystem::remove(m_folder / "last");
    m_workspace = open(Workspace::Mode::Run);
    QCOMPARE(m_workspace->append({fact("a", "k2", 1)}).value(), 2);
}

void TestWorkspace::repeatsAreSkipped()
{
    VERIFY_OK(m_workspace->append({fact("a", "k1", {{"x", 1}}), fact("a", "k2", {{"x", 2}})}));
    // the second half of a batch may be new: resume appends what the crash cut off
    Event repeated = fact("a", "k1", {{"x", 1}});
    repeated.meta = {{"pid", 99}};
    const auto last = m_workspace->append({repeated, fact("a", "k2", {{"x", 2}}), fact("a", "k3", {{"x", 3}})});
    VERIFY_OK(last);
    QCOMPARE(*last, 3);
    QCOMPARE(m_workspace->append({fact("a", "k2", {{"x", 2}})}).value(), 2);
    QCOMPARE(m_workspace->read(RunId("a"), 0)->size(), 3u);
}

void TestWorkspace::conflictStoresNothing()
{
    VERIFY_OK(m_workspace->append({fact("a", "k1", {{"x", 1}})}));
    VERIFY_CODE(m_workspace->append({fact("a", "k0", 0), fact("a", "k1", {{"x", 2}})}), "store.conflict");
    VERIFY_CODE(m_workspace->append({fact("a", "k0", 0), fact("a", "k1", {{"x", 1}}, "round.closed")}), "store.conflict");
    QCOMPARE(m_workspace->read(RunId("a"), 0)->size(), 1u);
    QCOMPARE(m_workspace->append({fact("a", "k2", 0)}).value(), 2); // no gap was left
}

void TestWorkspace::badEventsAreRefused_data()
{
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("key");
    QTest::newRow("run") << "" << "round.opened" << "k";
    QTest::newRow("kind") << "a" << "" << "k";
    QTest::newRow("key") << "a" << "round.opened" << "";
}

void TestWorkspace::badEventsAreRefused()
{
    QFETCH(QString, run);
    QFETCH(QString, kind);
    QFETCH(QString, key);
    VERIFY_CODE(m_workspace->append({fact(run.toStdString(), key.toStdString(), 1, kind.toStdString())}), "store.bad-event");
}

void TestWorkspace::findByKey()
{
    VERIFY_OK(m_workspace->append({fact("a", "k1", 7), fact("b", "k1", 8)}));
    const auto found = m_workspace->find(RunId("b"), "k1");
    VERIFY_OK(found);
    QVERIFY(found->has_value());
    QVERIFY((*found)->payload == Json(8));
    QVERIFY(!m_workspace->find(RunId("b"), "k2").value().has_value());
}

void TestWorkspace::timeGoesToMeta()
{
    Event own = fact("a", "own", 1);
    own.meta = {{"timeMs", 42}, {"host", "h"}};
    VERIFY_OK(m_workspace->append({own, fact("a", "clock", 1)}));
    const auto events = m_workspace->read(RunId("a"), 0).value();
    QVERIFY((events[0].meta == Json{{"timeMs", 42}, {"host", "h"}}));
    QVERIFY((events[1].meta == Json{{"timeMs", 1000}}));
}

void TestWorkspace::textSurvives()
{
    const std::string text = std::string("\xe7\xae\x97\xe5\xad\x90 \xf0\x9f\x9a\x80 '; DROP TABLE events; -- \\ \n") + '\0' + "end";
    VERIFY_OK(m_workspace->append({fact("a", "\xe9\x94\xae '?", {{"text", text}})}));
    const auto events = m_workspace->read(RunId("a"), 0).value();
    QCOMPARE(events[0].payload["text"].get<std::string>(), text);
    QCOMPARE(events[0].key, std::string("\xe9\x94\xae '?"));
}

void TestWorkspace::readsInBatches()
{
    std::vector<Event> events;
    for (int i = 1; i <= 25; ++i)
        events.push_back(fact("a", "k" + std::to_string(i), i));
    VERIFY_OK(m_workspace->append(events));
    std::int64_t after = 0;
    std::vector<int> sizes;
    for (auto batch = m_workspace->read(RunId("a"), after, 10).value(); !batch.empty(); batch = m_workspace->read(RunId("a"), after, 10).value()) {
        for (const Event &one : batch)
            QCOMPARE(one.sequence, ++after);
        sizes.push_back(static_cast<int>(batch.size()));
    }
    QCOMPARE(sizes, (std::vector<int>{10, 10, 5}));
}

void TestWorkspace::artifactsAreStoredOnce()
{
    std::string bytes("some\0bytes", 10);
    const auto hash = m_workspace->putArtifact(bytes);
    VERIFY_OK(hash);
    QCOMPARE(hash->value, sha256(std::string_view(bytes)).value);
    const auto file = m_folder / "artifacts" / hash->value.substr(0, 2) / hash->value.substr(2);
    QCOMPARE(bytesOf(file), bytes);
    const auto written = std::filesystem::last_write_time(file);
    QCOMPARE(m_workspace->putArtifact(bytes)->value, hash->value);
    m_workspace.reset();
    m_workspace = open(Workspace::Mode::Run); // a new object does not know yet what is there
    QCOMPARE(m_workspace->putArtifact(bytes)->value, hash->value);
    QVERIFY(std::filesystem::last_write_time(file) == written);
    QCOMPARE(m_workspace->artifact(*hash).value(), bytes);
    QCOMPARE(m_workspace->artifact(m_workspace->putArtifact("").value()).value(), std::string());
    QVERIFY(std::filesystem::is_empty(m_workspace->scratch()));
}

void TestWorkspace::artifactErrors()
{
    VERIFY_CODE(m_workspace->artifact(sha256(std::string_view("never stored"))), "store.artifact-missing");
    VERIFY_CODE(m_workspace->artifact(Hash("../../workspace.sqlite")), "store.bad-hash");
    VERIFY_CODE(m_workspace->artifact(Hash()), "store.bad-hash");
    const Hash hash = m_workspace->putArtifact("content").value();
    writeBytes(m_folder / "artifacts" / hash.value.substr(0, 2) / hash.value.substr(2), "Content");
    VERIFY_CODE(m_workspace->artifact(hash), "store.artifact-corrupt");
}

void TestWorkspace::damagedArtifactIsHealed()
{
    const Hash hash = m_workspace->putArtifact("content").value();
    writeBytes(m_folder / "artifacts" / hash.value.substr(0, 2) / hash.value.substr(2), "con");
    m_workspace.reset();
    m_workspace = open(Workspace::Mode::Run);
    QCOMPARE(m_workspace->putArtifact("content")->value, hash.value);
    QCOMPARE(m_workspace->artifact(hash).value(), std::string("content"));
}

void TestWorkspace::inbox()
{
    QVERIFY(m_workspace->openCommands()->empty());
    const auto reader = open(Workspace::Mode::Read);
    VERIFY_OK(reader->post({0, "pause", Json::object(), "ann", 0}));
    VERIFY_OK(m_workspace->post({0, "reorder", Json::array({"Swish", "Gelu"}), "bob", 5}));
    const auto commands = m_workspace->openCommands();
    VERIFY_OK(commands);
    QCOMPARE(commands->size(), 2u);
    QCOMPARE(commands->at(0).id, 1);
    QCOMPARE(commands->at(0).verb, std::string("pause"));
    QCOMPARE(commands->at(0).author, std::string("ann"));
    QCOMPARE(commands->at(0).timeMs, 1000);
    QVERIFY((commands->at(1).arguments == Json::array({"Swish", "Gelu"})));
    QCOMPARE(commands->at(1).timeMs, 5);
    QCOMPARE(m_workspace->openCommands()->size(), 2u); // given out until they were carried out
    VERIFY_OK(m_workspace->markTaken(commands->at(0).id));
    QCOMPARE(m_workspace->openCommands()->size(), 1u);
    VERIFY_OK(m_workspace->markTaken(commands->at(1).id));
    QVERIFY(m_workspace->openCommands()->empty());
    VERIFY_OK(reader->post({0, "resume", Json::object(), "ann", 0}));
    QCOMPARE(m_workspace->openCommands()->at(0).id, 3);
}

void TestWorkspace::readersMayOnlyPost()
{
    const auto reader = open(Workspace::Mode::Read);
    VERIFY_CODE(reader->append({fact("a", "k", 1)}), "store.not-runner");
    VERIFY_CODE(reader->putArtifact("x"), "store.not-runner");
    VERIFY_CODE(reader->openCommands(), "store.not-runner");
    VERIFY_CODE(reader->heartbeat(), "store.not-runner");
}

void TestWorkspace::dataVersionChanges()
{
    const auto reader = open(Workspace::Mode::Read);
    const auto before = reader->dataVersion();
    VERIFY_OK(before);
    QCOMPARE(reader->dataVersion().value(), *before);
    VERIFY_OK(m_workspace->append({fact("a", "k", 1)}));
    const auto after = reader->dataVersion().value();
    QVERIFY(after != *before);
    QCOMPARE(reader->dataVersion().value(), after);
    QCOMPARE(reader->read(RunId("a"), 0)->size(), 1u);
}

void TestWorkspace::leaseIsShown()
{
    auto reader = open(Workspace::Mode::Read);
    auto holder = reader->lease();
    VERIFY_OK(holder);
    QVERIFY(holder->has_value());
    QCOMPARE((*holder)->pid, std::int64_t{QCoreApplication::applicationPid()});
    QVERIFY((*holder)->alive);
    QCOMPARE((*holder)->heartbeatMs, 1000);
    m_clock.now = 6000;
    VERIFY_OK(m_workspace->heartbeat());
    QCOMPARE(reader->lease().value()->heartbeatMs, 6000);
    m_workspace.reset();
    QVERIFY(!reader->lease().value().has_value());
}

void TestWorkspace::digestSeesPayloadsOnly()
{
    VERIFY_OK(m_workspace->append({fact("a", "k1", {{"x", 1}}), fact("a", "k2", 2)}));
    m_clock.now = 99;
    Event stamped = fact("b", "k1", {{"x", 1}});
    stamped.meta = {{"pid", 4}};
    VERIFY_OK(m_workspace->append({fact("b", "s", 0, "runner.started"), stamped, fact("b", "t", 0, "runner.stopped"), fact("b", "k2", 2)}));
    const auto first = journalDigest(*m_workspace, RunId("a"));
    VERIFY_OK(first);
    QCOMPARE(first->value, sha256(std::string_view(R"([["round.opened","k1",{"x":1}],["round.opened","k2",2]])")).value);
    QCOMPARE(journalDigest(*m_workspace, RunId("b"))->value, first->value);
    VERIFY_OK(m_workspace->append({fact("c", "k2", 2), fact("c", "k1", {{"x", 1}})})); // another order
    QVERIFY(journalDigest(*m_workspace, RunId("c"))->value != first->value);
}

void TestWorkspace::digestOfNothing()
{
    QCOMPARE(journalDigest(*m_workspace, RunId("none"))->value, sha256(std::string_view("[]")).value);
    std::vector<Event> many; // more than one batch
    Json expected = Json::array();
    for (int i = 0; i < 2001; ++i) {
        many.push_back(fact("a", "k" + std::to_string(i), i));
        expected.push_back(Json::array({"round.opened", "k" + std::to_string(i), i}));
    }
    VERIFY_OK(m_workspace->append(many));
    QCOMPARE(journalDigest(*m_workspace, RunId("a"))->value, sha256(expected).value);
}

void TestWorkspace::scratchIsSwept()
{
    std::filesystem::create_directories(m_workspace->scratch() / "job-1" / "sub");
    writeBytes(m_workspace->scratch() / "job-1" / "sub" / "file", "x");
    const auto reader = open(Workspace::Mode::Read);
    QVERIFY(std::filesystem::exists(m_workspace->scratch() / "job-1")); // not by a reader
    m_workspace.reset();
    m_workspace = open(Workspace::Mode::Run);
    QVERIFY(std::filesystem::is_empty(m_workspace->scratch()));
}

void TestWorkspace::createRefusesFullFolders()
{
    m_workspace.reset();
    VERIFY_CODE(Workspace::create(m_folder, m_clock), "store.not-empty");
    const auto other = pathIn(*m_dir, "other");
    std::filesystem::create_directory(other);
    writeBytes(other / "letter.txt", "dear");
    const std::string before = treeOf(other);
    VERIFY_CODE(Workspace::create(other, m_clock), "store.not-empty");
    QCOMPARE(treeOf(other), before);
}

void TestWorkspace::createTakesOverItsOwnLeftovers()
{
    const auto other = pathIn(*m_dir, "other");
    std::filesystem::create_directories(other / "tmp");
    std::filesystem::create_directories(other / "artifacts");
    writeBytes(other / "tmp" / "new.sqlite", "half of a journal");
    VERIFY_CODE(Workspace::open(other, Workspace::Mode::Run, m_clock), "store.missing");
    const auto created = Workspace::create(other, m_clock);
    VERIFY_OK(created);
    QVERIFY(std::filesystem::is_empty((*created)->scratch()));
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
