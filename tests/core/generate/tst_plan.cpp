#include "core/generate/plan.h"

#include <QTest>

using namespace sage;

class TestPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyValueSurvivesJson()
    {
        for (const PlanDimension &dimension : planDimensions()) {
            for (const Json &value : dimension.values) {
                const Result<Plan> plan = withDimension(Plan(), dimension.name, value);
                QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.c_str());
                QVERIFY(valueOf(*plan, dimension.name) == value);
                const Result<Plan> again = planFromJson(toJson(*plan));
                QVERIFY(again && *again == *plan);
            }
        }
        QVERIFY(planDimensions().size() >= 8);
    }

    void wrongPlansAreNamed()
    {
        QCOMPARE(planFromJson({{"colour", "red"}}).error().code, std::string("plan.dimension"));
        QCOMPARE(planFromJson({{"tail", "glued"}}).error().code, std::string("plan.value"));
        QCOMPARE(planFromJson({{"tileLength", 100}}).error().code, std::string("plan.value"));
        QCOMPARE(planFromJson({{"buffers", "2"}}).error().code, std::string("plan.value"));
        QCOMPARE(planFromJson(Json::array()).error().code, std::string("plan.value"));
        QVERIFY(planFromJson({{"tail", "glued"}}).error().message.find("padded") != std::string::npos);
    }

    void changesSurviveJson()
    {
        const PlanChange change{"tail", "none", "padded", {{"features", {"ragged"}}}};
        const Result<PlanChange> again = planChangeFromJson(toJson(change));
        QVERIFY(again.has_value());
        QVERIFY(*again == change);
        QCOMPARE(planChangeFromJson("padded").error().code, std::string("plan.change"));
        QCOMPARE(planChangeFromJson({{"dimension", "tail"}}).error().code, std::string("plan.change"));
        QCOMPARE(planChangeFromJson({{"dimension", "hue"}, {"to", 1}}).error().code, std::string("plan.dimension"));
    }

    void changesApply()
    {
        Plan plan;
        plan.tileLength = 1024;
        QCOMPARE(applied(plan, {"tileLength", {}, {{"times", 2}}, {}})->tileLength, 2048);
        QCOMPARE(applied(plan, {"tileLength", {}, {{"times", 0.001}}, {}})->tileLength, 64);
        QCOMPARE(applied(plan, {"buffers", {}, 2, {}})->buffers, 2);
        QCOMPARE(applied(plan, {"tail", {}, {{"times", 2}}, {}}).error().code, std::string("plan.change"));
    }

    void differencesLeadFromOneToTheOther()
    {
        Plan other;
        other.buffers = 2;
        other.compute = ComputeType::Native;
        other.inPlace = false;
        Plan plan;
        const std::vector<PlanChange> changes = differences(plan, other);
        QCOMPARE(changes.size(), std::size_t(3));
        for (const PlanChange &change : changes)
            plan = *applied(plan, change);
        QVERIFY(plan == other);
        QVERIFY(differences(plan, other).empty());
        QCOMPARE(describe({"tail", "none", "padded", {}}), std::string("the handling of tails: padded instead of none"));
    }
};

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
