// What the chart and the budget bar draw, as values, and the chart's series after a run grew.

#include "fixture.h"

#include "ui/memory/budgetbar.h"
#include "ui/utility/utilitychart.h"
#include "ui/utility/utilityseries.h"

#include <QLineSeries>
#include <QTest>
#include <QValueAxis>

using namespace sage;
using namespace sage::ui;

class TestUtility : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unchangedUtilityIsLevel();
    void everyWholeXShowsTheTrueValue();
    void rangeHoldsZeroAndAllPoints();
    void tellingItemsAreTheMostAdopted();
    void chartHoldsTheSeries();
    void budgetSegmentsFillTheBar();
};

void TestUtility::unchangedUtilityIsLevel()
{
    MemoryItemView item;
    item.history = {{2, 0, 0.25, 0.5, 0.5, 1, 1}, {5, 0.25, 0.1, -0.2, 1.0 / 3, 1, 2}};
    item.utility = 0.1;
    QCOMPARE(utilityPoints(item, 7), (std::vector<QPointF>{{1, 0}, {2, 0.25}, {4, 0.25}, {5, 0.1}, {7, 0.1}}));
    QCOMPARE(utilityPoints(item, 5), (std::vector<QPointF>{{1, 0}, {2, 0.25}, {4, 0.25}, {5, 0.1}}));
    QVERIFY(utilityPoints(MemoryItemView(), 7).empty());
}

void TestUtility::everyWholeXShowsTheTrueValue()
{
    Demo demo;
    demo.run(4);
    const SnapshotPtr run = demo.snapshot();
    for (const MemoryItemView &item : run->memory->items) {
        if (item.history.empty())
            continue;
        const std::vector<QPointF> points = utilityPoints(item, run->memory->episodes);
        QCOMPARE(points.back(), QPointF(run->memory->episodes, item.utility));
        for (std::size_t i = 1; i < points.size(); ++i)
            QVERIFY(points[i].x() > points[i - 1].x());
    }
    QCOMPARE(meanPoints(*run->memory).size(), static_cast<std::size_t>(run->memory->episodes));
}

void TestUtility::rangeHoldsZeroAndAllPoints()
{
    const auto [low, high] = utilityRange({{{1, 0.31}, {2, 0.55}}, {{1, -0.05}}});
    QVERIFY(low <= -0.05 && low >= -0.2 - 1e-12);
    QVERIFY(high >= 0.55 && high <= 0.6 + 1e-12);
    QCOMPARE(utilityRange({{{1, 1.0}, {2, -1.0}}}), std::pair(-1.0, 1.0));
    const auto [empty, top] = utilityRange({});
    QVERIFY(empty < 0 && top > 0);
}

void TestUtility::tellingItemsAreTheMostAdopted()
{
    MemoryView memory;
    const auto item = [](const char *id, int adopted, int retrieved, bool touched) {
        MemoryItemView one;
        one.experience.id = ExperienceId(id);
        one.adopted = adopted;
        one.retrieved = retrieved;
        if (touched)
            one.history.push_back({1, 0, 0.1, 0.2, 0.5, 1, 1});
        return one;
    };
    memory.items = {item("a", 1, 5, true), item("b", 3, 3, true), item("c", 9, 9, false), item("d", 1, 5, true)};
    QCOMPARE(tellingItems(memory, 2), (std::vector<ExperienceId>{ExperienceId("b"), ExperienceId("a")}));
    QCOMPARE(tellingItems(memory, 9).size(), 3u); // never retrieved: nothing to draw
}

void TestUtility::chartHoldsTheSeries()
{
    UtilityChart chart;
    chart.setLines({{QStringLiteral("a"), QStringLiteral("A"), Qt::red, {{0, 0}, {1, 0.5}}}, {QString(), QStringLiteral("mean"), Qt::black, {{1, 0.5}}}}, 1);
    QCOMPARE(chart.chart()->series().size(), 2);
    const auto *first = qobject_cast<QLineSeries *>(chart.chart()->series().first());
    chart.setLines({{QStringLiteral("a"), QStringLiteral("A"), Qt::red, {{0, 0}, {1, 0.5}, {2, 0.25}}}}, 2);
    QCOMPARE(chart.chart()->series().size(), 1);
    QCOMPARE(chart.chart()->series().first(), first); // kept, only extended
    QCOMPARE(first->points(), (QList<QPointF>{{0, 0}, {1, 0.5}, {2, 0.25}}));
    const auto *x = qobject_cast<QValueAxis *>(chart.chart()->axes(Qt::Horizontal).first());
    QCOMPARE(x->max(), 2.0);
    QVERIFY(chart.toSvg().contains("<svg"));
    QVERIFY(chart.toPng().startsWith("\x89PNG"));
}

void TestUtility::budgetSegmentsFillTheBar()
{
    Rule a;
    a.id = ExperienceId("a");
    a.tokens = 25;
    Rule b = a;
    b.id = ExperienceId("b");
    b.tokens = 50;
    const auto inside = budgetSegments({a, b}, 100, 200);
    QCOMPARE(inside.size(), 2u);
    QCOMPARE(inside[0].left, 0);
    QCOMPARE(inside[0].width, 50);
    QCOMPARE(inside[1].left, 50);
    QCOMPARE(inside[1].width, 100);
    const auto over = budgetSegments({a, b}, 50, 150); // 75 of 50: scaled to what is used
    QCOMPARE(over[1].left + over[1].width, 150);
    QVERIFY(budgetSegments({}, 0, 100).empty());
}

QTEST_MAIN(TestUtility)
#include "tst_utility.moc"
