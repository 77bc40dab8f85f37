#include "core/evaluate/compare.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace sage;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

/// Compares `got` with reference values handed through a card whose only step copies the input.
[[nodiscard]] ErrorStats compared(DType dtype, const std::vector<double> &got, const std::vector<double> &expected, const Tolerance &tolerance = {})
{
    const bool floating = info(dtype).floating;
    OperatorSpec card;
    TensorSpec x;
    x.name = "x";
    x.dtype = floating ? DType::F32 : dtype;
    TensorSpec y;
    y.name = "y";
    card.inputs = {x};
    card.outputs = {y};
    card.reference = {*parseStep("y = copy(x)")};
    OperatorCase one;
    const Shape shape{static_cast<std::int64_t>(got.size())};
    one.shapes["x"] = shape;
    std::vector<Tensor> inputs{makeTensor("x", *x.dtype, shape)};
    storeReal(*x.dtype, expected, inputs[0].bytes.data());
    Tensor output = makeTensor("y", dtype, shape);
    storeReal(dtype, got, output.bytes.data());
    Result<Reference> reference = Reference::make(card, one, inputs);
    if (!reference)
        qFatal("%s", reference.error().message.c_str());
    return *compareOutput(output, *reference, judgementOf(tolerance, dtype));
}

} // namespace

class TestCompare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bounds_data();
    void bounds();
    void nonFinite();
    void worstElement();
    void worstOfARisingError();
    void referenceIsRoundedToTheOutput();
    void integersAreExact();
    void int64DifferencesAreSeen();
    void booleansAreExact();
    void cardBound();
    void cardRelativeAbsolute();
    void shapesMustFit();
};

void TestCompare::bounds_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<double>("got");
    QTest::addColumn<double>("expected");
    QTest::addColumn<int>("failed");
    const auto row = [](const char *name, DType dtype, double got, double expected, int failed) { QTest::newRow(name) << static_cast<int>(dtype) << got << expected << failed; };
    row("fp16 at the bound below one", DType::F16, 0.5 + 1.0 / 512, 0.5, 0);
    row("fp16 above it", DType::F16, 0.5 + 1.0 / 512 + 1.0 / 2048, 0.5, 1);
    row("fp16 at the bound of eight", DType::F16, 8 + 8.0 / 512, 8, 0);
    row("fp16 above that", DType::F16, 8 + 8.0 / 512 + 8.0 / 1024, 8, 1);
    row("bf16 at the bound of one", DType::BF16, 1, 1 + 1.0 / 128, 1);
    row("bf16 half a percent", DType::BF16, 0.5, 0.5 + 1.0 / 256, 0);
    row("fp32 at the bound", DType::F32, 1.0 / 2048 + 0x1p-14, 0, 0);
    row("fp32 above it", DType::F32, 1.0 / 2048 + 0x1p-14 + 0x1p-30, 0, 1);
    row("fp32 negative reference counts by magnitude", DType::F32, -1000.4, -1000, 0);
    row("fp32 wrong sign", DType::F32, 1, -1, 1);
    row("equal", DType::F32, 3.25, 3.25, 0);
    row("minus zero is zero", DType::F32, -0.0, 0, 0);
}

void TestCompare::bounds()
{
    QFETCH(int, dtype);
    QFETCH(double, got);
    QFETCH(double, expected);
    QFETCH(int, failed);
    const ErrorStats stats = compared(static_cast<DType>(dtype), {got}, {expected});
    QCOMPARE(stats.failed, failed);
    QCOMPARE(stats.elements, 1);
}

void TestCompare::nonFinite()
{
    const ErrorStats same = compared(DType::F16, {notANumber, inf, -inf, 1}, {notANumber, inf, -inf, 1});
    QCOMPARE(same.failed, 0);
    QCOMPARE(same.nonFiniteMismatches, 0);
    QCOMPARE(same.maxError, 0.0);
    const ErrorStats different = compared(DType::F32, {1, inf, -inf, notANumber, inf, 1}, {1, -inf, notANumber, inf, 2, notANumber});
    QCOMPARE(different.failed, 5);
    QCOMPARE(different.nonFiniteMismatches, 5);
    QCOMPARE(different.worstIndex, 1);
    QCOMPARE(QString::fromStdString(different.worstText), QStringLiteral("got inf, expected -inf"));
    QCOMPARE(different.worstValue, 0.0);
    QCOMPARE(compared(DType::F16, {inf}, {70000}).failed, 0); // the reference overflows in the output's dtype as well
    QCOMPARE(compared(DType::F16, {65504}, {70000}).failed, 1);
}

void TestCompare::worstElement()
{
    std::vector<double> expected(5000, 100);
    std::vector<double> got = expected;
    got[17] = 101;       // 0.01 of its size
    got[4321] = 104;     // 0.04
    expected[99] = 1;
    got[99] = 1.03;      // 0.03
    const ErrorStats stats = compared(DType::F32, got, expected);
    QCOMPARE(stats.failed, 3);
    QCOMPARE(stats.worstIndex, 4321);
    QCOMPARE(stats.maxError, 4.0);
    QCOMPARE(QString::fromStdString(stats.worstText), QStringLiteral("got 104, expected 100"));
    QVERIFY(std::fabs(stats.meanError - 5.03 / 5000) < 1e-6);
    QCOMPARE(QString::fromStdString(compared(DType::F32, {static_cast<double>(0.1f)}, {5}).worstText), QStringLiteral("got 0.1, expected 5"));
}

void TestCompare::worstOfARisingError()
{
    std::vector<double> expected(3000);
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] = 1 - static_cast<double>(i) / 4096;
    const ErrorStats stats = compared(DType::F32, std::vector<double>(3000, 1), expected);
    QCOMPARE(stats.worstIndex, 2999);
    QCOMPARE(stats.worstReference, expected.back());
}

void TestCompare::referenceIsRoundedToTheOutput()
{
    // 1.0009 lies nearest to 1 + 2^-10 in half: a kernel that gives exactly this has no error at all.
    const ErrorStats stats = compared(DType::F16, {1 + 0x1p-10}, {1.0009});
    QCOMPARE(stats.maxError, 0.0);
}

void TestCompare::integersAreExact()
{
    const ErrorStats stats = compared(DType::I32, {1000000, 5, -3}, {1000001, 5, -3});
    QCOMPARE(stats.failed, 1);
    QCOMPARE(stats.worstIndex, 0);
    QCOMPARE(QString::fromStdString(stats.worstText), QStringLiteral("got 1000000, expected 1000001"));
}

void TestCompare::int64DifferencesAreSeen()
{
    OperatorSpec card;
    TensorSpec x;
    x.name = "x";
    x.dtype = DType::I64;
    TensorSpec y = x;
    y.name = "y";
    card.inputs = {x};
    card.outputs = {y};
    card.reference = {*parseStep("y = copy(x)")};
    OperatorCase one;
    one.shapes["x"] = {1};
    std::vector<Tensor> inputs{makeTensor("x", DType::I64, {1})};
    const std::int64_t expected = (std::int64_t{1} << 60) + 1;
    const std::int64_t got = std::int64_t{1} << 60; // the same double
    std::memcpy(inputs[0].bytes.data(), &expected, sizeof expected);
    Tensor output = makeTensor("y", DType::I64, {1});
    std::memcpy(output.bytes.data(), &got, sizeof got);
    Result<Reference> reference = Reference::make(card, one, inputs);
    QVERIFY(reference);
    const Result<ErrorStats> stats = compareOutput(output, *reference, {});
    QVERIFY(stats);
    QCOMPARE(stats->failed, 1);
    QCOMPARE(stats->maxError, 1.0);
}

void TestCompare::booleansAreExact()
{
    QCOMPARE(compared(DType::Bool, {1, 0, 1}, {1, 0, 0}).failed, 1);
    Tensor odd = makeTensor("y", DType::Bool, {1});
    odd.bytes[0] = std::byte{255}; // "true" to C++, but not what a kernel must write
    QCOMPARE(compared(DType::U8, {255}, {1}).failed, 1);
}

void TestCompare::cardBound()
{
    Tolerance tolerance;
    tolerance.bound["float32"] = 0.1;
    tolerance.bound["int32"] = 1;
    QCOMPARE(compared(DType::F32, {1.09, 1.11}, {1, 1}, tolerance).failed, 1);
    QCOMPARE(compared(DType::F16, {1.09}, {1}, tolerance).failed, 1);
    QCOMPARE(compared(DType::I32, {1}, {0}, tolerance).failed, 0);
}

void TestCompare::cardRelativeAbsolute()
{
    Tolerance tolerance;
    tolerance.relativeAbsolute["float32"] = 1e-3;
    // absolute only, relative only, both
    const ErrorStats stats = compared(DType::F32, {1000.5, 1e-4, 0.5}, {1000, 2e-4, 0.4}, tolerance);
    QCOMPARE(stats.failed, 1);
    QCOMPARE(stats.worstIndex, 2);
}

void TestCompare::shapesMustFit()
{
    OperatorSpec card;
    TensorSpec x;
    x.name = "x";
    TensorSpec y;
    y.name = "y";
    card.inputs = {x};
    card.outputs = {y};
    card.reference = {*parseStep("y = copy(x)")};
    OperatorCase one;
    one.shapes["x"] = {4};
    const std::vector<Tensor> inputs{makeTensor("x", DType::F32, {4})};
    Result<Reference> reference = Reference::make(card, one, inputs);
    QVERIFY(reference);
    const Result<ErrorStats> stats = compareOutput(makeTensor("y", DType::F32, {5}), *reference, {});
    QVERIFY(!stats);
    QCOMPARE(QString::fromStdString(stats.error().code), QStringLiteral("evaluate.reference"));
}

QTEST_GUILESS_MAIN(TestCompare)
#include "tst_compare.moc"
