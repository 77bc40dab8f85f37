#include "core/retrieval/analyzer.h"
#include "core/retrieval/embedder.h"

#include <QTest>

using namespace sage;

/// Terms and vectors of texts about kernels.
class TestAnalyzer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void terms_data();
    void terms();
    void brokenBytes();
    void vectorsHaveLengthOne();
    void vectorsLieOnTheGrid();
    void vectorsAreSimilarForSimilarTexts();
    void emptyText();
};

void TestAnalyzer::terms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("terms");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("words") << QByteArray("Pad the Tail") << QByteArray("pad the tail");
    QTest::newRow("camel") << QByteArray("DataCopyPad(x)") << QByteArray("datacopypad data copy pad x");
    QTest::newRow("acronym") << QByteArray("UBSize") << QByteArray("ubsize ub size");
    QTest::newRow("snake") << QByteArray("reduce_sum") << QByteArray("reduce_sum reduce sum");
    QTest::newRow("underscores") << QByteArray("__aicore__") << QByteArray("aicore");
    QTest::newRow("error code") << QByteArray("ACL error 507035") << QByteArray("acl error 507035");
    QTest::newRow("hex") << QByteArray("at 0x8A") << QByteArray("at 0x8a");
    QTest::newRow("decimal") << QByteArray("41.2 -> 12.9 us.") << QByteArray("41.2 12.9 us");
    QTest::newRow("code with colon") << QByteArray("rule:alignment") << QByteArray("rule_alignment rule alignment");
    QTest::newRow("code with dash") << QByteArray("wrong-output") << QByteArray("wrong_output wrong output");
    QTest::newRow("scope") << QByteArray("AscendC::Add") << QByteArray("ascendc ascend c add");
    QTest::newRow("member") << QByteArray("que.DeQue") << QByteArray("que deque de que");
    QTest::newRow("quotes and operators") << QByteArray("\"a\" OR (b* NEAR c) AND NOT ^d: -e") << QByteArray("a or b near c and not d e");
    QTest::newRow("chinese") << QByteArray("对齐错误") << QByteArray("对 齐 对齐 错 齐错 误 错误");
    QTest::newRow("mixed") << QByteArray("GM地址：32字节") << QByteArray("gm 地 址 地址 32 字 节 字节");
    QTest::newRow("other letters") << QByteArray("12µs größe") << QByteArray("12 µ s gr öß e");
    QTest::newRow("emptiness between") << QByteArray("a\0b", 3) << QByteArray("a b");
}

void TestAnalyzer::terms()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, terms);
    QByteArray joined;
    for (const std::string &term : analyze(text.toStdString()))
        joined += (joined.isEmpty() ? "" : " ") + QByteArray::fromStdString(term);
    QCOMPARE(joined, terms);
}

void TestAnalyzer::brokenBytes()
{
    // Cut characters, lone continuation bytes, overlong forms and surrogates never reach a term.
    for (const char *text : {"\xE5\xAF", "\x80\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF8\x88\x80\x80\x80", "ok \xFF ok"}) {
        for (const std::string &term : analyze(text))
            QCOMPARE(term, "ok");
    }
    for (const std::string &term : analyze(std::string(500, 'x')))
        QVERIFY(term.size() <= 64);
}

void TestAnalyzer::vectorsHaveLengthOne()
{
    const HashedEmbedder embedder;
    QCOMPARE(embedder.dimension(), 256);
    for (const char *text : {"a", "DataCopyPad handles the ragged tail", "对齐错误", "507035"}) {
        double squares = 0;
        for (const float x : embedder.embed(text))
            squares += double(x) * x;
        QVERIFY2(std::abs(squares - 1) < 0.01, text);
    }
    QVERIFY(embedder.embed("some text") == HashedEmbedder().embed("some text"));
}

void TestAnalyzer::vectorsLieOnTheGrid()
{
    const HashedEmbedder embedder;
    const std::vector<float> a = embedder.embed("reduce sum of rows in half precision, tile length 2048");
    const std::vector<float> b = embedder.embed("reduce max of rows in half precision, tile length 1024, one core only");
    for (const float x : a)
        QCOMPARE(double(x) * 2048, std::nearbyint(double(x) * 2048));
    // Hence every order of summation gives the same float.
    float forward = 0;
    float backward = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        forward += a[i] * b[i];
        backward += a[a.size() - 1 - i] * b[a.size() - 1 - i];
    }
    QVERIFY(forward == backward);
    QVERIFY(forward != 0);
}

void TestAnalyzer::vectorsAreSimilarForSimilarTexts()
{
    const HashedEmbedder embedder;
    const auto product = [&](const char *x, const char *y) {
        const std::vector<float> a = embedder.embed(x);
        const std::vector<float> b = embedder.embed(y);
        float sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += a[i] * b[i];
        return sum;
    };
    const char *query = "unaligned tail of the last tile, DataCopy fails";
    QVERIFY(product(query, "use DataCopyPad for an unaligned tail") > product(query, "exponent overflows in half precision"));
    QVERIFY(product("reduceSum", "reduce_sum") > product("reduceSum", "double buffer"));
}

void TestAnalyzer::emptyText()
{
    for (const float x : HashedEmbedder().embed(" ;() "))
        QCOMPARE(x, 0.0f);
}

QTEST_GUILESS_MAIN(TestAnalyzer)
#include "tst_analyzer.moc"
