#include "tests/core/memory/memorytest.h"

#include <QTest>

using namespace sage;
using namespace sage::test;

/// The worked example of method.md section 9, scores, step sizes, and what learning refuses.
class TestLearning : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void score_data();
    void score();
    void workedExample();
    void expectedUtilityOfTheExample();
    void residentProbability();
    void demotedProbabilityMovesByRetrieval();
    void stepSizeHasAFloor();
    void nobodyAdopted();
    void residentCreditOfUsedRules();
    void quarantine();
    void writtenItemsWaitForTheNextEpisode();
    void skippedEpisodeCountsNothing();
    void eligibilityIsFixedAtTheStart();
    void refusals_data();
    void refusals();
    void replayFindsAChangedValue();
    void missingRuleTextIsAskedForAgain();
    void terminalCountsOfOperators();
};

void TestLearning::score_data()
{
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<double>("minGain");
    QTest::addColumn<bool>("noGainFails");
    QTest::addColumn<double>("z");
    QTest::addColumn<bool>("met");
    const Objective corr = Objective::Correctness;
    const Objective opt = Objective::Optimization;
    QTest::newRow("solved") << Outcome{corr, true, {}, {}} << 0.0 << true << 1.0 << true;
    QTest::newRow("not solved") << Outcome{corr, false, {}, {}} << 0.0 << true << -0.2 << false;
    QTest::newRow("100 to 25") << Outcome{opt, true, 100.0, 25.0} << 0.0 << true << 0.75 << true;
    QTest::newRow("no gain") << Outcome{opt, true, 100.0, 100.0} << 0.0 << true << -0.2 << false;
    QTest::newRow("no gain, zero") << Outcome{opt, true, 100.0, 100.0} << 0.0 << false << 0.0 << false;
    QTest::newRow("below min_gain") << Outcome{opt, true, 100.0, 98.5} << 0.02 << true << -0.2 << false;
    QTest::newRow("at min_gain") << Outcome{opt, true, 100.0, 75.0} << 0.25 << true << 0.25 << true;
    QTest::newRow("nothing measured") << Outcome{opt, false, {}, {}} << 0.0 << true << -0.2 << false;
    QTest::newRow("slower") << Outcome{opt, true, 25.0, 100.0} << 0.0 << true << -0.2 << false;
}

void TestLearning::score()
{
    QFETCH(Outcome, outcome);
    QFETCH(double, minGain);
    QFETCH(bool, noGainFails);
    QFETCH(double, z);
    QFETCH(bool, met);
    Settings settings;
    settings.minGain = minGain;
    settings.optNoGainFails = noGainFails;
    const Score result = terminalScore(outcome, settings);
    QCOMPARE(result.z, z);
    QCOMPARE(result.met, met);
}

void TestLearning::workedExample()
{
    struct Row {
        MemoryLearned facts;
        double xi[3], u[3]; ///< a, b, c
    };
    const Objective corr = Objective::Correctness;
    const std::vector<Row> rows{{facts("One", corr, "abc", "ab", 1), {.5, .5, -.2}, {.25, .25, -.1}},
                                {facts("One", Objective::Optimization, "ab", "a", 1 - 25.0 / 100.0), {.75, -.2, 0}, {.4166667, .1, -.1}},
                                {facts("Two", corr, "abc", "ab", -.2), {-.1, -.1, -.2}, {.2875, .05, -.1333333}}};
    Settings settings;
    MemoryState state = stateWith(settings, "abc");
    for (Row row : rows) {
        QVERIFY(run(state, row.facts));
        for (const CreditCheck &check : row.facts.credits)
            QVERIFY(std::abs(check.credit - row.xi[check.id.value[0] - 'a']) <= 1e-15);
        for (int i = 0; i < 3; ++i)
            QVERIFY(std::abs(state.utility(id(std::string(1, char('a' + i)))) - row.u[i]) < 5e-8);
    }
    QCOMPARE(rows[2].facts.retrieved.size(), 3u);
    QCOMPARE(state.find(id("a"))->history.size(), 3u);
    QCOMPARE(state.find(id("a"))->history[1].adopted, 1);
    QCOMPARE(state.find(id("a"))->history[2].eta, 0.25);
    // The same numbers by the written order of evaluation, in every bit.
    double a = (1 - 0.5) * 0.0 + 0.5 * (1.0 / 2);
    a = (1 - 1.0 / 3) * a + 1.0 / 3 * ((1 - 25.0 / 100.0) / 1);
    a = (1 - 0.25) * a + 0.25 * (-0.2 / 2);
    QCOMPARE(Json(state.utility(id("a"))).dump(), Json(a).dump());
}

/// The example's item a: N_elig = 5, n_ret = 3, L = 120.
static MemoryState exampleAfterFive()
{
    MemoryState state = stateWith({}, "abc");
    std::vector<MemoryLearned> episodes{facts("One", Objective::Correctness, "abc", "ab", 1), facts("One", Objective::Optimization, "ab", "a", 1 - 25.0 / 100.0),
                                        facts("Two", Objective::Correctness, "abc", "ab", -.2), facts("Three", Objective::Correctness, "", "", 1),
                                        facts("Four", Objective::Correctness, "", "", 1)};
    for (MemoryLearned &one : episodes)
        (void)run(state, one);
    MemoryEdited rule = edit("rule-text", "a");
    rule.rule = ruleOf("a", 120);
    (void)state.edit(rule);
    return state;
}

void TestLearning::expectedUtilityOfTheExample()
{
    const MemoryState state = exampleAfterFive();
    const MemoryItem &a = *state.find(id("a"));
    QCOMPARE(state.eligibleCount(a), 5);
    QCOMPARE(a.retrieved, 3);
    QCOMPARE(a.rule->tokens, 120);
    QCOMPARE(state.probability(a), 0.6);
    QVERIFY(std::abs(state.expectedUtility(a) - 1.4375e-3) < 1e-16);
    QCOMPARE(state.expectedUtility(a), (a.utility * (3.0 / 5)) / 120);
}

void TestLearning::residentProbability()
{
    MemoryState state = exampleAfterFive();
    MemoryEdited pinned = edit("pin", "a");
    QVERIFY(state.edit(pinned));
    QCOMPARE(state.probability(*state.find(id("a"))), 0.6);
    const std::map<int, double> expected{{5, .3543}, {10, .2092}, {20, .0729}};
    double before = state.expectedUtility(*state.find(id("a")));
    for (int episode = 1; episode <= 20; ++episode) {
        MemoryLearned unused = facts("Unused" + std::to_string(episode), Objective::Correctness, "", "", 1);
        QVERIFY(run(state, unused));
        const double now = state.expectedUtility(*state.find(id("a")));
        QVERIFY(now < before);
        before = now;
        if (expected.contains(episode))
            QVERIFY(std::abs(state.probability(*state.find(id("a"))) - expected.at(episode)) < 5e-5);
    }
    MemoryLearned used = facts("Used", Objective::Correctness, "", "", 1);
    used.usedRules = ids("a");
    const double p = state.probability(*state.find(id("a")));
    const double u = state.utility(id("a"));
    QVERIFY(run(state, used));
    QCOMPARE(state.probability(*state.find(id("a"))), (1 - 0.1) * p + 0.1 * 1.0);
    QCOMPARE(state.utility(id("a")), u); // a resident's u does not change
}

void TestLearning::demotedProbabilityMovesByRetrieval()
{
    MemoryState state = exampleAfterFive();
    MemoryEdited pinned = edit("pin", "a");
    QVERIFY(state.edit(pinned));
    MemoryEdited off = budget(10000);
    QVERIFY(state.edit(off));
    MemoryEdited unpinned = edit("unpin", "a");
    QVERIFY(state.edit(unpinned));
    QVERIFY(state.find(id("a"))->state == ItemState::Consolidated); // u > 0 and room: it stays by its own U
    MemoryEdited none = budget(0);
    QVERIFY(state.edit(none));
    QCOMPARE(text(none.residency), "-a budget");
    QCOMPARE(state.residentTokens(), 0);
    MemoryLearned without = facts("X", Objective::Correctness, "", "", 1);
    QVERIFY(run(state, without));
    QCOMPARE(state.probability(*state.find(id("a"))), (1 - 0.1) * 0.6 + 0.1 * 0.0);
    const double p = state.probability(*state.find(id("a")));
    MemoryLearned with = facts("Y", Objective::Correctness, "a", "", 1);
    QVERIFY(run(state, with));
    QCOMPARE(state.probability(*state.find(id("a"))), (1 - 0.1) * p + 0.1 * 1.0);
}

void TestLearning::stepSizeHasAFloor()
{
    QCOMPARE(stepSize(1, 0.05), 0.5);
    QCOMPARE(stepSize(9, 0.05), 0.1);
    QCOMPARE(stepSize(19, 0.05), 0.05);
    QCOMPARE(stepSize(1000, 0.05), 0.05);
}

void TestLearning::nobodyAdopted()
{
    MemoryState state = stateWith({}, "ab");
    MemoryLearned one = facts("One", Objective::Correctness, "ab", "", 1);
    QVERIFY(run(state, one));
    QCOMPARE(state.utility(id("a")), -0.1);
    QCOMPARE(state.utility(id("b")), -0.1);
}

void TestLearning::residentCreditOfUsedRules()
{
    Settings settings;
    settings.residentCredit = true;
    MemoryState state = stateWith(settings, "ab");
    MemoryEdited pinned = pin("a", 20);
    QVERIFY(state.edit(pinned));
    MemoryLearned one = facts("One", Objective::Correctness, "b", "b", 1);
    one.usedRules = ids("a");
    QVERIFY(run(state, one));
    // A = {a, b}: they share z; the resident moves by eta_min.
    QCOMPARE(state.utility(id("b")), 0.25);
    QCOMPARE(state.utility(id("a")), 0.05 * 0.5);
    QCOMPARE(one.credits.size(), 2u);
    QCOMPARE(state.find(id("a"))->retrieved, 0);
}

void TestLearning::quarantine()
{
    MemoryState state = stateWith({}, "a");
    QVERIFY(!state.find(id("a"))->quarantined);
    MemoryLearned first = facts("One", Objective::Correctness, "", "", 1);
    first.written = {experience("n")};
    QVERIFY(run(state, first));
    QVERIFY(state.find(id("n"))->quarantined);
    MemoryLearned retrieved = facts("Two", Objective::Correctness, "n", "", 1);
    QVERIFY(run(state, retrieved));
    QVERIFY(state.find(id("n"))->quarantined);
    MemoryLearned adopted = facts("Three", Objective::Correctness, "n", "n", -0.2);
    QVERIFY(run(state, adopted));
    QVERIFY(!state.find(id("n"))->quarantined);
}

void TestLearning::writtenItemsWaitForTheNextEpisode()
{
    MemoryState state = stateWith({}, "a");
    QVERIFY(state.eligible().empty()); // no episode yet
    MemoryLearned one = facts("One", Objective::Correctness, "a", "", 1);
    one.written = {experience("b")};
    QVERIFY(run(state, one));
    QCOMPARE(letters(state.eligible()), "a");
    QCOMPARE(state.eligibleCount(*state.find(id("b"))), 0);
    EpisodeOpened opened;
    opened.episode = EpisodeId("Two/corr");
    QVERIFY(state.apply(opened));
    QCOMPARE(letters(state.eligible()), "ab");
}

void TestLearning::skippedEpisodeCountsNothing()
{
    MemoryState state = stateWith({}, "a");
    EpisodeOpened skipped;
    skipped.episode = EpisodeId("Skipped/corr");
    QVERIFY(state.apply(skipped));
    MemoryEdited added = edit("add");
    added.experience = experience("b");
    QVERIFY(state.edit(added));
    MemoryLearned one = facts("One", Objective::Correctness, "ab", "", 1);
    QVERIFY(run(state, one));
    QCOMPARE(state.eligibleCount(*state.find(id("a"))), 1);
    QCOMPARE(state.eligibleCount(*state.find(id("b"))), 1);
}

void TestLearning::eligibilityIsFixedAtTheStart()
{
    MemoryState state = stateWith({}, "ab");
    EpisodeOpened opened;
    opened.episode = EpisodeId("One/corr");
    QVERIFY(state.apply(opened));
    MemoryEdited added = edit("add");
    added.experience = experience("c");
    MemoryEdited off = edit("disable", "b");
    QVERIFY(state.edit(added));
    QVERIFY(state.edit(off));
    QCOMPARE(letters(state.eligible()), "a"); // c waits, b left at once
    MemoryLearned one = facts("One", Objective::Correctness, "b", "", 1); // retrieved before it was disabled
    QVERIFY(state.learn(one));
    QCOMPARE(state.eligibleCount(*state.find(id("b"))), 1);
    QCOMPARE(state.eligibleCount(*state.find(id("c"))), 0);
    MemoryLearned two = facts("Two", Objective::Correctness, "c", "", 1);
    QVERIFY(run(state, two));
    QCOMPARE(state.eligibleCount(*state.find(id("b"))), 1);
    QCOMPARE(state.eligibleCount(*state.find(id("c"))), 1);
}

void TestLearning::refusals_data()
{
    QTest::addColumn<MemoryLearned>("event");
    QTest::addColumn<QByteArray>("code");
    const Objective corr = Objective::Correctness;
    QTest::newRow("unknown") << facts("One", corr, "az", "", 1) << QByteArray("memory.unknown-item");
    QTest::newRow("adopted, not retrieved") << facts("One", corr, "a", "b", 1) << QByteArray("memory.facts");
    QTest::newRow("repeated") << facts("One", corr, "aab", "", 1) << QByteArray("memory.facts");
    QTest::newRow("unsorted") << facts("One", corr, "ba", "", 1) << QByteArray("memory.facts");
    QTest::newRow("score") << facts("One", corr, "a", "", 1.5) << QByteArray("memory.facts");
    QTest::newRow("not a number") << facts("One", corr, "a", "", std::nan("")) << QByteArray("memory.facts");
    QTest::newRow("another episode") << facts("Other", corr, "a", "", 1) << QByteArray("memory.no-episode");
    MemoryLearned longRule = facts("One", corr, "a", "", 1);
    longRule.abstracted = {ruleOf("a", 500)};
    QTest::newRow("rule too long") << longRule << QByteArray("memory.rule-length");
}

void TestLearning::refusals()
{
    QFETCH(MemoryLearned, event);
    QFETCH(QByteArray, code);
    MemoryState state = stateWith({}, "abc");
    EpisodeOpened opened;
    opened.episode = EpisodeId("One/corr");
    QVERIFY(state.apply(opened));
    const Json before = state.toJson();
    const auto result = state.learn(event);
    QVERIFY(!result);
    QCOMPARE(QByteArray::fromStdString(result.error().code), code);
    QVERIFY(state.toJson() == before);
}

void TestLearning::replayFindsAChangedValue()
{
    MemoryState state = stateWith({}, "ab");
    MemoryState replayed = state;
    MemoryLearned one = facts("One", Objective::Correctness, "ab", "a", 1);
    QVERIFY(run(state, one));
    one.credits[1].after = std::nextafter(one.credits[1].after, 1.0);
    EpisodeOpened opened;
    opened.episode = one.episode;
    QVERIFY(replayed.apply(opened));
    const auto result = replayed.apply(one);
    QVERIFY(!result);
    QCOMPARE(result.error().code, "memory.check");
    QCOMPARE(result.error().args.at("item"), "b");
    QVERIFY(result.error().args.at("stored") != result.error().args.at("derived"));
}

void TestLearning::missingRuleTextIsAskedForAgain()
{
    Settings settings;
    settings.kAdopt = 1;
    settings.kOperators = 1;
    MemoryState state = stateWith(settings, "ab");
    EpisodeOpened opened;
    opened.episode = EpisodeId("One/corr");
    QVERIFY(state.apply(opened));
    MemoryLearned one = facts("One", Objective::Correctness, "a", "a", 1);
    QCOMPARE(letters(state.needsAbstraction(one)), "a");
    QVERIFY(state.learn(one)); // nobody made a text
    QVERIFY(state.find(id("a"))->state == ItemState::Normal);
    MemoryLearned two = facts("Two", Objective::Correctness, "b", "", 1);
    QVERIFY(run(state, two)); // a was not touched, and its text comes now
    QCOMPARE(letters(state.residentIds()), "a");
    QCOMPARE(text(two.residency), "+a fits");
}

void TestLearning::terminalCountsOfOperators()
{
    Settings settings;
    settings.kAdopt = 3;
    settings.kOperators = 2;
    MemoryState state = stateWith(settings, "a");
    for (const char *name : {"One", "Two"}) {
        for (const Objective objective : {Objective::Correctness, Objective::Optimization}) {
            QVERIFY(state.residentIds().empty());
            MemoryLearned one = facts(name, objective, "a", "a", 1);
            QVERIFY(run(state, one));
            if (std::string(name) == "Two")
                break;
        }
    }
    QCOMPARE(state.find(id("a"))->adopted, 3);
    QCOMPARE(state.find(id("a"))->operators.size(), 2u);
    QCOMPARE(letters(state.residentIds()), "a");
}

QTEST_GUILESS_MAIN(TestLearning)
#include "tst_learning.moc"
