#include "tests/core/memory/memorytest.h"

#include <QTest>

using namespace sage;
using namespace sage::test;

/// UGC steps 5 to 8, and what a person's changes do to hot memory.
class TestResidency : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void selection_data();
    void selection();
    void hysteresis();
    void pinIsResidentAndRefusedWhereItDoesNotFit();
    void budgetHoldsAtOnce();
    void tokenizerChange();
    void personsWordingStays();
    void takenOut();
    void unpinned();
    void residentOrder();
    void editRefusals_data();
    void editRefusals();
};

static Candidate candidate(const char *name, double utility, double expected, int tokens, bool resident = false, bool pinned = false)
{
    return {id(name), utility, expected, tokens, resident, pinned};
}

void TestResidency::selection_data()
{
    QTest::addColumn<std::vector<Candidate>>("candidates");
    QTest::addColumn<int>("budget");
    QTest::addColumn<std::string>("resident");
    QTest::addColumn<std::string>("changes");
    using List = std::vector<Candidate>;
    QTest::newRow("empty") << List{} << 100 << std::string() << std::string();
    QTest::newRow("by U") << List{candidate("a", .1, 1, 40), candidate("b", .1, 2, 40), candidate("c", .1, 3, 40)} << 100 << std::string("cb") << std::string("+c fits, +b fits");
    QTest::newRow("skip and go on") << List{candidate("a", .1, 3, 60), candidate("b", .1, 2, 60), candidate("c", .1, 1, 40)} << 100 << std::string("ac") << std::string("+a fits, +c fits");
    QTest::newRow("ties: smaller L, then id") << List{candidate("b", .1, 1, 20), candidate("a", .1, 1, 20), candidate("c", .1, 1, 10)} << 100 << std::string("cab")
                                              << std::string("+c fits, +a fits, +b fits");
    QTest::newRow("no utility") << List{candidate("a", 1e-9, 1, 10), candidate("b", 2e-9, 1, 10)} << 100 << std::string("b") << std::string("+b fits");
    QTest::newRow("resident without utility") << List{candidate("a", 0, 0, 10, true)} << 100 << std::string() << std::string("-a gate");
    QTest::newRow("displaced") << List{candidate("a", .1, 1, 60, true), candidate("b", .1, 2, 60)} << 100 << std::string("b") << std::string("-a displaced by b, +b displaced by a");
    QTest::newRow("two go for one") << List{candidate("a", .1, 1, 50, true), candidate("b", .1, .9, 50, true), candidate("c", .1, 2, 90)} << 100 << std::string("c")
                                    << std::string("-a displaced by c, -b displaced by c, +c displaced by a");
    QTest::newRow("budget") << List{candidate("a", .1, 1, 60, true), candidate("b", .1, 2, 60, true)} << 100 << std::string("b") << std::string("-a budget");
    QTest::newRow("pinned first, whatever its u") << List{candidate("a", -.5, -1, 60, false, true), candidate("b", .1, 2, 60, true)} << 100 << std::string("a")
                                                  << std::string("-b displaced by a, +a pinned by b");
    QTest::newRow("pinned into room") << List{candidate("a", -.5, -1, 60, false, true)} << 100 << std::string("a") << std::string("+a pinned");
    QTest::newRow("resident stays") << List{candidate("a", .1, 1, 60, true)} << 60 << std::string("a") << std::string();
}

void TestResidency::selection()
{
    QFETCH(std::vector<Candidate>, candidates);
    QFETCH(int, budget);
    QFETCH(std::string, resident);
    QFETCH(std::string, changes);
    const UtilityConsolidation rule;
    const Selection selection = selectResidents(candidates, &rule, {budget, 0, 0});
    QCOMPARE(letters(selection.resident), resident);
    QCOMPARE(text(selection.changes), changes);
    QVERIFY(selection.tokens <= budget);
}

void TestResidency::hysteresis()
{
    const UtilityConsolidation rule;
    const auto residentAt = [&](double newcomer, double h) {
        return letters(selectResidents({candidate("a", .1, 1.0, 60, true), candidate("b", .1, newcomer, 50)}, &rule, {100, h, 0}).resident);
    };
    QCOMPARE(residentAt(1.0, 0), "b");   // a tie goes to the smaller L
    QCOMPARE(residentAt(1.25, 0.5), "a");
    QCOMPARE(residentAt(1.5, 0.5), "a"); // not above
    QCOMPARE(residentAt(1.51, 0.5), "b");
}

void TestResidency::pinIsResidentAndRefusedWhereItDoesNotFit()
{
    Settings settings;
    settings.budgetTokens = 100;
    MemoryState state = stateWith(settings, "ab");
    MemoryEdited first = pin("a", 60);
    QVERIFY(state.edit(first));
    QCOMPARE(text(first.residency), "+a pinned");
    QCOMPARE(first.residentTokens, 60);
    const Json before = state.toJson();
    MemoryEdited second = pin("b", 41);
    const auto refused = state.edit(second);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, "memory.pin-budget");
    QVERIFY(state.toJson() == before);
    MemoryEdited lower = budget(59);
    QCOMPARE(state.edit(lower).error().code, "memory.budget-pinned");
    MemoryEdited longer = edit("rule-text", "a");
    longer.rule = ruleOf("a", 101);
    QCOMPARE(state.edit(longer).error().code, "memory.pin-budget");
    QVERIFY(state.toJson() == before);
    MemoryEdited third = pin("b", 40);
    QVERIFY(state.edit(third));
    QCOMPARE(third.residentTokens, 100);
}

/// Three rules of 30 tokens, a the most useful.
static MemoryState threeResidents(int tokens = 30)
{
    Settings settings;
    settings.kAdopt = 1;
    settings.kOperators = 1;
    settings.budgetTokens = 100;
    MemoryState state = stateWith(settings, "abc");
    MemoryLearned one = facts("One", Objective::Correctness, "c", "c", 0.2);
    MemoryLearned two = facts("Two", Objective::Correctness, "b", "b", 0.6);
    MemoryLearned three = facts("Three", Objective::Correctness, "a", "a", 1);
    for (MemoryLearned *event : {&one, &two, &three})
        (void)run(state, *event, tokens);
    return state;
}

void TestResidency::budgetHoldsAtOnce()
{
    MemoryState state = threeResidents();
    QCOMPARE(state.residentTokens(), 90);
    MemoryEdited lower = budget(65);
    QVERIFY(state.edit(lower));
    QCOMPARE(state.residentTokens(), 60);
    QCOMPARE(lower.residency.size(), 1u);
    QVERIFY(!lower.residency[0].promoted);
    MemoryEdited longer = edit("rule-text", "a");
    longer.rule = ruleOf("a", 40);
    QVERIFY(state.edit(longer));
    QVERIFY(state.residentTokens() <= 65);
    MemoryEdited raise = budget(200);
    QVERIFY(state.edit(raise));
    QCOMPARE(state.residentTokens(), 100);
    QCOMPARE(state.resident().size(), 3u);
}

void TestResidency::tokenizerChange()
{
    MemoryState state = threeResidents();
    MemoryEdited bytes = edit("tokenizer");
    bytes.tokenizer = "bytes";
    QVERIFY(state.edit(bytes));
    QVERIFY(state.residentTokens() <= 100);
    QCOMPARE(state.residentIds().size(), 1u);
    QCOMPARE(state.find(id("a"))->rule->tokens, int(residentText(*state.find(id("a"))->rule).size()));
    MemoryEdited unknown = edit("tokenizer");
    unknown.tokenizer = "none";
    QCOMPARE(state.edit(unknown).error().code, "memory.unknown-tokenizer");
}

void TestResidency::personsWordingStays()
{
    Settings settings;
    settings.kAdopt = 1;
    settings.kOperators = 1;
    MemoryState state = stateWith(settings, "a");
    MemoryEdited words = edit("rule-text", "a");
    words.rule = RuleText{id("a"), "a person's own words", {}};
    QVERIFY(state.edit(words));
    QVERIFY(state.residentIds().empty()); // by hand, not pinned: it waits for the gate
    MemoryLearned one = facts("One", Objective::Correctness, "a", "a", 1);
    one.abstracted = {ruleOf("a", 10)};
    QVERIFY(run(state, one));
    QCOMPARE(letters(state.residentIds()), "a");
    QCOMPARE(state.resident()[0].text, "a person's own words");
    QVERIFY(state.resident()[0].byPerson);
}

void TestResidency::takenOut()
{
    MemoryState state = threeResidents();
    MemoryEdited off = edit("disable", "a");
    QVERIFY(state.edit(off));
    QCOMPARE(text(off.residency), "-a disabled");
    QCOMPARE(off.residentTokens, 60);
    MemoryEdited gone = edit("delete", "b");
    QVERIFY(state.edit(gone));
    QCOMPARE(text(gone.residency), "-b deleted");
    const MemoryView view = state.view();
    QCOMPARE(view.items.size(), 2u);
    QCOMPARE(view.tombstones.size(), 1u);
    QCOMPARE(view.residencyLog.size(), view.residencyEpisode.size());
    MemoryEdited restored = edit("restore", "b");
    QVERIFY(state.edit(restored));
    QCOMPARE(text(restored.residency), "+b fits"); // its gate holds and its rule is stored
    MemoryEdited on = edit("enable", "a");
    QVERIFY(state.edit(on));
    QCOMPARE(state.resident().size(), 3u);
    MemoryEdited pinned = edit("pin", "a");
    QVERIFY(state.edit(pinned));
    MemoryEdited refused = edit("disable", "a");
    QCOMPARE(state.edit(refused).error().code, "memory.pinned");
}

void TestResidency::unpinned()
{
    MemoryState state = stateWith({}, "a");
    MemoryEdited pinned = pin("a", 30);
    QVERIFY(state.edit(pinned));
    MemoryEdited off = edit("unpin", "a");
    QVERIFY(state.edit(off));
    QCOMPARE(text(off.residency), "-a unpinned"); // u = 0: nothing else holds it
    QCOMPARE(text(state.view().residencyLog), "+a pinned, -a unpinned");
    QVERIFY(state.find(id("a"))->rule.has_value()); // the rule stays stored
}

void TestResidency::residentOrder()
{
    const MemoryState state = threeResidents();
    const std::vector<ExperienceId> order = state.residentIds();
    QCOMPARE(order.size(), 3u);
    for (std::size_t i = 1; i < order.size(); ++i)
        QVERIFY(state.expectedUtility(*state.find(order[i - 1])) >= state.expectedUtility(*state.find(order[i])));
}

void TestResidency::editRefusals_data()
{
    QTest::addColumn<MemoryEdited>("event");
    QTest::addColumn<std::string>("code");
    MemoryEdited known = edit("add");
    known.experience = experience("a");
    MemoryEdited otherId = edit("edit", "a");
    otherId.experience = experience("b");
    QTest::newRow("no action") << edit("paint", "a") << std::string("memory.edit");
    QTest::newRow("unknown") << edit("disable", "z") << std::string("memory.unknown-item");
    QTest::newRow("known") << known << std::string("memory.known-item");
    QTest::newRow("nothing to add") << edit("add") << std::string("memory.edit");
    QTest::newRow("other id") << otherId << std::string("memory.edit");
    QTest::newRow("pin without rule") << edit("pin", "a") << std::string("memory.edit");
    QTest::newRow("not pinned") << edit("unpin", "a") << std::string("memory.edit");
    QTest::newRow("not disabled") << edit("enable", "a") << std::string("memory.edit");
    QTest::newRow("not deleted") << edit("restore", "a") << std::string("memory.edit");
    QTest::newRow("deleted") << edit("edit", "d") << std::string("memory.deleted");
    QTest::newRow("no budget") << edit("budget") << std::string("memory.edit");
    QTest::newRow("negative budget") << budget(-1) << std::string("memory.edit");
    QTest::newRow("empty rule") << edit("rule-text", "a") << std::string("memory.edit");
}

void TestResidency::editRefusals()
{
    QFETCH(MemoryEdited, event);
    QFETCH(std::string, code);
    MemoryState state = stateWith({}, "ad");
    MemoryEdited gone = edit("delete", "d");
    QVERIFY(state.edit(gone));
    const Json before = state.toJson();
    const auto result = state.edit(event);
    QVERIFY(!result);
    QCOMPARE(result.error().code, code);
    QVERIFY(state.toJson() == before);
}

QTEST_GUILESS_MAIN(TestResidency)
#include "tst_residency.moc"
