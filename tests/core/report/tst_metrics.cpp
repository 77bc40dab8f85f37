#include "core/report/metrics.h"
#include "core/report/text.h"

#include <QtTest>

using namespace sage;

namespace {

[[nodiscard]] TaskView task(const char *name, int level, TaskState state, int firstCorrect, std::optional<double> first, std::optional<double> best, std::optional<double> reference)
{
    TaskView view;
    view.entry.operatorName = name;
    view.entry.level = level;
    view.state = state;
    view.firstCorrectRound = firstCorrect;
    view.firstUs = first;
    view.bestUs = best;
    view.referenceUs = reference;
    view.roundsUsed = 10;
    EpisodeView episode;
    RoundView round;
    round.evaluated = RoundEvaluated();
    round.evaluated->compiled = firstCorrect > 0 || level == 2;
    episode.rounds.push_back(round);
    view.correctness = std::make_shared<const EpisodeView>(episode);
    return view;
}

[[nodiscard]] RunSnapshot sample()
{
    RunSnapshot snapshot;
    snapshot.run = RunId("r1");
    snapshot.created.seed = 7;
    snapshot.created.generator = "synthesizer";
    snapshot.created.generatorOptions = {{"faultRate", 0.5}};
    snapshot.created.settings.policy = "uniform-credit";
    snapshot.created.settings.scaleByMax = false;
    snapshot.memory = std::make_shared<const MemoryView>();
    snapshot.tasks = {task("A", 1, TaskState::Solved, 2, 100, 25, 50), task("B", 1, TaskState::Failed, 0, {}, {}, {}), task("C", 2, TaskState::Solved, 6, 30, 20, 10),
                      task("D", 2, TaskState::Skipped, 0, {}, {}, {}), task("E", 2, TaskState::Failed, 0, {}, {}, {})};
    return snapshot;
}

} // namespace

class TestMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWithDenominators();
    void adoptionCountsItemsOncePerEpisode();
    void exports();
    void median();
    void formatsWithoutLocale();
    void alignsFigures();
};

void TestMetrics::countsWithDenominators()
{
    const RunReport report = reportOf(sample());
    QCOMPARE(report.rows.size(), std::size_t(3));
    const MetricsRow &all = report.rows[0];
    QCOMPARE(all.operators, 4); // the skipped one is in no denominator
    QCOMPARE(all.compiled, 3);
    QCOMPARE(all.solved, 2);
    QCOMPARE(all.compared, 2);
    QCOMPARE(all.faster, 1); // 50 / 25 > 1, 10 / 20 is not
    QCOMPARE(*all.medianSelf, 2.75);
    QCOMPARE(*all.minSelf, 1.5);
    QCOMPARE(*all.maxSelf, 4.0);
    QCOMPARE(*all.medianFirstCorrect, 4.0);
    QCOMPARE(report.rows[1].operators, 2);
    QCOMPARE(report.rows[2].operators, 2);
}

void TestMetrics::adoptionCountsItemsOncePerEpisode()
{
    RunSnapshot snapshot = sample();
    snapshot.tasks.resize(1);
    EpisodeView episode;
    for (int number = 1; number <= 3; ++number) {
        RoundView round;
        round.round = number;
        for (const char *id : {"a", "b"})
            round.opened.retrieved.emplace_back().id = ExperienceId(id);
        round.declared = RoundDeclared{{}, number, {{ExperienceId("a"), number == 2 ? Adoption::Adopted : Adoption::NotAdopted, "r"}, {ExperienceId("b"), Adoption::NotAdopted, "r"}}, {}};
        if (number < 3) // the third round has no evaluation: it is in neither R nor A
            round.evaluated = RoundEvaluated();
        else
            round.opened.retrieved.emplace_back().id = ExperienceId("c");
        episode.rounds.push_back(round);
    }
    snapshot.tasks[0].optimization = std::make_shared<const EpisodeView>(episode);
    const RunReport report = reportOf(snapshot);
    QCOMPARE(report.adopted, 1);
    QCOMPARE(report.retrieved, 2);
    QCOMPARE(report.adoptions, 1);
    QCOMPARE(report.declarations, 6);
    QVERIFY(toText(report).find("Adoption: 1/2 (50.0 %)") != std::string::npos);
    QCOMPARE(toJson(report)["adoption"]["episode_retrieved"].get<int>(), 2);
}

void TestMetrics::exports()
{
    const RunReport report = reportOf(sample());
    const Json json = toJson(report);
    QCOMPARE(json["metrics"][0]["er"]["count"].get<int>(), 2);
    QCOMPARE(json["metrics"][0]["er"]["of"].get<int>(), 4);
    QVERIFY(json["operators"][1]["t_best_us"].is_null());
    const std::string csv = toCsv(report);
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 6);
    const std::string options = "{\"declarationNoise\":0.03,\"demand\":0.45,\"faultRate\":0.5,\"incomplete\":0.05,\"misread\":0.05,\"most\":2,\"startQuality\":0.1}";
    QVERIFY2(csv.find("A,1,solved,1,1,10,2,100.0,25.0,4.0,50.0,2.0,r1,7,uniform-credit,min-max,synthesizer,\"{\"\"declarationNoise\"\":0.03,") != std::string::npos, csv.c_str());
    QVERIFY(toText(report).find("2/4 (50.0 %)") != std::string::npos);
    // What results depend on is in every form: options that were not given have their defaults.
    QCOMPARE(json["generator_options"].dump(), options);
    QCOMPARE(json["relevance_scaling"].get<std::string>(), std::string("min-max"));
    QCOMPARE(json["policy"].get<std::string>(), std::string("uniform-credit"));
    QCOMPARE(json["seed"].get<int>(), 7);
    const std::string text = toText(report);
    for (const char *said : {"policy uniform-credit", "seed 7", "Relevance scaled by min-max", "faultRate 0.5", "declarationNoise 0.03"})
        QVERIFY2(text.find(said) != std::string::npos, text.c_str());
}

void TestMetrics::median()
{
    QVERIFY(!medianOf({}).has_value());
    QCOMPARE(*medianOf({3, 1, 2}), 2.0);
    QCOMPARE(*medianOf({4, 1, 2, 3}), 2.5);
}

void TestMetrics::formatsWithoutLocale()
{
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(fixed(1234.5, 2), std::string("1234.50"));
    QCOMPARE(significant(2.384185791015625e-07), std::string("2.38e-07"));
    QCOMPARE(significant(0.25), std::string("0.25"));
    QCOMPARE(significant(0), std::string("0"));
    QCOMPARE(csvCell("a,\"b\""), std::string("\"a,\"\"b\"\"\""));
}

void TestMetrics::alignsFigures()
{
    QCOMPARE(alignedTable({{"id", "u", "of", "title"}, {"7", "-0.5", "-", "one"}, {"long", "12", "3/4", "another"}}),
             std::string("id       u   of  title\n"
                         "----  ----  ---  -------\n"
                         "7     -0.5    -  one\n"
                         "long    12  3/4  another\n"));
    QCOMPARE(leftAlignedRows({{"a", "1"}, {"bc", "22"}}), std::string("a   1\nbc  22\n"));
}

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
