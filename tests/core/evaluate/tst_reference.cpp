#include "core/evaluate/inputs.h"
#include "core/evaluate/reference.h"

#include <QTest>

#include <xtensor/xarray.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

#include <cmath>
#include <limits>

using namespace sage;

namespace {

/// A card by hand: inputs with shapes, attributes, steps; one output y.
struct Bench {
    OperatorSpec card;
    OperatorCase one;
    std::vector<Tensor> inputs;

    Bench &input(const std::string &name, DType dtype, const Shape &shape, const std::vector<double> &values)
    {
        TensorSpec spec;
        spec.name = name;
        spec.dtype = dtype;
        card.inputs.push_back(spec);
        one.shapes[name] = shape;
        Tensor tensor = makeTensor(name, dtype, shape);
        storeReal(dtype, values, tensor.bytes.data());
        inputs.push_back(std::move(tensor));
        return *this;
    }

    Bench &attribute(const std::string &name, AttributeSpec::Type type, const Json &value)
    {
        AttributeSpec spec;
        spec.name = name;
        spec.type = type;
        card.attributes.push_back(spec);
        one.attributes[name] = value;
        return *this;
    }

    Bench &step(const std::string &line)
    {
        Result<Step> parsed = parseStep(line);
        if (!parsed)
            qFatal("%s", parsed.error().message.c_str());
        card.reference.push_back(*parsed);
        return *this;
    }

    [[nodiscard]] Tensor run(DType dtype, const std::string &output = "y")
    {
        TensorSpec spec;
        spec.name = output;
        card.outputs.assign(1, spec);
        Result<Reference> reference = Reference::make(card, one, inputs);
        if (!reference)
            qFatal("%s", reference.error().message.c_str());
        Result<Tensor> tensor = reference->tensor(output, dtype);
        if (!tensor)
            qFatal("%s", tensor.error().message.c_str());
        return *tensor;
    }

    [[nodiscard]] std::vector<double> values(DType dtype, const std::string &output = "y")
    {
        const Tensor tensor = run(dtype, output);
        std::vector<double> result(static_cast<std::size_t>(tensor.count()));
        loadReal(dtype, tensor.bytes.data(), 1, result);
        return result;
    }
};

[[nodiscard]] QByteArray textOf(const std::vector<double> &values, int digits = 9)
{
    QByteArray text;
    for (const double value : values)
        text += (text.isEmpty() ? "" : " ") + (std::isnan(value) ? QByteArray("nan") : QByteArray::number(value, 'g', digits));
    return text;
}

[[nodiscard]] xt::xarray<double> arrayOf(const Tensor &tensor)
{
    std::vector<std::size_t> shape(tensor.shape.begin(), tensor.shape.end());
    xt::xarray<double> array(shape);
    loadReal(tensor.dtype, tensor.bytes.data(), 1, std::span(array.data(), array.size()));
    return array;
}

/// Inputs drawn as an evaluation draws them.
[[nodiscard]] Tensor drawn(const std::string &name, DType dtype, const Shape &shape)
{
    TensorSpec spec;
    spec.name = name;
    spec.dtype = dtype;
    spec.draw.scale = info(dtype).floating ? 1 : 50;
    OperatorCase one;
    one.shapes[name] = shape;
    return drawInput(spec, one, 99, nullptr);
}

} // namespace

class TestReference : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void elementWise_data();
    void elementWise();
    void integersWrap();
    void int64IsExact();
    void comparisonsOfInt64AreExact();
    void castRoundsInTheMiddle();
    void outputIsRoundedOnce();
    void broadcasts();
    void reductions_data();
    void reductions();
    void nanGoesThroughMaximum();
    void splitAndConcat();
    void attributesAreFloats();
    void againstXtensorChain();
    void againstXtensorNormalization();
    void againstXtensorAxes();
    void longSumsStayAccurate();
};

void TestReference::elementWise_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("expected"); // of x = -2.5 -1 0 0.5 3
    const auto row = [](const char *line, const char *expected) { QTest::newRow(line) << QByteArray(line) << QByteArray(expected); };
    row("y = copy(x)", "-2.5 -1 0 0.5 3");
    row("y = neg(x)", "2.5 1 0 -0.5 -3");
    row("y = abs(x)", "2.5 1 0 0.5 3");
    row("y = sqrt(x)", "nan nan 0 0.707107 1.73205");
    row("y = rsqrt(x)", "nan nan inf 1.41421 0.57735");
    row("y = reciprocal(x)", "-0.4 -1 inf 2 0.333333");
    row("y = exp(x)", "0.082085 0.367879 1 1.64872 20.0855");
    row("y = log(x)", "nan nan -inf -0.693147 1.09861");
    row("y = sigmoid(x)", "0.0758582 0.268941 0.5 0.622459 0.952574");
    row("y = tanh(x)", "-0.986614 -0.761594 0 0.462117 0.995055");
    row("y = erf(x)", "-0.999593 -0.842701 0 0.5205 0.999978");
    row("y = relu(x)", "0 0 0 0.5 3");
    row("y = sign(x)", "-1 -1 0 1 1");
    row("y = square(x)", "6.25 1 0 0.25 9");
    row("y = floor(x)", "-3 -1 0 0 3");
    row("y = ceil(x)", "-2 -1 0 1 3");
    row("y = and(x, 1)", "1 1 0 1 1");
    row("y = or(x, 0)", "1 1 0 1 1");
    row("y = isinf(x)", "0 0 0 0 0");
    row("y = isnan(x)", "0 0 0 0 0");
    row("y = round(x)", "-2 -1 0 0 3"); // halves go to even
    row("y = trunc(x)", "-2 -1 0 0 3");
    row("y = sin(x)", "-0.598472 -0.841471 0 0.479426 0.14112");
    row("y = cos(x)", "-0.801144 0.540302 1 0.877583 -0.989992");
    row("y = add(x, 1)", "-1.5 0 1 1.5 4");
    row("y = sub(1, x)", "3.5 2 1 0.5 -2");
    row("y = mul(x, x)", "6.25 1 0 0.25 9");
    row("y = div(x, 2)", "-1.25 -0.5 0 0.25 1.5");
    row("y = maximum(x, 0.25)", "0.25 0.25 0.25 0.5 3");
    row("y = minimum(x, 0.25)", "-2.5 -1 0 0.25 0.25");
    row("y = pow(x, 2)", "6.25 1 0 0.25 9");
    row("y = lt(x, 0.5)", "1 1 1 0 0");
    row("y = le(x, 0.5)", "1 1 1 1 0");
    row("y = gt(x, 0.5)", "0 0 0 0 1");
    row("y = ge(x, 0.5)", "0 0 0 1 1");
    row("y = eq(x, 0.5)", "0 0 0 1 0");
    row("y = ne(x, 0.5)", "1 1 1 0 1");
    row("y = isfinite(x)", "1 1 1 1 1");
    row("y = not(x)", "0 0 1 0 0");
    row("y = select(x, x, 7)", "-2.5 -1 7 0.5 3");
}

void TestReference::elementWise()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, expected);
    Bench bench;
    bench.input("x", DType::F32, {5}, {-2.5, -1, 0, 0.5, 3});
    bench.step(line.toStdString());
    QCOMPARE(textOf(bench.values(DType::F32), 6), expected);
}

void TestReference::integersWrap()
{
    Bench bench;
    bench.input("a", DType::I32, {3}, {2147483647, -2147483648.0, 65536}).input("b", DType::I32, {3}, {1, -1, 65537}).step("s = add(a, b)").step("y = mul(a, b)");
    QCOMPARE(textOf(bench.values(DType::I32, "s")), QByteArray("-2.14748365e+09 2.14748365e+09 131073"));
    QCOMPARE(textOf(bench.values(DType::I32, "y")), QByteArray("2.14748365e+09 -2.14748365e+09 65536"));
}

void TestReference::int64IsExact()
{
    Bench bench;
    bench.input("a", DType::I64, {1}, {0}).step("y = add(a, 1)");
    const std::int64_t big = (std::int64_t{1} << 60) + 1;
    std::memcpy(bench.inputs[0].bytes.data(), &big, sizeof big);
    const Tensor y = bench.run(DType::I64);
    std::int64_t got = 0;
    std::memcpy(&got, y.bytes.data(), sizeof got);
    QCOMPARE(got, big + 1);
}

void TestReference::comparisonsOfInt64AreExact()
{
    Bench bench;
    bench.input("a", DType::I64, {2}, {0, 0}).input("b", DType::I64, {2}, {0, 0}).step("y = lt(a, b)");
    const std::array<std::int64_t, 2> a{(std::int64_t{1} << 60), 5};
    const std::array<std::int64_t, 2> b{(std::int64_t{1} << 60) + 1, 5}; // equal as doubles
    std::memcpy(bench.inputs[0].bytes.data(), a.data(), sizeof a);
    std::memcpy(bench.inputs[1].bytes.data(), b.data(), sizeof b);
    QCOMPARE(textOf(bench.values(DType::Bool)), QByteArray("1 0"));
}

void TestReference::castRoundsInTheMiddle()
{
    Bench bench;
    bench.input("x", DType::F32, {2}, {1.0009765625 + 0.0004, 2.75}).step("h = cast(x, to=float16)").step("d = sub(x, h)").step("i = cast(x, to=int32)").step("y = add(d, i)");
    const std::vector<double> values = bench.values(DType::F32);
    // 1.0013765 rounds to 1.0009765625 in half; 2.75 is exact there and 2 as an integer.
    QVERIFY(std::fabs(values[0] - 1.0004) < 1e-6);
    QCOMPARE(values[1], 2.0);
}

void TestReference::outputIsRoundedOnce()
{
    // 1 + 2^-11 + 2^-40 lies above the middle of two halves; through float it would fall onto the middle and go to even.
    Bench bench;
    bench.input("x", DType::F32, {1}, {1}).step("a = add(x, 0.00048828125)").step("y = add(a, 9.094947017729282e-13)");
    QCOMPARE(bench.values(DType::F16).front(), 1.0 + 0x1p-10);
}

void TestReference::broadcasts()
{
    Bench bench;
    bench.input("a", DType::F32, {2, 1, 3}, {1, 2, 3, 4, 5, 6}).input("b", DType::F32, {2, 1}, {10, 20}).step("s = add(a, b)").step("y = mul(s, 1)");
    QCOMPARE(textOf(bench.values(DType::F32)), QByteArray("11 12 13 21 22 23 14 15 16 24 25 26"));
}

void TestReference::reductions_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("expected"); // of x = [[1, -2, 3], [4, 5, -6]]
    QTest::newRow("sum of rows") << QByteArray("y = sum(x, axis=-1)") << QByteArray("2 3");
    QTest::newRow("sum of columns") << QByteArray("y = sum(x, axis=0)") << QByteArray("5 3 -3");
    QTest::newRow("sum of all") << QByteArray("y = sum(x, axis=all)") << QByteArray("5");
    QTest::newRow("mean of rows") << QByteArray("y = mean(x, axis=1)") << QByteArray("0.666666687 1");
    QTest::newRow("max of rows") << QByteArray("y = max(x, axis=1)") << QByteArray("3 5");
    QTest::newRow("min of columns") << QByteArray("y = min(x, axis=0)") << QByteArray("1 -2 -6");
}

void TestReference::reductions()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, expected);
    Bench bench;
    bench.input("x", DType::F32, {2, 3}, {1, -2, 3, 4, 5, -6}).step(line.toStdString());
    QCOMPARE(textOf(bench.values(DType::F32)), expected);
}

void TestReference::nanGoesThroughMaximum()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Bench bench;
    bench.input("x", DType::F32, {3}, {nan, 1, 2}).step("m = maximum(x, 1.5)").step("y = max(x, axis=0)");
    QCOMPARE(textOf(bench.values(DType::F32, "m")), QByteArray("nan 1.5 2"));
    QCOMPARE(textOf(bench.values(DType::F32, "y")), QByteArray("nan"));
}

void TestReference::splitAndConcat()
{
    Bench bench;
    bench.input("x", DType::F16, {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}).attribute("dim", AttributeSpec::Type::Int, -1);
    bench.step("a = split(x, axis=dim, parts=2, index=0)").step("b = split(x, axis=dim, parts=2, index=1)").step("p = mul(a, b)").step("y = concat(b, a, axis=1)");
    QCOMPARE(textOf(bench.values(DType::F16, "p")), QByteArray("3 8 35 48"));
    QCOMPARE(textOf(bench.values(DType::F16, "y")), QByteArray("3 4 1 2 7 8 5 6"));
}

void TestReference::attributesAreFloats()
{
    Bench bench;
    bench.input("x", DType::F32, {1}, {0}).attribute("alpha", AttributeSpec::Type::Float, 0.1).step("y = sub(alpha, 0.1)");
    QCOMPARE(bench.values(DType::F32).front(), static_cast<double>(static_cast<float>(static_cast<double>(0.1f) - 0.1)));
}

void TestReference::againstXtensorChain()
{
    Bench bench;
    bench.input("x", DType::F16, {3, 5000}, std::vector<double>(15000));
    bench.inputs[0] = drawn("x", DType::F16, {3, 5000}); // longer than a block, no multiple of one
    bench.step("c = mul(x, 0.7071067811865476)").step("e = erf(c)").step("o = add(e, 1)").step("h = mul(x, 0.5)").step("y = mul(h, o)");
    const xt::xarray<double> x = arrayOf(bench.inputs[0]);
    const xt::xarray<double> expected = (x * 0.5) * (xt::erf(x * 0.7071067811865476) + 1.0);
    const std::vector<double> got = bench.values(DType::F32);
    for (std::size_t i = 0; i < got.size(); ++i)
        QCOMPARE(got[i], static_cast<double>(static_cast<float>(expected.flat(i))));
}

void TestReference::againstXtensorNormalization()
{
    Bench bench;
    bench.input("x", DType::BF16, {4, 7, 33}, std::vector<double>(924)).input("g", DType::BF16, {33}, std::vector<double>(33));
    bench.inputs[0] = drawn("x", DType::BF16, {4, 7, 33});
    bench.inputs[1] = drawn("g", DType::BF16, {33});
    bench.step("q = square(x)").step("m = mean(q, axis=-1)").step("e = add(m, 1e-6)").step("r = rsqrt(e)").step("n = mul(x, r)").step("y = mul(n, g)");
    const xt::xarray<double> x = arrayOf(bench.inputs[0]);
    const xt::xarray<double> g = arrayOf(bench.inputs[1]);
    const xt::xarray<double> mean = xt::mean(x * x, {2}, xt::keep_dims);
    const xt::xarray<double> expected = x * (1.0 / xt::sqrt(mean + 1e-6)) * g;
    const std::vector<double> got = bench.values(DType::F32);
    QCOMPARE(got.size(), std::size_t{924});
    for (std::size_t i = 0; i < got.size(); ++i)
        QVERIFY(std::fabs(got[i] - expected.flat(i)) <= 1e-7 * std::fabs(expected.flat(i)));
}

void TestReference::againstXtensorAxes()
{
    const std::vector<Shape> shapes{{5}, {1, 6}, {4, 1, 3}, {2, 3, 4, 5}, {3, 1000, 2}};
    for (const Shape &shape : shapes) {
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            Bench bench;
            bench.input("x", DType::F32, shape, std::vector<double>(static_cast<std::size_t>(elementCount(shape))));
            bench.inputs[0] = drawn("x", DType::I16, shape); // whole numbers: every sum is exact
            bench.card.inputs[0].dtype = DType::I16;
            bench.step("s = sum(x, axis=" + std::to_string(axis) + ")").step("y = sub(x, s)");
            const xt::xarray<double> x = arrayOf(bench.inputs[0]);
            const std::vector<std::size_t> axes{axis};
            const xt::xarray<double> sums = xt::sum(x, axes, xt::keep_dims);
            const xt::xarray<double> expected = x - sums;
            const std::vector<double> got = bench.values(DType::F32);
            for (std::size_t i = 0; i < got.size(); ++i)
                QCOMPARE(got[i], expected.flat(i));
        }
    }
}

void TestReference::longSumsStayAccurate()
{
    Bench bench;
    const std::int64_t count = 1 << 20;
    bench.input("x", DType::F32, {count}, std::vector<double>(static_cast<std::size_t>(count), 0.1)).step("s = sum(x, axis=all)").step("y = copy(s)");
    const double expected = static_cast<double>(0.1f) * static_cast<double>(count); // exact: a power of two
    const std::vector<double> got = bench.values(DType::F32);
    QCOMPARE(got.front(), static_cast<double>(static_cast<float>(expected)));
}

QTEST_GUILESS_MAIN(TestReference)
#include "tst_reference.moc"
