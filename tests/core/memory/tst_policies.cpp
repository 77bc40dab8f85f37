#include "tests/core/memory/memorytest.h"

#include "core/memory/index.h"
#include "core/memory/shuffle.h"

#include "core/model/policynames.h"

#include <QTest>

#include <set>

using namespace sage;
using namespace sage::test;

/// Policies as data, snapshots, imports of a whole memory, and the shuffled control.
class TestPolicies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void names();
    void credit_data();
    void credit();
    void readOnlyLearnsNothing();
    void noUgcConsolidatesNothing();
    void untracedCountsRetrievals();
    void refinementRetrievesNothing();
    void shortestFirst();
    void randomKeysDependOnSeedAndId();
    void importOfAWholeMemory();
    void importRefusals();
    void shuffledExperiences();
    void shuffledMemory();
    void brokenSnapshots();
};

static Settings settingsFor(const std::string &policy, int gate = 1)
{
    Settings settings;
    settings.policy = policy;
    settings.kAdopt = gate;
    settings.kOperators = gate;
    return settings;
}

void TestPolicies::names()
{
    // The list that settings are checked against and the window offers is the list of what exists.
    std::set<std::string_view> offered(policyNames().begin(), policyNames().end());
    std::set<std::string_view> implemented;
    for (const Policy &policy : policies())
        implemented.insert(policy.name);
    QVERIFY(offered == implemented);
    for (const Policy &policy : policies()) {
        QVERIFY(policy.rank);
        QCOMPARE(policyNamed(policy.name)->name, policy.name);
        Settings settings;
        settings.policy = std::string(policy.name);
        QVERIFY2(validate(settings), settings.policy.c_str());
    }
    const auto unknown = policyNamed("nothing");
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, "memory.unknown-policy");
}

void TestPolicies::credit_data()
{
    QTest::addColumn<std::string>("policy");
    QTest::addColumn<double>("adopted");
    QTest::addColumn<double>("unused");
    QTest::newRow("sage") << std::string("sage") << 0.5 << -0.1;
    QTest::newRow("uniform-credit") << std::string("uniform-credit") << 0.5 << 0.5;
    QTest::newRow("uniform-notrace") << std::string("uniform-notrace") << 0.5 << 0.5;
    QTest::newRow("no-ugc") << std::string("no-ugc") << 0.5 << -0.1;
    QTest::newRow("write-only") << std::string("write-only") << 0.0 << 0.0;
    QTest::newRow("static-rag") << std::string("static-rag") << 0.0 << 0.0;
}

void TestPolicies::credit()
{
    QFETCH(std::string, policy);
    QFETCH(double, adopted);
    QFETCH(double, unused);
    MemoryState state = stateWith(settingsFor(policy), "ab");
    MemoryLearned one = facts("One", Objective::Correctness, "ab", "a", 1);
    QVERIFY(run(state, one));
    QCOMPARE(state.utility(id("a")), adopted);
    QCOMPARE(state.utility(id("b")), unused);
}

void TestPolicies::readOnlyLearnsNothing()
{
    MemoryState state = stateWith(settingsFor("read-only"), "ab");
    MemoryLearned one = facts("One", Objective::Correctness, "ab", "a", 1);
    one.written = {experience("n")};
    QVERIFY(run(state, one));
    QVERIFY(one.credits.empty());
    QVERIFY(!state.find(id("n")));
    QCOMPARE(state.find(id("a"))->retrieved, 0);
    QCOMPARE(state.eligibleCount(*state.find(id("a"))), 0);
    QCOMPARE(letters(state.eligible()), "ab");
}

void TestPolicies::noUgcConsolidatesNothing()
{
    MemoryState state = stateWith(settingsFor("no-ugc"), "ab");
    MemoryLearned one = facts("One", Objective::Correctness, "a", "a", 1);
    QVERIFY(run(state, one));
    QVERIFY(one.abstracted.empty());
    QVERIFY(state.residentIds().empty());
    QVERIFY(state.gateHolds(*state.find(id("a"))));
}

void TestPolicies::untracedCountsRetrievals()
{
    MemoryState state = stateWith(settingsFor("uniform-notrace"), "ab");
    MemoryLearned one = facts("One", Objective::Correctness, "ab", "", 1);
    one.written = {experience("n")};
    QVERIFY(run(state, one));
    QCOMPARE(state.find(id("b"))->adopted, 1);
    QCOMPARE(state.find(id("b"))->operators.size(), 1u);
    QCOMPARE(letters(state.residentIds()), "ab");
    MemoryLearned failed = facts("Two", Objective::Correctness, "n", "", -0.2);
    QVERIFY(run(state, failed));
    QVERIFY(state.find(id("n"))->quarantined);
    MemoryLearned solved = facts("Three", Objective::Correctness, "n", "", 1);
    QVERIFY(run(state, solved));
    QVERIFY(!state.find(id("n"))->quarantined);
}

void TestPolicies::refinementRetrievesNothing()
{
    MemoryState state = stateWith(settingsFor("refinement"), "ab");
    MemoryLearned one = facts("One", Objective::Correctness, "", "", 1);
    QVERIFY(run(state, one));
    auto index = MemoryIndex::create(state);
    QVERIFY(index);
    QVERIFY(index->retrieve("experience", state)->empty());
}

void TestPolicies::shortestFirst()
{
    const ShortestConsolidation rule;
    const Selection selection = selectResidents({{id("a"), .9, 9, 60, false, false}, {id("b"), .1, 1, 50, false, false}}, &rule, {100, 0, 0});
    QCOMPARE(letters(selection.resident), "b");
}

void TestPolicies::randomKeysDependOnSeedAndId()
{
    const RandomConsolidation rule;
    const Candidate a{id("a"), .1, 1, 10, false, false};
    const Candidate b{id("b"), .9, 9, 10, true, false};
    Candidate later = a;
    later.utility = .5;
    later.expected = 7;
    QCOMPARE(rule.priority(a, 1), rule.priority(later, 1));
    QVERIFY(rule.priority(a, 1) != rule.priority(a, 2));
    QVERIFY(rule.priority(a, 1) != rule.priority(b, 1));
}

/// a resident, b with a value, c untouched.
static MemoryState learnt()
{
    MemoryState state = stateWith(settingsFor("sage"), "abc");
    MemoryLearned one = facts("One", Objective::Correctness, "ab", "a", 1);
    (void)run(state, one, 30);
    return state;
}

void TestPolicies::importOfAWholeMemory()
{
    const MemoryState source = learnt();
    Settings settings = settingsFor("sage");
    settings.budgetTokens = 500;
    MemoryState target = MemoryState::create(settings, 99).value();
    MemoryImported event;
    event.source = "file";
    event.state = source.toJson();
    event.experiences = {experience("a", "another text"), experience("x")};
    QVERIFY(target.apply(event));
    QCOMPARE(target.utility(id("a")), source.utility(id("a")));
    QCOMPARE(letters(target.residentIds()), "a");
    QCOMPARE(target.settings().budgetTokens, 500);
    QCOMPARE(*target.experience(id("a")), *source.experience(id("a"))); // known ids are skipped
    QVERIFY(target.eligible().empty());
    MemoryLearned next = facts("Two", Objective::Correctness, "b", "b", 1);
    QVERIFY(run(target, next));
    QCOMPARE(target.eligibleCount(*target.find(id("b"))), 2);
    QCOMPARE(target.eligibleCount(*target.find(id("x"))), 1);

    settings.budgetTokens = 10; // the rule does not fit here: it goes back to the pool
    MemoryState small = MemoryState::create(settings, 99).value();
    QVERIFY(small.apply(event));
    QCOMPARE(small.residentTokens(), 0);
    QVERIFY(small.residentIds().empty());
}

void TestPolicies::importRefusals()
{
    MemoryState state = stateWith({}, "a");
    MemoryImported whole;
    whole.source = "file";
    whole.state = learnt().toJson();
    QCOMPARE(state.apply(whole).error().code, "memory.import");
    MemoryImported nameless;
    nameless.experiences = {Experience()};
    QCOMPARE(state.apply(nameless).error().code, "memory.import");
    MemoryState pinnedSource = learnt();
    MemoryEdited pinned = edit("pin", "a");
    QVERIFY(pinnedSource.edit(pinned));
    Settings settings;
    settings.budgetTokens = 10;
    MemoryState small = MemoryState::create(settings).value();
    whole.state = pinnedSource.toJson();
    QCOMPARE(small.apply(whole).error().code, "memory.budget-pinned");
    QVERIFY(small.items().empty());
}

void TestPolicies::shuffledExperiences()
{
    const std::vector<Experience> before = imported("abcdefgh").experiences;
    const std::vector<Experience> after = shuffledContents(before, 5);
    std::set<std::string> titles;
    for (std::size_t i = 0; i < before.size(); ++i) {
        QCOMPARE(after[i].id, before[i].id);
        QVERIFY(after[i].title != before[i].title); // nobody keeps its own
        titles.insert(after[i].title);
    }
    QCOMPARE(titles.size(), before.size());
    QVERIFY(after == shuffledContents(before, 5));
    QVERIFY(after != shuffledContents(before, 6));
    QCOMPARE(shuffledContents({before[0]}, 5)[0], before[0]);
}

void TestPolicies::shuffledMemory()
{
    const MemoryState before = learnt();
    const auto after = shuffledContents(before, 5);
    QVERIFY(after);
    for (const auto &[one, item] : before.items()) {
        QCOMPARE(after->find(one)->utility, item.utility);
        QCOMPARE(after->find(one)->retrieved, item.retrieved);
        QVERIFY(after->experience(one)->title != item.experience->title);
        QCOMPARE(after->experience(one)->id, one);
    }
    QCOMPARE(after->residentIds(), before.residentIds());
    const Rule rule = after->resident()[0];
    QVERIFY(rule.text.find(after->experience(rule.id)->title) != std::string::npos);
    QCOMPARE(tokensOf(rule, after->counter()), rule.tokens);
    QVERIFY(rule.tokens <= before.resident()[0].tokens);
    QCOMPARE(after->residentTokens(), rule.tokens);
}

void TestPolicies::brokenSnapshots()
{
    Json json = learnt().toJson();
    QVERIFY(MemoryState::fromJson(json));
    for (const char *field : {"items", "settings", "tokenizer", "version"}) {
        Json broken = json;
        broken.erase(field);
        QCOMPARE(MemoryState::fromJson(broken).error().code, "json.shape");
    }
    json["tokenizer"] = "none";
    QCOMPARE(MemoryState::fromJson(json).error().code, "memory.unknown-tokenizer");
}

QTEST_GUILESS_MAIN(TestPolicies)
#include "tst_policies.moc"
