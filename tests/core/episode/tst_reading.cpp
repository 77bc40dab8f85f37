#include "core/episode/reading.h"

#include <QtTest>

using namespace sage;

namespace {

const Task correctnessTask{"Add", Objective::Correctness};
const Task optimizationTask{"Add", Objective::Optimization};

Retrieved retrieved(const char *id)
{
    Retrieved item;
    item.id = ExperienceId{id};
    return item;
}

/// An evaluated round that retrieved a and b and adopted a; without a latency it was wrong.
RoundView evaluatedRound(const Task &task, int number, const std::string &kernel, std::optional<double> latencyUs)
{
    RoundView round;
    round.round = number;
    round.state = RoundState::Closed;
    round.opened.retrieved = {retrieved("b"), retrieved("a")};
    round.replied = RoundReplied{episodeIdOf(task), number, 1, {}, Hash{kernel}, {}, {}, {}, {}, {}};
    round.declared = RoundDeclared{episodeIdOf(task), number, {{ExperienceId{"a"}, Adoption::Adopted, "fits"}, {ExperienceId{"b"}, Adoption::NotAdopted, "does not fit"}}, {}};
    round.evaluated = RoundEvaluated{};
    round.evaluated->correct = latencyUs.has_value();
    round.evaluated->latencyUs = latencyUs;
    return round;
}

/// A round that the gate refused three times.
RoundView refusedRound(int number)
{
    RoundView round;
    round.round = number;
    round.state = RoundState::Refused;
    round.opened.retrieved = {retrieved("c")};
    round.replied = RoundReplied{};
    return round;
}

struct Story {
    RunSnapshot run;

    Story()
    {
        run.created.settings.rounds = 6;
        run.tasks.resize(1);
        run.tasks[0].entry.operatorName = "Add";
    }

    void correctness(std::vector<RoundView> rounds)
    {
        auto episode = std::make_shared<EpisodeView>();
        episode->rounds = std::move(rounds);
        run.tasks[0].correctness = episode;
    }

    void optimization(int firstRound, std::vector<RoundView> rounds)
    {
        auto episode = std::make_shared<EpisodeView>();
        episode->opened.firstRound = firstRound;
        episode->rounds = std::move(rounds);
        run.tasks[0].optimization = episode;
    }
};

} // namespace

class TestReading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOperatorOutsideTheStreamHasNothing()
    {
        const Story story;
        const EpisodeReading reading(story.run, Task{"Sub", Objective::Correctness});
        QVERIFY(!reading.task());
        QVERIFY(!reading.episode());
        QVERIFY(!reading.lastEvaluated());
        QCOMPARE(reading.round(), 1);
    }

    void theLastEvaluatedKernelEntersACorrectnessEpisode()
    {
        Story story;
        story.correctness({evaluatedRound(correctnessTask, 1, "k1", {}), evaluatedRound(correctnessTask, 2, "k2", {}), refusedRound(3)});
        const EpisodeReading reading(story.run, correctnessTask);
        QCOMPARE(reading.enteringKernel()->value, std::string("k2"));
        QCOMPARE(reading.lastEvaluated()->round, 2);
        QCOMPARE(reading.round(), 4); // the refused round used one of T
        QCOMPARE(reading.roundsLeft(), 3);
        QVERIFY(!reading.endReason());
        QVERIFY(!reading.best());
    }

    void theBestKernelEntersAnOptimizationEpisode()
    {
        Story story;
        story.correctness({evaluatedRound(correctnessTask, 1, "k1", 40.0)});
        story.optimization(2, {evaluatedRound(optimizationTask, 2, "slow", 50.0)});
        QCOMPARE(EpisodeReading(story.run, optimizationTask).enteringKernel()->value, std::string("k1"));
        story.optimization(2, {evaluatedRound(optimizationTask, 2, "slow", 50.0), evaluatedRound(optimizationTask, 3, "fast", 10.0), evaluatedRound(optimizationTask, 4, "wrong", {})});
        const EpisodeReading reading(story.run, optimizationTask);
        QCOMPARE(reading.enteringKernel()->value, std::string("fast"));
        QCOMPARE(reading.result("budget", 20.0).bestRound, 3);
        QCOMPARE(reading.result("budget", 20.0).score, 1 - 10.0 / 40.0);
        QCOMPARE(*reading.result("budget", 20.0).referenceUs, 20.0);
        QVERIFY(reading.replyOf(Hash{"k1"}) && reading.replyOf(Hash{"fast"}) && !reading.replyOf(Hash{"other"}));
    }

    void withoutImprovementTheFirstKernelStays()
    {
        Story story;
        story.correctness({evaluatedRound(correctnessTask, 1, "k1", 40.0)});
        story.optimization(2, {evaluatedRound(optimizationTask, 2, "slow", 50.0)});
        const EpisodeClosed result = EpisodeReading(story.run, optimizationTask).result("budget", {});
        QCOMPARE(result.bestKernel.value, std::string("k1"));
        QCOMPARE(*result.bestUs, 40.0);
        QVERIFY(!result.met);
        QCOMPARE(result.score, -story.run.created.settings.delta);
    }

    void episodesEndForTheirReason()
    {
        Story story;
        story.correctness({evaluatedRound(correctnessTask, 1, "k1", 40.0)});
        QCOMPARE(*EpisodeReading(story.run, correctnessTask).endReason(), std::string("solved"));
        story.optimization(2, {evaluatedRound(optimizationTask, 2, "fast", 10.0), evaluatedRound(optimizationTask, 3, "a", 11.0), evaluatedRound(optimizationTask, 4, "b", 12.0)});
        QVERIFY(!EpisodeReading(story.run, optimizationTask).endReason());
        story.run.created.settings.plateau = 2;
        QCOMPARE(*EpisodeReading(story.run, optimizationTask).endReason(), std::string("plateau"));
        story.run.created.settings.plateau = 3;
        QVERIFY(!EpisodeReading(story.run, optimizationTask).endReason());
        story.run.created.settings.rounds = 4;
        QCOMPARE(*EpisodeReading(story.run, optimizationTask).endReason(), std::string("budget"));
    }

    void aRoundWithoutEvaluationIsNotChargedToMemory()
    {
        Story story;
        story.correctness({evaluatedRound(correctnessTask, 1, "k1", 40.0), refusedRound(2)});
        const EpisodeReading reading(story.run, correctnessTask);
        const MemoryLearned facts = reading.facts(reading.result("solved", {}));
        QCOMPARE(facts.retrieved, (std::vector<ExperienceId>{ExperienceId{"a"}, ExperienceId{"b"}}));
        QCOMPARE(facts.adopted, std::vector<ExperienceId>{ExperienceId{"a"}});
        QCOMPARE(facts.score, 1.0);
    }
};

QTEST_GUILESS_MAIN(TestReading)
#include "tst_reading.moc"
