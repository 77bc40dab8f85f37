#include "core/base/random.h"
#include "core/retrieval/sparseindex.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace sage;

/// The dense and the sparse list against brute force, and against what would break them.
class TestIndexes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void denseEqualsBruteForce();
    void denseTiesGoToTheSmallerId();
    void denseDimensions();
    void sparseFindsIdentifiersAndCodes();
    void sparseSurvivesEveryCharacter();
    void sparseFindsChinese();
    void sparseEmptyAndLarge();
    void sparseDoesNotDependOnHistory();
    void sparseTiesGoToTheSmallerId();
    void sparseChoosesRareTerms();
    void sparseInAFile();
    void sparseReportsAnImpossibleFile();
};

static ExperienceId numbered(int i)
{
    return ExperienceId(QStringLiteral("%1").arg(i, 4, 10, QLatin1Char('0')).toStdString());
}

static std::vector<float> integers(Random &random, int dimension)
{
    std::vector<float> vector;
    for (int i = 0; i < dimension; ++i)
        vector.push_back(float(int(random.below(9)) - 4));
    return vector;
}

static std::vector<Hit> bruteForce(const std::map<ExperienceId, std::vector<float>> &vectors, const std::vector<float> &query, int count)
{
    std::vector<Hit> hits;
    for (const auto &[id, vector] : vectors) {
        double sum = 0;
        for (std::size_t i = 0; i < vector.size(); ++i)
            sum += double(vector[i]) * query[i];
        hits.push_back({id, sum});
    }
    std::sort(hits.begin(), hits.end(), [](const Hit &a, const Hit &b) { return a.score != b.score ? a.score > b.score : a.id < b.id; });
    hits.resize(std::min(hits.size(), std::size_t(count)));
    return hits;
}

/// Integer-valued vectors: inner products are exact, ties are frequent.
void TestIndexes::denseEqualsBruteForce()
{
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed, "dense");
        const int dimension = 16;
        DenseIndex index(dimension);
        std::map<ExperienceId, std::vector<float>> vectors;
        for (int step = 0; step < 600; ++step) {
            const ExperienceId id = numbered(int(random.below(300)));
            if (random.below(3) == 0) {
                QCOMPARE(index.remove(id), vectors.erase(id) > 0);
            } else {
                vectors[id] = integers(random, dimension);
                QVERIFY(index.add(id, vectors[id]));
            }
            if (step % 20 == 0) {
                const std::vector<float> query = integers(random, dimension);
                for (const int count : {1, 6, 24, 1000})
                    QVERIFY2(*index.search(query, count) == bruteForce(vectors, query, count), ("seed " + std::to_string(seed)).c_str());
            }
        }
        QCOMPARE(index.size(), int(vectors.size()));
    }
}

void TestIndexes::denseTiesGoToTheSmallerId()
{
    DenseIndex index(2);
    const std::vector<float> same{1, 0};
    for (int i = 199; i >= 0; --i)
        QVERIFY(index.add(numbered(i), same));
    const auto hits = index.search(same, 3);
    QCOMPARE(hits->size(), 3u);
    for (int i = 0; i < 3; ++i)
        QCOMPARE((*hits)[std::size_t(i)].id, numbered(i));
}

void TestIndexes::denseDimensions()
{
    DenseIndex index(3);
    const std::vector<float> two{1, 2};
    const std::vector<float> three{1, 2, 3};
    QCOMPARE(index.add(numbered(1), two).error().code, "retrieval.dimension");
    QVERIFY(index.search(three, 5)->empty());
    QVERIFY(index.add(numbered(1), three));
    QCOMPARE(index.search(two, 5).error().code, "retrieval.dimension");
    QVERIFY(index.search(std::vector<float>(3, 0.0f), 5)->empty());
    QVERIFY(!index.remove(numbered(2)));
}

static SparseIndex sample()
{
    SparseIndex index = std::move(*SparseIndex::create());
    (void)index.add({{ExperienceId("align"), "rule:alignment DataCopy needs 32 bytes; DataCopyPad does not"},
                     {ExperienceId("code"), "aicore exception 507035 after an out of bounds read"},
                     {ExperienceId("cast"), "cast half to float before reduce_sum"},
                     {ExperienceId("zh"), "地址没有对齐到32字节，改用DataCopyPad"}});
    return index;
}

static std::string found(const SparseIndex &index, std::string_view query)
{
    const auto hits = index.search(query, 10);
    if (!hits)
        return "error: " + hits.error().detail;
    std::string names;
    for (const Hit &hit : *hits)
        names += (names.empty() ? "" : " ") + hit.id.value;
    return names;
}

void TestIndexes::sparseFindsIdentifiersAndCodes()
{
    const SparseIndex index = sample();
    QCOMPARE(found(index, "error 507035"), "code");
    QCOMPARE(found(index, "rule:alignment"), "align");
    QCOMPARE(found(index, "ReduceSum"), "cast"); // by its parts
    QCOMPARE(found(index, "reduce_sum"), "cast");
    QCOMPARE(found(index, "50703"), "");
    QVERIFY(found(index, "datacopypad").find("align") != std::string::npos);
}

void TestIndexes::sparseSurvivesEveryCharacter()
{
    const SparseIndex index = sample();
    for (int c = 0; c < 256; ++c) {
        for (const std::string &query : {std::string(1, char(c)), std::string("507035") + char(c), char(c) + std::string("507035 ") + char(c) + char(c)}) {
            const auto hits = index.search(query, 5);
            QVERIFY2(hits, ("byte " + std::to_string(c)).c_str());
        }
    }
    for (const char *query : {"\"", "\"\"", "a\"b", "* OR *", "NEAR(", "text:507035", "-507035", "^507035", "{text}: x", "507035 AND", "';DROP TABLE items;--", "NOT NOT"})
        QVERIFY2(index.search(query, 5), query);
    QCOMPARE(found(index, "\"507035\" AND NOT (text : *"), "code align"); // "not" is a word as any other
}

void TestIndexes::sparseFindsChinese()
{
    const SparseIndex index = sample();
    QCOMPARE(found(index, "对齐"), "zh");
    QCOMPARE(found(index, "字节"), "zh");
    QCOMPARE(found(index, "溢出"), "");
}

void TestIndexes::sparseEmptyAndLarge()
{
    auto empty = SparseIndex::create();
    QVERIFY(empty);
    QCOMPARE(found(*empty, "anything"), "");
    QVERIFY(empty->remove(ExperienceId("none")));
    const SparseIndex index = sample();
    QCOMPARE(index.search("datacopypad", 1000)->size(), 2u);
    QVERIFY(index.search("datacopypad", 0)->empty());
    QCOMPARE(index.search("datacopypad", 1)->size(), 1u);
    QCOMPARE(found(index, ""), "");
    QCOMPARE(found(index, "() ; \""), "");
}

static std::string randomText(Random &random)
{
    static const std::vector<std::string> words{"tile", "half", "reduceSum", "DataCopyPad", "507035", "对齐", "buffer", "core", "event", "mask", "cast", "tail"};
    std::string text;
    for (std::uint64_t i = 0; i < 3 + random.below(8); ++i)
        text += words[random.below(words.size())] + " ";
    return text;
}

void TestIndexes::sparseDoesNotDependOnHistory()
{
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Random random(seed, "sparse");
        SparseIndex grown = std::move(*SparseIndex::create());
        std::map<ExperienceId, std::string> texts;
        for (int step = 0; step < 200; ++step) {
            const ExperienceId id = numbered(int(random.below(60)));
            if (random.below(3) == 0) {
                QVERIFY(grown.remove(id));
                texts.erase(id);
            } else {
                texts[id] = randomText(random);
                QVERIFY(grown.add(id, texts[id]));
            }
        }
        SparseIndex fresh = std::move(*SparseIndex::create());
        QVERIFY(fresh.add(std::vector<std::pair<ExperienceId, std::string>>(texts.begin(), texts.end())));
        QCOMPARE(grown.size(), fresh.size());
        for (int query = 0; query < 20; ++query) {
            const std::string text = randomText(random);
            QVERIFY2(*grown.search(text, 24) == *fresh.search(text, 24), ("seed " + std::to_string(seed) + ": " + text).c_str());
        }
    }
}

void TestIndexes::sparseTiesGoToTheSmallerId()
{
    SparseIndex index = std::move(*SparseIndex::create());
    for (int i = 99; i >= 0; --i)
        QVERIFY(index.add(numbered(i), "the same text"));
    QVERIFY(index.add(numbered(500), "another one"));
    const auto hits = index.search("same", 3);
    QCOMPARE(hits->size(), 3u);
    for (int i = 0; i < 3; ++i)
        QCOMPARE((*hits)[std::size_t(i)].id, numbered(i));
}

void TestIndexes::sparseChoosesRareTerms()
{
    SparseIndex index = std::move(*SparseIndex::create());
    for (int i = 0; i < 100; ++i)
        QVERIFY(index.add(numbered(i), "common often " + std::string(i % 2 ? "half" : "other") + (i == 7 ? " rare" : "") + " word" + std::to_string(i)));
    const std::vector<std::string> expected{"rare", "half", "common"}; // the three rarest stay, more common ones go
    QCOMPARE(index.chosenTerms("often common half rare unknown"), expected);
    std::string many;
    for (int i = 0; i < 40; ++i)
        many += "word" + std::to_string(i) + " ";
    QCOMPARE(int(index.chosenTerms(many).size()), SparseIndex::queryTerms);
}

void TestIndexes::sparseInAFile()
{
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "sparse.sqlite";
    {
        auto index = SparseIndex::create(file);
        QVERIFY(index);
        QVERIFY(index->add(numbered(1), "text"));
    }
    QVERIFY(std::filesystem::exists(file));
    auto again = SparseIndex::create(file); // derived data is made anew
    QVERIFY(again);
    QCOMPARE(again->size(), 0);
    QCOMPARE(found(*again, "text"), "");
}

void TestIndexes::sparseReportsAnImpossibleFile()
{
    const auto index = SparseIndex::create("/nonexistent/folder/sparse.sqlite");
    QVERIFY(!index);
    QCOMPARE(index.error().code, "retrieval.sparse");
    QVERIFY(!index.error().detail.empty());
}

QTEST_GUILESS_MAIN(TestIndexes)
#include "tst_indexes.moc"
