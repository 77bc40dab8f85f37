#include "core/base/random.h"
#include "core/retrieval/hybridretriever.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace sage;

/// Fusion and late rerank of method.md section 4, against a reference written from its sentences.
class TestHybridRetriever : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void fusionEqualsReference();
    void fusionByHand();
    void scaling();
    void gammaZeroIsRelevanceOrder();
    void utilityMovesItems();
    void quarantineLimit();
    void removedItemsAreOutBeforeRanking();
    void emptyAndSmall();
    void rebuiltEqualsGrown();
};

static ExperienceId numbered(int i)
{
    return ExperienceId(QStringLiteral("%1").arg(i, 4, 10, QLatin1Char('0')).toStdString());
}

static ItemValues none()
{
    return [](const ExperienceId &) { return ItemValue{}; };
}

static std::vector<Hit> randomList(Random &random, int length)
{
    std::vector<Hit> hits;
    std::vector<int> left;
    for (int i = 0; i < 60; ++i)
        left.push_back(i);
    for (int i = 0; i < length; ++i) {
        const std::size_t at = random.below(left.size());
        hits.push_back({numbered(left[at]), double(100 - i)});
        left.erase(left.begin() + std::ptrdiff_t(at));
    }
    return hits;
}

/// "the best 24 of each, reciprocal rank with constant 60, the best 24 kept, divided by the maximum"
static std::vector<std::pair<ExperienceId, double>> reference(const std::vector<Hit> &sparse, const std::vector<Hit> &dense)
{
    std::map<ExperienceId, double> fused;
    for (const auto *list : {&sparse, &dense}) {
        for (std::size_t rank = 1; rank <= std::min<std::size_t>(24, list->size()); ++rank)
            fused[(*list)[rank - 1].id] += 1.0 / (60.0 + double(rank));
    }
    std::vector<std::pair<ExperienceId, double>> order(fused.begin(), fused.end());
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    order.resize(std::min<std::size_t>(24, order.size()));
    const double most = order.empty() ? 1 : order.front().second;
    for (auto &[id, score] : order)
        score /= most;
    return order;
}

void TestHybridRetriever::fusionEqualsReference()
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed, "fusion");
        const std::vector<Hit> sparse = randomList(random, int(random.below(40)));
        const std::vector<Hit> dense = randomList(random, int(random.below(40)));
        const std::vector<Retrieved> pool = fuse(sparse, dense, {});
        const auto expected = reference(sparse, dense);
        QCOMPARE(pool.size(), expected.size());
        for (std::size_t i = 0; i < pool.size(); ++i) {
            QVERIFY2(pool[i].id == expected[i].first, ("seed " + std::to_string(seed)).c_str());
            QCOMPARE(pool[i].relevance, expected[i].second);
            const int sparseRank = pool[i].sparseRank;
            QVERIFY(sparseRank == 0 || (sparseRank <= 24 && sparse[std::size_t(sparseRank) - 1].id == pool[i].id));
        }
    }
}

void TestHybridRetriever::fusionByHand()
{
    const std::vector<Hit> sparse{{ExperienceId("a"), 9}, {ExperienceId("b"), 8}};
    const std::vector<Hit> dense{{ExperienceId("b"), .9}, {ExperienceId("c"), .8}};
    const std::vector<Retrieved> pool = fuse(sparse, dense, {});
    QCOMPARE(pool.size(), 3u);
    QCOMPARE(pool[0].id.value, "b"); // 1/62 + 1/61
    QCOMPARE(pool[1].id.value, "a"); // 1/61
    QCOMPARE(pool[2].id.value, "c"); // 1/62
    QCOMPARE(pool[0].relevance, 1.0);
    QCOMPARE(pool[1].relevance, (1.0 / 61) / (1.0 / 62 + 1.0 / 61));
    QCOMPARE(pool[1].denseRank, 0);
}

void TestHybridRetriever::scaling()
{
    Settings settings;
    settings.scaleByMax = false;
    const std::vector<Hit> sparse{{ExperienceId("a"), 9}, {ExperienceId("b"), 8}, {ExperienceId("c"), 7}};
    const std::vector<Retrieved> pool = fuse(sparse, {}, settings);
    QCOMPARE(pool[0].relevance, 1.0);
    QCOMPARE(pool[1].relevance, (1.0 / 62 - 1.0 / 63) / (1.0 / 61 - 1.0 / 63));
    QCOMPARE(pool[2].relevance, 0.0);
    QCOMPARE(fuse({sparse[0]}, {}, settings)[0].relevance, 1.0); // one item: no range to scale by
}

void TestHybridRetriever::gammaZeroIsRelevanceOrder()
{
    const UtilityRank rule;
    Settings settings;
    settings.gamma = 0;
    settings.retrieved = 24;
    settings.quarantineLimit = 24;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Random random(seed, "gamma");
        const std::vector<Retrieved> pool = fuse(randomList(random, 30), randomList(random, 30), settings);
        const auto ranked = rerank(pool, [&](const ExperienceId &) { return ItemValue{random.uniform() * 2 - 1, false}; }, rule, settings);
        QCOMPARE(ranked.size(), pool.size());
        for (std::size_t i = 0; i < pool.size(); ++i)
            QVERIFY2(ranked[i].id == pool[i].id, ("seed " + std::to_string(seed)).c_str());
    }
}

void TestHybridRetriever::utilityMovesItems()
{
    std::vector<Retrieved> pool(3);
    pool[0].id = ExperienceId("a");
    pool[0].relevance = 1;
    pool[1].id = ExperienceId("b");
    pool[1].relevance = 0.9;
    pool[2].id = ExperienceId("c");
    pool[2].relevance = 0.9;
    const ItemValues values = [](const ExperienceId &id) { return ItemValue{id.value == "a" ? 0.0 : 0.5, false}; };
    Settings settings;
    settings.retrieved = 2;
    const auto ranked = rerank(pool, values, UtilityRank(), settings);
    QCOMPARE(ranked.size(), 2u);
    QCOMPARE(ranked[0].id.value, "b"); // ties by id
    QCOMPARE(ranked[0].score, 0.9 * (1 + 0.3 * 0.5));
    QCOMPARE(ranked[1].id.value, "c");
    QCOMPARE(rerank(pool, values, RelevanceRank(), settings)[0].id.value, "a");
}

void TestHybridRetriever::quarantineLimit()
{
    std::vector<Retrieved> pool(8);
    for (int i = 0; i < 8; ++i) {
        pool[std::size_t(i)].id = numbered(i);
        pool[std::size_t(i)].relevance = 1 - i * 0.1;
    }
    const ItemValues values = [](const ExperienceId &id) { return ItemValue{0, id < numbered(5)}; };
    Settings settings;
    settings.retrieved = 4;
    const auto ranked = rerank(pool, values, UtilityRank(), settings);
    QCOMPARE(ranked.size(), 4u);
    QCOMPARE(ranked[1].id, numbered(1));
    QCOMPARE(ranked[2].id, numbered(5)); // 2, 3 and 4 are over the limit
    QCOMPARE(ranked[3].id, numbered(6));
    QVERIFY(ranked[0].quarantined && !ranked[2].quarantined);
    settings.quarantineLimit = 0;
    QCOMPARE(rerank(pool, values, UtilityRank(), settings).size(), 3u);
}

static HybridRetriever emptyRetriever()
{
    return std::move(*HybridRetriever::create(std::make_shared<const HashedEmbedder>()));
}

/// What is not eligible is taken out first: it neither fills a place of the two lists nor a rank.
void TestHybridRetriever::removedItemsAreOutBeforeRanking()
{
    HybridRetriever all = emptyRetriever();
    HybridRetriever eligible = emptyRetriever();
    for (int i = 0; i < 60; ++i) {
        const std::string text = "pad the unaligned tail, variant" + std::to_string(i);
        QVERIFY(all.add(numbered(i), text));
        if (i >= 40)
            QVERIFY(eligible.add(numbered(i), text));
    }
    for (int i = 0; i < 40; ++i)
        QVERIFY(all.remove(numbered(i)));
    const auto pool = all.pool("unaligned tail", {});
    QVERIFY(pool);
    QCOMPARE(pool->size(), 20u);
    QVERIFY(*pool == *eligible.pool("unaligned tail", {}));
}

void TestHybridRetriever::emptyAndSmall()
{
    HybridRetriever retriever = emptyRetriever();
    QVERIFY(retriever.retrieve("anything", none(), UtilityRank(), {})->empty());
    QVERIFY(retriever.add(numbered(1), "one item"));
    QCOMPARE(retriever.retrieve("item", none(), UtilityRank(), {})->size(), 1u);
    QVERIFY(retriever.retrieve("", none(), UtilityRank(), {})->empty());
    QVERIFY(retriever.add(numbered(1), "replaced text"));
    QCOMPARE(retriever.size(), 1);
}

void TestHybridRetriever::rebuiltEqualsGrown()
{
    Random random(11, "hybrid");
    static const std::vector<std::string> words{"tile", "half", "reduceSum", "DataCopyPad", "507035", "buffer", "core", "event", "mask", "cast"};
    const auto text = [&] {
        std::string result;
        for (int i = 0; i < 6; ++i)
            result += words[random.below(words.size())] + " ";
        return result;
    };
    HybridRetriever grown = emptyRetriever();
    std::map<ExperienceId, std::string> texts;
    for (int step = 0; step < 200; ++step) {
        const ExperienceId id = numbered(int(random.below(80)));
        if (random.below(3) == 0) {
            QVERIFY(grown.remove(id));
            texts.erase(id);
        } else {
            texts[id] = text();
            QVERIFY(grown.add(id, texts[id]));
        }
    }
    HybridRetriever fresh = emptyRetriever();
    QVERIFY(fresh.add(std::vector<std::pair<ExperienceId, std::string>>(texts.begin(), texts.end())));
    for (int i = 0; i < 30; ++i) {
        const std::string query = text();
        QVERIFY2(*grown.pool(query, {}) == *fresh.pool(query, {}), query.c_str());
    }
}

QTEST_GUILESS_MAIN(TestHybridRetriever)
#include "tst_hybridretriever.moc"
