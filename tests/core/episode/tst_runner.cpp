#include "tests/core/episode/episodetest.h"

#include <QtTest>

#include <thread>

using namespace sage;
using namespace sage::test;

class TestRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void worksThroughTheStream();
    void entersWithLastThenBestKernel();
    void unsolvedOperatorHasNoOptimization();
    void gateRefusesAndNamesWhatIsMissing();
    void threeRefusalsEndTheRound();
    void disturbanceLosesOnlyTheRound_data();
    void disturbanceLosesOnlyTheRound();
    void fatalErrorStopsTheRun();
    void sameSeedSameDigest();
    void everyStopAndResumeGivesTheSameRun();
    void skipEndsWithoutLearning();
    void skipHoldsOverAStop();
    void faultyCommandsAreIgnored();
    void exceptionsAreNoAnswers();
    void pauseWaitsForResume();
    void memoryEditsComeThroughTheInbox();
    void refusesASecondUnfinishedRunner();
};

void TestRunner::worksThroughTheStream()
{
    Bench bench;
    bench.begin();
    const Result<RunEnd> end = bench.work();
    QVERIFY2(end.has_value(), end ? "" : end.error().message.c_str());
    QVERIFY(*end == RunEnd::Finished);
    const auto snapshot = bench.snapshot();
    QVERIFY(snapshot->finished);
    QCOMPARE(snapshot->tasks.size(), std::size_t(2));
    for (const TaskView &task : snapshot->tasks) {
        QVERIFY(task.state == TaskState::Solved);
        QCOMPARE(task.roundsUsed, 8);
        QCOMPARE(task.firstCorrectRound, 3);
        QCOMPARE(*task.firstUs, 40.0);
        QCOMPARE(*task.bestUs, 15.0);
        QCOMPARE(task.correctness->rounds.size(), std::size_t(3));
        QCOMPARE(task.correctness->closed->endReason, std::string("solved"));
        QCOMPARE(task.correctness->closed->score, 1.0);
        QCOMPARE(task.optimization->closed->endReason, std::string("budget"));
        QCOMPARE(task.optimization->closed->score, 1.0 - 15.0 / 40.0);
        QVERIFY(task.optimization->learned.has_value());
    }
    QCOMPARE(snapshot->memory->episodes, 4);
    QCOMPARE(snapshot->memory->items.size(), std::size_t(8 + 4));
    QVERIFY(!snapshot->memory->resident.empty()); // K_ado = K_op = 1
}

void TestRunner::entersWithLastThenBestKernel()
{
    Bench bench;
    bench.begin(6, 1);
    QVERIFY(bench.work().has_value());
    const auto &requests = bench.generator.requests;
    QVERIFY(!requests[0].entering.has_value());
    QCOMPARE(requests[1].entering->mainText(), std::string("OperatorA corr round 1"));
    QCOMPARE(requests[3].entering->mainText(), std::string("OperatorA corr round 3"));
    QCOMPARE(requests[5].entering->mainText(), std::string("OperatorA opt round 5"));
    QCOMPARE(requests[5].history.size(), std::size_t(5));
    QCOMPARE(requests[5].roundsLeft, 1);
    QVERIFY(requests[5].history.back().feedback->correct);
}

void TestRunner::unsolvedOperatorHasNoOptimization()
{
    Bench bench;
    bench.evaluator.correctFromRound = 0;
    bench.begin(4, 1);
    QVERIFY(bench.work().has_value());
    const auto snapshot = bench.snapshot();
    QVERIFY(snapshot->tasks[0].state == TaskState::Failed);
    QVERIFY(!snapshot->tasks[0].optimization);
    QCOMPARE(snapshot->tasks[0].correctness->closed->score, -0.2);
    QCOMPARE(snapshot->tasks[0].roundsUsed, 4);
}

void TestRunner::gateRefusesAndNamesWhatIsMissing()
{
    Bench bench;
    bench.generator.incompleteAttempts = 1;
    bench.begin(4, 1);
    QVERIFY(bench.work().has_value());
    const auto snapshot = bench.snapshot();
    const RoundView &third = snapshot->tasks[0].correctness->rounds[2];
    QCOMPARE(third.refusals.size(), std::size_t(1));
    QCOMPARE(third.refusals[0].unresolved, (std::vector<ExperienceId>{third.opened.retrieved[0].id}));
    QVERIFY(third.state == RoundState::Closed);
    const auto asked = std::find_if(bench.generator.requests.begin(), bench.generator.requests.end(), [](const GenerationRequest &one) { return one.attempt == 2; });
    QVERIFY(asked != bench.generator.requests.end());
    QCOMPARE(asked->unresolved, third.refusals[0].unresolved);
    QCOMPARE(bench.evaluator.calls.load(), 4); // a refused reply is never evaluated
}

void TestRunner::threeRefusalsEndTheRound()
{
    Bench bench;
    bench.generator.incompleteAttempts = 3;
    bench.evaluator.correctFromRound = 4;
    bench.begin(4, 1);
    QVERIFY(bench.work().has_value());
    const auto snapshot = bench.snapshot();
    const EpisodeView &episode = *snapshot->tasks[0].correctness;
    const RoundView &third = episode.rounds[2];
    QVERIFY(third.state == RoundState::Refused);
    QCOMPARE(third.refusals.size(), std::size_t(3));
    QVERIFY(!third.evaluated.has_value());
    QCOMPARE(bench.evaluator.calls.load(), 3);
    QCOMPARE(episode.closed->rounds, 4); // it used one of T
}

void TestRunner::disturbanceLosesOnlyTheRound_data()
{
    QTest::addColumn<QString>("code");
    for (const char *code : {"evaluate.watchdog", "evaluate.killed"})
        QTest::newRow(code) << QString::fromLatin1(code);
}

/// The machine's fault, not the kernel's: the round is one of T, and its items enter neither R nor A.
void TestRunner::disturbanceLosesOnlyTheRound()
{
    QFETCH(QString, code);
    Bench bench;
    bench.evaluator.failAtRound = "2";
    bench.evaluator.errorCode = code.toStdString();
    bench.begin(5, 1);
    QVERIFY(bench.work().has_value());
    const auto snapshot = bench.snapshot();
    const RoundView &second = snapshot->tasks[0].correctness->rounds[1];
    QVERIFY(second.state == RoundState::Abandoned);
    QCOMPARE(second.closeReason, code.toStdString());
    QVERIFY(!second.evaluated.has_value());
    QCOMPARE(snapshot->tasks[0].correctness->closed->rounds, 3);
    QVERIFY(snapshot->tasks[0].state == TaskState::Solved);
}

void TestRunner::fatalErrorStopsTheRun()
{
    Bench bench;
    bench.evaluator.failAtRound = "2";
    bench.evaluator.errorCode = "evaluate.no-space";
    bench.begin(5, 1);
    const Result<RunEnd> end = bench.work();
    QVERIFY(!end.has_value());
    QCOMPARE(end.error().code, std::string("evaluate.no-space"));
    bench.evaluator.failAtRound.clear(); // space was made
    QVERIFY(bench.work().has_value());
    QCOMPARE(bench.snapshot()->tasks[0].correctness->rounds.size(), std::size_t(3));
}

void TestRunner::sameSeedSameDigest()
{
    Bench one;
    one.begin();
    QVERIFY(one.work().has_value());
    Bench other;
    other.clock.now = 123456789;
    other.begin();
    QVERIFY(other.work().has_value());
    QVERIFY(one.digest() == other.digest());
    QVERIFY(one.run == other.run);
}

void TestRunner::everyStopAndResumeGivesTheSameRun()
{
    Bench whole;
    whole.generator.incompleteAttempts = 1;
    whole.begin(5, 2);
    QVERIFY(whole.work().has_value());
    const int calls = whole.evaluator.calls;
    for (int at = 1; at <= calls; ++at) {
        Bench bench;
        bench.generator.incompleteAttempts = 1;
        bench.begin(5, 2);
        std::stop_source source;
        bench.evaluator.onCall = [&](int call) {
            if (call == at) {
                source.request_stop();
                QTest::qSleep(250); // longer than the inbox period, so that the token arrives during the call
            }
        };
        const Result<RunEnd> stopped = bench.work(source.get_token());
        QVERIFY(stopped.has_value());
        QVERIFY(*stopped == RunEnd::Stopped);
        bench.evaluator.onCall = {};
        bench.workspace = nullptr;
        bench.open();
        QVERIFY(bench.work().has_value());
        QVERIFY2(bench.digest() == whole.digest(), qPrintable(QStringLiteral("stopped in evaluation %1").arg(at)));
    }
}

void TestRunner::skipEndsWithoutLearning()
{
    Bench bench;
    bench.begin(5, 2);
    bench.evaluator.onCall = [&](int call) {
        if (call != 2)
            return;
        const auto other = Workspace::open(bench.path(), Workspace::Mode::Read, bench.clock);
        QVERIFY(other.has_value());
        QVERIFY((*other)->post({0, "skip", {{"operator", "OperatorA"}}, "tester", 0}).has_value());
        QTest::qSleep(300);
    };
    const Result<RunEnd> end = bench.work();
    QVERIFY2(end.has_value(), end ? "" : end.error().message.c_str());
    const auto snapshot = bench.snapshot();
    QVERIFY(snapshot->tasks[0].state == TaskState::Skipped);
    QCOMPARE(snapshot->tasks[0].correctness->closed->endReason, std::string("skipped"));
    QVERIFY(!snapshot->tasks[0].correctness->learned.has_value());
    QVERIFY(snapshot->tasks[1].state == TaskState::Solved);
}

void TestRunner::skipHoldsOverAStop()
{
    Bench bench;
    bench.begin(5, 2);
    std::stop_source source;
    bench.evaluator.onCall = [&](int call) {
        if (call != 2)
            return;
        source.request_stop();
        QTest::qSleep(250);
    };
    QVERIFY(*bench.work(source.get_token()) == RunEnd::Stopped);
    bench.evaluator.onCall = {};
    const int before = bench.evaluator.calls;
    QVERIFY(bench.workspace->post({0, "skip", {{"operator", "OperatorA"}}, "tester", 0}).has_value());
    QVERIFY(bench.work().has_value());
    const auto snapshot = bench.snapshot();
    QVERIFY(snapshot->tasks[0].state == TaskState::Skipped);
    QCOMPARE(snapshot->tasks[0].correctness->closed->endReason, std::string("skipped"));
    QVERIFY(snapshot->tasks[1].state == TaskState::Solved);
    QCOMPARE(bench.evaluator.calls - before, 5); // all for the other operator
    QVERIFY(bench.workspace->openCommands()->empty());
}

void TestRunner::faultyCommandsAreIgnored()
{
    Bench bench;
    bench.begin(4, 1);
    for (const Json &arguments : {Json(7), Json{{"operator", 3}}, Json{{"operator", "Nobody"}}, Json{{"order", "x"}}, Json{{"operator", "OperatorA"}, {"run", "another"}}}) {
        QVERIFY(bench.workspace->post({0, "skip", arguments, "tester", 0}).has_value());
        QVERIFY(bench.workspace->post({0, "reorder", arguments, "tester", 0}).has_value());
        QVERIFY(bench.workspace->post({0, "memory-edit", arguments, "tester", 0}).has_value());
    }
    QVERIFY(bench.workspace->post({0, "dance", Json::object(), "tester", 0}).has_value());
    QVERIFY(bench.work().has_value());
    QVERIFY(bench.snapshot()->tasks[0].state == TaskState::Solved);
}

void TestRunner::exceptionsAreNoAnswers()
{
    Bench bench;
    bench.begin(4, 1);
    bench.evaluator.onCall = [](int call) {
        if (call == 2)
            throw std::runtime_error("a fault");
    };
    const Result<RunEnd> end = bench.work();
    QVERIFY(!end.has_value());
    QCOMPARE(end.error().code, std::string("episode.internal"));
    bench.evaluator.onCall = {};
    QVERIFY(bench.work().has_value());
    QCOMPARE(bench.snapshot()->tasks[0].correctness->rounds.size(), std::size_t(3));
}

void TestRunner::pauseWaitsForResume()
{
    Bench bench;
    bench.begin(4, 1);
    std::atomic<int> before = 0;
    std::jthread steering([&] {
        const auto other = Workspace::open(bench.path(), Workspace::Mode::Read, bench.clock);
        while (bench.evaluator.calls == 0)
            QTest::qSleep(10);
        (void)(*other)->post({0, "pause", Json::object(), "tester", 0});
        for (;;) {
            RunFold fold;
            (void)fold.apply((*other)->read(bench.run, 0).value());
            if (fold.state().paused())
                break;
            QTest::qSleep(20);
        }
        before = bench.evaluator.calls.load();
        QTest::qSleep(400);
        QCOMPARE(bench.evaluator.calls.load(), before.load()); // nothing happens while paused
        (void)(*other)->post({0, "resume", Json::object(), "tester", 0});
    });
    bench.evaluator.onCall = [](int) { QTest::qSleep(300); };
    QVERIFY(bench.work().has_value());
    QVERIFY(before > 0);
    QVERIFY(bench.snapshot()->finished);
}

void TestRunner::memoryEditsComeThroughTheInbox()
{
    Bench bench;
    bench.begin(4, 1);
    const auto initial = bench.snapshot();
    MemoryEdited edit;
    edit.action = "disable";
    edit.id = initial->memory->items[0].experience.id;
    QVERIFY(bench.workspace->post({0, "memory-edit", edit, "tester", 0}).has_value());
    QVERIFY(bench.work().has_value());
    const auto snapshot = bench.snapshot();
    QVERIFY(snapshot->memory->items[0].disabled || std::any_of(snapshot->memory->items.begin(), snapshot->memory->items.end(),
                                                              [&](const MemoryItemView &item) { return item.experience.id == edit.id && item.disabled; }));
    for (const RoundView &round : snapshot->tasks[0].correctness->rounds) {
        for (const Retrieved &item : round.opened.retrieved)
            QVERIFY(item.id != edit.id);
    }
}

void TestRunner::refusesASecondUnfinishedRunner()
{
    Bench bench;
    bench.begin(4, 1);
    const auto second = Workspace::open(bench.path(), Workspace::Mode::Run, bench.clock);
    QVERIFY(!second.has_value());
    QCOMPARE(second.error().code, std::string("store.busy"));
}

QTEST_GUILESS_MAIN(TestRunner)
#include "tst_runner.moc"
