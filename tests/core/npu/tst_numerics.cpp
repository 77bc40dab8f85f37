#include "numerics.h"

#include <QtTest>

#include <functional>

using namespace numerics;

/// Every instruction against double arithmetic, rounded once to the type; plain and AVX2 loops bit by bit.
class TestNumerics : public QObject
{
    Q_OBJECT

private:
    template<typename T>
    void checkBinary(Op op, const std::function<double(double, double)> &reference);
    template<typename T>
    void checkUnary(Op op, const std::function<double(double)> &reference, double relative = 0);
    template<typename T>
    void checkScalar(Op op, double scalar, const std::function<double(double)> &reference);
    template<typename D, typename S>
    void checkCast(std::uint8_t mode, const std::function<double(double)> &whole);

private Q_SLOTS:
    void binary();
    void integersWrap();
    void unary();
    void scalars();
    void logicAndShifts();
    void multiplyAdd();
    void casts();
    void castsSaturate();
    void narrowFloatsInEveryMode();
    void sums();
    void extremes();
    void comparisons();
    void missingInstructions();
};

template<typename T>
void TestNumerics::checkBinary(Op op, const std::function<double(double, double)> &reference)
{
    const std::vector<T> a = samples<T>(1), b = samples<T>(2);
    LoopArgs args;
    args.a = a.data();
    args.b = b.data();
    args.count = a.size();
    for (const std::vector<T> &out : runBoth<T>(op, typeOf<T>, args, a)) {
        QCOMPARE(out.size(), a.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
            const T expected = fromDouble<T>(reference(toDouble(a[i]), toDouble(b[i])));
            QVERIFY2(same(out[i], expected), qPrintable(describe(op, i, toDouble(out[i]), toDouble(expected))));
        }
    }
}

void TestNumerics::binary()
{
    const auto largest = [](double x, double y) { return std::isnan(x) || std::isnan(y) ? quietNan : std::max(y, x); };
    const auto smallest = [](double x, double y) { return std::isnan(x) || std::isnan(y) ? quietNan : std::min(y, x); };
    checkBinary<Half>(Op::Add, [](double x, double y) { return x + y; });
    checkBinary<Half>(Op::Sub, [](double x, double y) { return x - y; });
    checkBinary<Half>(Op::Mul, [](double x, double y) { return x * y; });
    checkBinary<Half>(Op::Div, [](double x, double y) { return x / y; });
    checkBinary<Half>(Op::Max, largest);
    checkBinary<Half>(Op::Min, smallest);
    checkBinary<float>(Op::Add, [](double x, double y) { return x + y; });
    checkBinary<float>(Op::Sub, [](double x, double y) { return x - y; });
    checkBinary<float>(Op::Mul, [](double x, double y) { return x * y; });
    checkBinary<float>(Op::Div, [](double x, double y) { return x / y; });
    checkBinary<float>(Op::Max, largest);
    checkBinary<float>(Op::Min, smallest);
}

void TestNumerics::integersWrap()
{
    const std::vector<std::int32_t> a{2147483647, -2147483647 - 1, 65536, 7}, b{1, -1, 65536, 3};
    LoopArgs args;
    args.a = a.data();
    args.b = b.data();
    args.count = a.size();
    for (const auto &out : runBoth<std::int32_t>(Op::Add, Type::I32, args, a))
        QCOMPARE(out, (std::vector<std::int32_t>{-2147483647 - 1, 2147483647, 131072, 10}));
    for (const auto &out : runBoth<std::int32_t>(Op::Mul, Type::I32, args, a))
        QCOMPARE(out, (std::vector<std::int32_t>{2147483647, -2147483647 - 1, 0, 21}));
    const std::vector<std::int16_t> c{32767, -32768, 300, 5}, d{1, 1, 300, -9};
    args.a = c.data();
    args.b = d.data();
    for (const auto &out : runBoth<std::int16_t>(Op::Add, Type::I16, args, c))
        QCOMPARE(out, (std::vector<std::int16_t>{-32768, -32767, 600, -4}));
    for (const auto &out : runBoth<std::int16_t>(Op::Mul, Type::I16, args, c))
        QCOMPARE(out, (std::vector<std::int16_t>{32767, -32768, 24464, -45}));
    for (const auto &out : runBoth<std::int16_t>(Op::Min, Type::I16, args, c))
        QCOMPARE(out, (std::vector<std::int16_t>{1, -32768, 300, -9}));
}

/// relative: what the C library's float functions may be off by, on top of the rounding to the type.
template<typename T>
void TestNumerics::checkUnary(Op op, const std::function<double(double)> &reference, double relative)
{
    const std::vector<T> a = samples<T>(3);
    LoopArgs args;
    args.a = a.data();
    args.count = a.size();
    for (const std::vector<T> &out : runBoth<T>(op, typeOf<T>, args, a)) {
        QCOMPARE(out.size(), a.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
            const double wanted = reference(toDouble(a[i]));
            const double slack = std::isfinite(wanted) ? std::fabs(wanted) * relative : 0;
            const T low = fromDouble<T>(wanted - slack), high = fromDouble<T>(wanted + slack);
            const bool near = same(out[i], low) || same(out[i], high) || (toDouble(out[i]) > toDouble(low) && toDouble(out[i]) < toDouble(high));
            QVERIFY2(near, qPrintable(describe(op, i, toDouble(out[i]), wanted)));
        }
    }
}

void TestNumerics::unary()
{
    const double unit = 1e-6; // a few float units in the last place
    const auto relu = [](double x) { return std::isnan(x) ? x : std::max(0.0, x); };
    checkUnary<Half>(Op::Abs, [](double x) { return std::fabs(x); });
    checkUnary<Half>(Op::Exp, [](double x) { return std::exp(x); }, unit);
    checkUnary<Half>(Op::Ln, [](double x) { return std::log(x); }, unit);
    checkUnary<Half>(Op::Sqrt, [](double x) { return std::sqrt(x); });
    checkUnary<Half>(Op::Rsqrt, [](double x) { return 1 / std::sqrt(x); }, unit);
    checkUnary<Half>(Op::Reciprocal, [](double x) { return 1 / x; });
    checkUnary<Half>(Op::Relu, relu);
    checkUnary<float>(Op::Abs, [](double x) { return std::fabs(x); });
    checkUnary<float>(Op::Exp, [](double x) { return std::exp(x); }, unit);
    checkUnary<float>(Op::Ln, [](double x) { return std::log(x); }, unit);
    checkUnary<float>(Op::Sqrt, [](double x) { return std::sqrt(x); });
    checkUnary<float>(Op::Rsqrt, [](double x) { return 1 / std::sqrt(x); }, unit);
    checkUnary<float>(Op::Reciprocal, [](double x) { return 1 / x; });
    checkUnary<float>(Op::Relu, relu);
    checkUnary<std::int32_t>(Op::Relu, relu);
}

template<typename T>
void TestNumerics::checkScalar(Op op, double scalar, const std::function<double(double)> &reference)
{
    const std::vector<T> a = samples<T>(4);
    LoopArgs args;
    args.a = a.data();
    args.count = a.size();
    args.scalar = bits(fromDouble<T>(scalar));
    for (const std::vector<T> &out : runBoth<T>(op, typeOf<T>, args, a)) {
        QCOMPARE(out.size(), a.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
            const T expected = fromDouble<T>(reference(toDouble(a[i])));
            QVERIFY2(same(out[i], expected), qPrintable(describe(op, i, toDouble(out[i]), toDouble(expected))));
        }
    }
}

void TestNumerics::scalars()
{
    checkScalar<Half>(Op::Adds, 1.5, [](double x) { return x + 1.5; });
    checkScalar<Half>(Op::Muls, -3, [](double x) { return x * -3; });
    checkScalar<Half>(Op::Maxs, 2, [](double x) { return std::isnan(x) ? x : std::max(x, 2.0); });
    checkScalar<Half>(Op::Mins, 2, [](double x) { return std::isnan(x) ? x : std::min(x, 2.0); });
    checkScalar<Half>(Op::LeakyRelu, 0.25, [](double x) { return x >= 0 ? x : x * 0.25; });
    checkScalar<float>(Op::Adds, 1.5, [](double x) { return x + 1.5; });
    checkScalar<float>(Op::Muls, -3, [](double x) { return x * -3; });
    checkScalar<float>(Op::Maxs, 2, [](double x) { return std::isnan(x) ? x : std::max(x, 2.0); });
    checkScalar<float>(Op::Mins, 2, [](double x) { return std::isnan(x) ? x : std::min(x, 2.0); });
    checkScalar<float>(Op::Duplicate, 7, [](double) { return 7.0; });
    checkScalar<Half>(Op::Duplicate, 7, [](double) { return 7.0; });
    checkScalar<std::int32_t>(Op::Maxs, 20, [](double x) { return std::max(x, 20.0); });
    checkScalar<std::int16_t>(Op::Mins, 20, [](double x) { return std::min(x, 20.0); });
}

void TestNumerics::logicAndShifts()
{
    const std::vector<std::int16_t> a{0x0ff0, -1, 5, 0x1234}, b{0x00ff, 0x0f0f, 3, -2};
    LoopArgs args;
    args.a = a.data();
    args.b = b.data();
    args.count = a.size();
    for (const auto &out : runBoth<std::int16_t>(Op::And, Type::I16, args, a))
        QCOMPARE(out, (std::vector<std::int16_t>{0x00f0, 0x0f0f, 1, 0x1234}));
    for (const auto &out : runBoth<std::int16_t>(Op::Or, Type::I16, args, a))
        QCOMPARE(out, (std::vector<std::int16_t>{0x0fff, -1, 7, -2}));
    for (const auto &out : runBoth<std::int16_t>(Op::Not, Type::I16, args, a))
        QCOMPARE(out, (std::vector<std::int16_t>{static_cast<std::int16_t>(0xf00f), 0, -6, static_cast<std::int16_t>(0xedcb)}));
    const std::vector<std::int32_t> c{-8, 8, 1, -1};
    args.a = c.data();
    args.scalar = 2;
    for (const auto &out : runBoth<std::int32_t>(Op::ShiftRight, Type::I32, args, c))
        QCOMPARE(out, (std::vector<std::int32_t>{-2, 2, 0, -1}));
    for (const auto &out : runBoth<std::int32_t>(Op::ShiftLeft, Type::I32, args, c))
        QCOMPARE(out, (std::vector<std::int32_t>{-32, 32, 4, -4}));
    args.scalar = 40; // beyond the width: defined here as nothing left
    for (const auto &out : runBoth<std::int32_t>(Op::ShiftLeft, Type::I32, args, c))
        QCOMPARE(out, (std::vector<std::int32_t>(4, 0)));
}

void TestNumerics::multiplyAdd()
{
    const std::vector<Half> a = samples<Half>(5), b = samples<Half>(6), before = samples<Half>(7);
    LoopArgs args;
    args.a = a.data();
    args.b = b.data();
    args.count = a.size();
    const auto check = [&](Op op, const std::function<float(float, float, float)> &reference) {
        for (const auto &out : runBoth<Half>(op, Type::F16, args, before)) {
            for (std::size_t i = 0; i < out.size(); ++i) {
                const auto f = [](Half value) { return static_cast<float>(toDouble(value)); };
                const Half expected = fromDouble<Half>(static_cast<double>(reference(f(a[i]), f(b[i]), f(before[i]))));
                QVERIFY2(same(out[i], expected), qPrintable(describe(op, i, toDouble(out[i]), toDouble(expected))));
            }
        }
    };
    check(Op::MulAddDst, [](float x, float y, float d) { return x * y + d; });
    check(Op::FusedMulAdd, [](float x, float y, float d) { return x * d + y; });
    args.scalar = bits(fromDouble<Half>(0.75));
    check(Op::Axpy, [](float x, float, float d) { return x * 0.75f + d; });
}

/// Float and half to integers: rounded by the mode, then saturated.
template<typename D, typename S>
void TestNumerics::checkCast(std::uint8_t mode, const std::function<double(double)> &whole)
{
    const std::vector<S> a = samples<S>(8);
    LoopArgs args;
    args.a = a.data();
    args.count = a.size();
    args.mode = mode;
    for (const auto &out : runBoth<D>(Op::Cast, typeOf<S>, args, std::vector<D>(a.size()))) {
        QCOMPARE(out.size(), a.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
            const double value = toDouble(a[i]), rounded = whole(value);
            D expected = 0;
            if (rounded >= static_cast<double>(std::numeric_limits<D>::max()))
                expected = std::numeric_limits<D>::max();
            else if (rounded <= static_cast<double>(std::numeric_limits<D>::min()))
                expected = std::numeric_limits<D>::min();
            else if (!std::isnan(rounded))
                expected = static_cast<D>(rounded);
            QVERIFY2(out[i] == expected, qPrintable(describe(Op::Cast, i, static_cast<double>(out[i]), static_cast<double>(expected)) + QStringLiteral(" from %1 mode %2").arg(value).arg(mode)));
        }
    }
}

void TestNumerics::casts()
{
    const std::vector<std::pair<std::uint8_t, std::function<double(double)>>> modes{
        {0, [](double x) { return std::nearbyint(x); }}, {1, [](double x) { return std::nearbyint(x); }}, {2, [](double x) { return std::floor(x); }},
        {3, [](double x) { return std::ceil(x); }}, {4, [](double x) { return std::round(x); }}, {5, [](double x) { return std::trunc(x); }}};
    for (const auto &[mode, whole] : modes) {
        checkCast<std::int32_t, float>(mode, whole);
        checkCast<std::int64_t, float>(mode, whole);
        checkCast<std::int16_t, float>(mode, whole);
        checkCast<std::int32_t, Half>(mode, whole);
        checkCast<std::int16_t, Half>(mode, whole);
        checkCast<std::int8_t, Half>(mode, whole);
        checkCast<std::uint8_t, Half>(mode, whole);
        checkCast<std::int32_t, Bf16>(mode, whole);
    }
}

void TestNumerics::castsSaturate()
{
    LoopArgs args;
    const std::vector<std::int32_t> wide{70000, -70000, 5, -5};
    args.a = wide.data();
    args.count = wide.size();
    for (const auto &out : runBoth<std::int16_t>(Op::Cast, Type::I32, args, std::vector<std::int16_t>(4)))
        QCOMPARE(out, (std::vector<std::int16_t>{32767, -32768, 5, -5}));
    args.deqScale = 0.5f;
    for (const auto &out : runBoth<Half>(Op::Cast, Type::I32, args, std::vector<Half>(4)))
        QCOMPARE(toDouble(out[0]), 35008.0); // 35000 to the nearest half
    const std::vector<std::int64_t> wider{5000000000, -5000000000, 9, -9};
    args.a = wider.data();
    for (const auto &out : runBoth<std::int32_t>(Op::Cast, Type::I64, args, std::vector<std::int32_t>(4)))
        QCOMPARE(out, (std::vector<std::int32_t>{2147483647, -2147483647 - 1, 9, -9}));
    const std::vector<std::int32_t> odd{16777217, -16777217, 16777219, 3};
    args.a = odd.data();
    args.mode = 2; // floor
    for (const auto &out : runBoth<float>(Op::Cast, Type::I32, args, std::vector<float>(4)))
        QCOMPARE(out, (std::vector<float>{16777216.0f, -16777218.0f, 16777218.0f, 3.0f}));
    args.mode = 4; // away from zero
    for (const auto &out : runBoth<float>(Op::Cast, Type::I32, args, std::vector<float>(4)))
        QCOMPARE(out, (std::vector<float>{16777218.0f, -16777218.0f, 16777220.0f, 3.0f}));
}

/// float to half and bfloat16 with known neighbours: 1 + 1/2 unit, and the largest numbers.
void TestNumerics::narrowFloatsInEveryMode()
{
    const float halfUnit = 1.0f + 1.0f / 2048, little = 1.0f + 1.0f / 8192;
    const std::vector<float> a{halfUnit, -halfUnit, little, -little, 65510.0f, 65520.0f, 1e6f};
    const double up = 1 + 1.0 / 1024;
    const std::vector<std::vector<double>> expected{
        {1, -1, 1, -1, 65504, inf, inf},          // none
        {1, -1, 1, -1, 65504, inf, inf},          // nearest even
        {1, -up, 1, -up, 65504, 65504, 65504},    // floor
        {up, -1, up, -1, inf, inf, inf},          // ceil
        {up, -up, 1, -1, 65504, inf, inf},        // away from zero
        {1, -1, 1, -1, 65504, 65504, 65504},      // towards zero
        {up, -up, up, -up, 65504, 65504, 65504}}; // odd: 65504 ends in a one
    LoopArgs args;
    args.a = a.data();
    args.count = a.size();
    for (std::uint8_t mode = 0; mode < 7; ++mode) {
        args.mode = mode;
        for (const auto &out : runBoth<Half>(Op::Cast, Type::F32, args, std::vector<Half>(a.size()))) {
            for (std::size_t i = 0; i < a.size(); ++i)
                QVERIFY2(toDouble(out[i]) == expected[mode][i], qPrintable(describe(Op::Cast, i, toDouble(out[i]), expected[mode][i]) + QStringLiteral(" mode %1").arg(mode)));
        }
    }
    const std::vector<float> b{1.0f + 1.0f / 256, -1.0f - 1.0f / 256, 1.0f + 3.0f / 256};
    args.a = b.data();
    args.count = b.size();
    args.mode = 1;
    for (const auto &out : runBoth<Bf16>(Op::Cast, Type::F32, args, std::vector<Bf16>(3))) {
        QCOMPARE(toDouble(out[0]), 1.0); // ties to even
        QCOMPARE(toDouble(out[2]), 1.0 + 4.0 / 256);
    }
    args.mode = 2;
    for (const auto &out : runBoth<Bf16>(Op::Cast, Type::F32, args, std::vector<Bf16>(3)))
        QCOMPARE(toDouble(out[1]), -1.0 - 2.0 / 256);
}

void TestNumerics::sums()
{
    std::vector<float> a(1000);
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = static_cast<float>(i % 17) - 3; // whole numbers: every order gives the same
    LoopArgs args;
    args.a = a.data();
    args.count = a.size();
    double sum = 0;
    for (const float value : a)
        sum += value;
    for (const auto &out : runBoth<float>(Op::ReduceSum, Type::F32, args, std::vector<float>(8)))
        QCOMPARE(static_cast<double>(out[0]), sum);
    // Half rounds at every addition: 2048 + 1 is 2048 again, but the other ones meet each other first.
    std::vector<Half> ones(256, fromDouble<Half>(1));
    ones[128] = fromDouble<Half>(2048);
    args.a = ones.data();
    args.count = 256;
    for (const auto &out : runBoth<Half>(Op::ReduceSum, Type::F16, args, std::vector<Half>(16)))
        QCOMPARE(toDouble(out[0]), 2302.0); // 2048 + 1 lost its one; then 2, 4, ... 64 and the first repeat's 128
    args.count = 1;
    for (const auto &out : runBoth<Half>(Op::ReduceSum, Type::F16, args, std::vector<Half>(16)))
        QCOMPARE(toDouble(out[0]), 1.0);
}

void TestNumerics::extremes()
{
    const std::vector<float> a{3, 9, -4, 9, -4, 0};
    LoopArgs args;
    args.a = a.data();
    args.count = a.size();
    args.mode = 1;
    for (const auto &out : runBoth<float>(Op::ReduceMax, Type::F32, args, std::vector<float>(8))) {
        QCOMPARE(out[0], 9.0f);
        QCOMPARE(std::bit_cast<std::uint32_t>(out[1]), 1u); // the lowest of two
    }
    for (const auto &out : runBoth<float>(Op::ReduceMin, Type::F32, args, std::vector<float>(8))) {
        QCOMPARE(out[0], -4.0f);
        QCOMPARE(std::bit_cast<std::uint32_t>(out[1]), 2u);
    }
    args.mode = 0;
    for (const auto &out : runBoth<float>(Op::ReduceMax, Type::F32, args, std::vector<float>(8, 5.0f)))
        QCOMPARE(out[1], 5.0f); // no index asked, nothing written
}

void TestNumerics::comparisons()
{
    const std::vector<Half> a = samples<Half>(9), b = samples<Half>(10);
    LoopArgs args;
    args.a = a.data();
    args.b = b.data();
    args.count = a.size();
    const std::function<bool(double, double)> modes[] = {[](double x, double y) { return x < y; }, [](double x, double y) { return x > y; }, [](double x, double y) { return x == y; },
                                                         [](double x, double y) { return x <= y; }, [](double x, double y) { return x >= y; }, [](double x, double y) { return x != y; }};
    for (std::uint8_t mode = 0; mode < 6; ++mode) {
        args.mode = mode;
        const auto masks = runBoth<std::uint8_t>(Op::Compare, Type::F16, args, std::vector<std::uint8_t>(a.size() / 8 + 1));
        for (const auto &mask : masks) {
            for (std::size_t i = 0; i < a.size(); ++i)
                QCOMPARE(((mask[i / 8] >> (i % 8)) & 1) != 0, modes[mode](toDouble(a[i]), toDouble(b[i])));
        }
        LoopArgs select = args;
        select.extra = masks[0].data();
        select.mode = 2;
        for (const auto &out : runBoth<Half>(Op::Select, Type::F16, select, a)) {
            for (std::size_t i = 0; i < a.size(); ++i)
                QVERIFY(same(out[i], modes[mode](toDouble(a[i]), toDouble(b[i])) ? a[i] : b[i]));
        }
    }
}

/// What vector cores do not have must be missing in both tables, and nothing else may differ.
void TestNumerics::missingInstructions()
{
    QVERIFY(!plainLoops().find(Op::Add, Type::BF16, Type::BF16));
    QVERIFY(!plainLoops().find(Op::Div, Type::I32, Type::I32));
    QVERIFY(!plainLoops().find(Op::Cast, Type::I8, Type::F32));
    QVERIFY(!plainLoops().find(Op::Add, Type::I8, Type::I8));
    if (!hasAvx2Loops())
        QSKIP("this processor has no AVX2");
    for (int op = 0; op < static_cast<int>(Op::Count); ++op) {
        for (int type = 0; type <= static_cast<int>(Type::None); ++type) {
            for (int source = 0; source <= static_cast<int>(Type::None); ++source) {
                const auto find = [&](const LoopTable &table) { return table.find(static_cast<Op>(op), static_cast<Type>(type), static_cast<Type>(source)) != nullptr; };
                QCOMPARE(find(avx2Loops()), find(plainLoops()));
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestNumerics)
#include "tst_numerics.moc"
