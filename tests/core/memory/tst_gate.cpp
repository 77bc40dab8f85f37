#include "tests/core/memory/memorytest.h"

#include "core/memory/gate.h"

#include <QTest>

using namespace sage;
using namespace sage::test;

/// The trace-completeness gate and the counters of tokens.
class TestGate : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void gate_data();
    void gate();
    void offGateLetsPass();
    void usedRules();
    void estimate_data();
    void estimate();
    void fittedKeepsTheCap_data();
    void fittedKeepsTheCap();
};

static AdoptionRecord record(const char *name, Adoption state, const char *rationale = "it fits")
{
    return {id(name), state, rationale};
}

void TestGate::gate_data()
{
    QTest::addColumn<std::vector<AdoptionRecord>>("declared");
    QTest::addColumn<std::string>("unresolved");
    using Records = std::vector<AdoptionRecord>;
    const auto yes = Adoption::Adopted;
    const auto no = Adoption::NotAdopted;
    QTest::newRow("complete") << Records{record("a", yes), record("b", no)} << std::string();
    QTest::newRow("missing") << Records{record("a", yes)} << std::string("b");
    QTest::newRow("nothing") << Records{} << std::string("ba");
    QTest::newRow("unresolved") << Records{record("a", yes), record("b", Adoption::Unresolved)} << std::string("b");
    QTest::newRow("no rationale") << Records{record("a", yes, " \n"), record("b", no)} << std::string("a");
    QTest::newRow("twice the same") << Records{record("a", yes), record("b", no), record("a", yes, "again")} << std::string();
    QTest::newRow("contradiction") << Records{record("a", yes), record("b", no), record("b", yes)} << std::string("b");
    QTest::newRow("unknown") << Records{record("a", yes), record("b", no), record("x", yes)} << std::string();
    QTest::newRow("second has the reason") << Records{record("a", yes, ""), record("a", yes), record("b", no)} << std::string();
}

void TestGate::gate()
{
    QFETCH(std::vector<AdoptionRecord>, declared);
    QFETCH(std::string, unresolved);
    const GateDecision decision = checkAdoption(ids("ba"), declared);
    QCOMPARE(letters(decision.unresolved), unresolved);
    QCOMPARE(decision.passes, unresolved.empty());
    QCOMPARE(decision.records.size(), 2u);
    QCOMPARE(decision.records[0].id, id("b"));
    QCOMPARE(decision.records[1].id, id("a"));
}

void TestGate::offGateLetsPass()
{
    const GateDecision decision = checkAdoption(ids("ab"), {}, false);
    QVERIFY(decision.passes);
    QCOMPARE(letters(decision.unresolved), "ab");
    QVERIFY(checkAdoption({}, {}).passes);
}

void TestGate::usedRules()
{
    QCOMPARE(letters(usedResidents(ids("ba"), ids("bxb"))), "b");
    QCOMPARE(letters(usedResidents(ids("ba"), ids("xab"))), "ab");
}

void TestGate::estimate_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("tokens");
    QTest::newRow("empty") << std::string() << 0;
    QTest::newRow("words") << std::string("pad the tail") << 3;
    QTest::newRow("long word") << std::string("alignment") << 2;
    QTest::newRow("digits") << std::string("1234 12") << 3;
    QTest::newRow("code") << std::string("x[0] = 1;") << 7;
    QTest::newRow("lines") << std::string("a\n\n    b") << 5;
    QTest::newRow("chinese") << std::string("\xE5\xAF\xB9\xE9\xBD\x90") << 2;
}

void TestGate::estimate()
{
    QFETCH(std::string, text);
    QFETCH(int, tokens);
    QCOMPARE(EstimateCounter().count(text), tokens);
}

void TestGate::fittedKeepsTheCap_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("example");
    std::string words;
    std::string chinese;
    for (int i = 0; i < 400; ++i) {
        words += "word ";
        chinese += "\xE5\xAF\xB9";
    }
    QTest::newRow("short") << std::string("short") << std::string("f();");
    QTest::newRow("long example") << std::string("short") << words;
    QTest::newRow("long text") << words << std::string("f();");
    QTest::newRow("no spaces") << chinese << std::string();
    QTest::newRow("mixed") << "a" + chinese << std::string();
}

void TestGate::fittedKeepsTheCap()
{
    QFETCH(std::string, text);
    QFETCH(std::string, example);
    const EstimateCounter counter;
    const RuleText rule = fitted({id("a"), text, example}, 40, counter);
    const int tokens = tokensOf(Rule{rule.id, rule.text, rule.example, 0, false, false}, counter);
    QVERIFY(tokens <= 40);
    QVERIFY(!rule.text.empty());
    QVERIFY(text.starts_with(rule.text));
    QVERIFY(QString::fromStdString(rule.text).toStdString() == rule.text); // no half characters
    if (tokensOf(Rule{id("a"), text, example, 0, false, false}, counter) <= 40) {
        QCOMPARE(rule.text, text);
        QCOMPARE(rule.example, example);
    } else if (text.size() > 100) {
        QVERIFY(tokens >= 38); // no more dropped than needed
    }
}

QTEST_GUILESS_MAIN(TestGate)
#include "tst_gate.moc"
