// A workspace that somebody else writes, followed by the window's worker on its thread.

#include "fixture.h"

#include "core/base/clock.h"
#include "ui/common/rundata.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sage;
using namespace sage::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int waitMs = 30'000;

} // namespace

class TestRunData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followsWhatAnotherConnectionWrites();
    void showsTheNewestRunUnlessOneIsChosen();
    void tellsWhoRuns();
    void loadsADocument();
    void postsACommand();
    void saysWhatCannotBeOpened();
    void forgetsOnClose();

private:
    /// The demo's events from..to of the run that is called `run`.
    void append(const char *run, std::size_t from, std::size_t to)
    {
        std::vector<Event> events(m_demo->events.begin() + static_cast<std::ptrdiff_t>(from), m_demo->events.begin() + static_cast<std::ptrdiff_t>(to));
        for (Event &event : events)
            event.run = RunId(run);
        const auto appended = m_workspace->append(std::move(events));
        QVERIFY2(appended.has_value(), appended ? "" : appended.error().message.c_str());
    }
    [[nodiscard]] std::int64_t sequence() const { return m_data->snapshot() ? m_data->snapshot()->sequence : 0; }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_folder;
    SystemClock m_clock;
    std::unique_ptr<Demo> m_demo;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<RunData> m_data;
};

void TestRunData::init()
{
    m_data.reset();
    m_workspace.reset();
    m_dir = std::make_unique<QTemporaryDir>();
    m_folder = m_dir->filePath(u"workspace"_s);
    m_demo = std::make_unique<Demo>();
    m_demo->run(1);
    auto made = Workspace::create(utf8(m_folder), m_clock);
    QVERIFY(made.has_value());
    m_workspace = std::move(*made);
    for (const auto &[hash, bytes] : m_demo->artifacts)
        QVERIFY(m_workspace->putArtifact(bytes).has_value());
    m_data = std::make_unique<RunData>();
    m_data->open(m_folder);
    QTRY_COMPARE_WITH_TIMEOUT(m_data->status().folder, m_folder, waitMs);
}

void TestRunData::followsWhatAnotherConnectionWrites()
{
    QVERIFY(!m_data->snapshot()); // no run yet
    append("a", 0, 5);
    QTRY_COMPARE_WITH_TIMEOUT(sequence(), std::int64_t{5}, waitMs);
    const SnapshotPtr before = m_data->snapshot();
    append("a", 5, m_demo->events.size());
    QTRY_COMPARE_WITH_TIMEOUT(sequence(), static_cast<std::int64_t>(m_demo->events.size()), waitMs);
    QCOMPARE(before->sequence, std::int64_t{5}); // what was shown is not changed under the views
    QCOMPARE(m_data->snapshot()->tasks[0].roundsUsed, m_demo->snapshot()->tasks[0].roundsUsed);
}

void TestRunData::showsTheNewestRunUnlessOneIsChosen()
{
    append("a", 0, 4);
    QTRY_COMPARE_WITH_TIMEOUT(m_data->status().shown, RunId("a"), waitMs);
    append("b", 0, 6);
    QTRY_COMPARE_WITH_TIMEOUT(m_data->status().shown, RunId("b"), waitMs);
    QTRY_COMPARE_WITH_TIMEOUT(sequence(), std::int64_t{6}, waitMs);
    m_data->show(RunId("a"));
    QTRY_COMPARE_WITH_TIMEOUT(sequence(), std::int64_t{4}, waitMs);
    append("c", 0, 3);
    QTRY_COMPARE_WITH_TIMEOUT(m_data->status().runs.size(), std::size_t{3}, waitMs);
    QCOMPARE(m_data->status().shown, RunId("a"));
}

void TestRunData::tellsWhoRuns()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_data->status().runnerAlive(), waitMs);
    QCOMPARE(m_data->status().lease->pid, std::int64_t{QCoreApplication::applicationPid()});
    m_workspace.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!m_data->status().runnerAlive(), waitMs);
}

void TestRunData::loadsADocument()
{
    append("a", 0, m_demo->events.size());
    QTRY_COMPARE_WITH_TIMEOUT(sequence(), static_cast<std::int64_t>(m_demo->events.size()), waitMs);
    const auto &rounds = m_data->snapshot()->tasks[0].correctness->rounds;
    QSignalSpy ready(m_data.get(), &RunSource::documentReady);
    DocumentRequest request;
    request.channel = u"test"_s;
    request.before = TextSource{rounds[1].replied->kernel, {}};
    request.after = TextSource{rounds[2].replied->kernel, {}};
    request.feedback = rounds[2].evaluated->feedback;
    const quint64 stale = m_data->requestDocument(request);
    const quint64 ticket = m_data->requestDocument(request);
    QVERIFY(ticket > stale);
    QVERIFY(ready.wait(waitMs));
    const auto document = ready.last().at(0).value<DocumentPtr>();
    QCOMPARE(document->ticket, ticket);
    QCOMPARE(document->files.size(), std::size_t{1});
    QCOMPARE(document->files[0].diff.added, 1);
    QCOMPARE(document->files[0].diff.removed, 2);
    QCOMPARE(document->feedback->latencyUs, std::optional<double>(40.0));
}

void TestRunData::postsACommand()
{
    m_data->post("pause", Json::object());
    const auto commands = [&] { return m_workspace->openCommands().value(); };
    QTRY_COMPARE_WITH_TIMEOUT(commands().size(), std::size_t{1}, waitMs);
    QCOMPARE(commands()[0].verb, std::string("pause"));
    QCOMPARE(commands()[0].author, std::string("workbench"));
}

void TestRunData::saysWhatCannotBeOpened()
{
    QSignalSpy problems(m_data.get(), &RunSource::problem);
    m_data->open(m_dir->filePath(u"nope"_s));
    QVERIFY(problems.wait(waitMs));
    QCOMPARE(problems.at(0).at(0).value<Error>().code, std::string("store.missing"));
    QCOMPARE(m_data->status().folder, m_folder); // the open one stays
}

void TestRunData::forgetsOnClose()
{
    append("a", 0, 5);
    QTRY_COMPARE_WITH_TIMEOUT(sequence(), std::int64_t{5}, waitMs);
    m_data->close();
    QTRY_VERIFY_WITH_TIMEOUT(!m_data->snapshot(), waitMs);
    QVERIFY(m_data->status().folder.isEmpty());
    QVERIFY(!m_data->status().lease);
}

QTEST_GUILESS_MAIN(TestRunData)
#include "tst_rundata.moc"
