#include "core/plain/half.h"

#include <QTest>

#include <cmath>

using namespace sage;

namespace {

/// Rounding by the definition: nearest multiple of the unit in the last place, ties to even.
[[nodiscard]] double nearest(double value, int precision, int minExponent, double largest)
{
    if (value == 0 || !std::isfinite(value))
        return value;
    const int exponent = std::max(std::ilogb(value), minExponent);
    const double unit = std::ldexp(1.0, exponent - precision + 1);
    const double rounded = std::nearbyint(value / unit) * unit;
    return std::fabs(rounded) > largest ? std::copysign(std::numeric_limits<double>::infinity(), value) : rounded;
}

} // namespace

class TestHalf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyHalfComesBack();
    void everyBfloatComesBack();
    void middles();
    void specialValues();
    void manyDoubles();

private:
    static void check(double value)
    {
        const auto half = static_cast<double>(halfToFloat(doubleToHalf(value)));
        const auto bfloat = static_cast<double>(bfloatToFloat(doubleToBfloat(value)));
        if (half != nearest(value, 11, -14, 65504.0) || std::signbit(half) != std::signbit(value))
            QFAIL(qPrintable(QStringLiteral("half of %1 is %2").arg(value, 0, 'g', 17).arg(half, 0, 'g', 17)));
        if (bfloat != nearest(value, 8, -126, 0x1.fep127) || std::signbit(bfloat) != std::signbit(value))
            QFAIL(qPrintable(QStringLiteral("bfloat of %1 is %2").arg(value, 0, 'g', 17).arg(bfloat, 0, 'g', 17)));
    }
};

void TestHalf::everyHalfComesBack()
{
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const auto value = static_cast<double>(halfToFloat(static_cast<std::uint16_t>(bits)));
        if (std::isnan(value))
            QVERIFY(std::isnan(halfToFloat(doubleToHalf(value))));
        else
            QCOMPARE(doubleToHalf(value), bits);
    }
}

void TestHalf::everyBfloatComesBack()
{
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const auto value = static_cast<double>(bfloatToFloat(static_cast<std::uint16_t>(bits)));
        if (std::isnan(value))
            QVERIFY(std::isnan(bfloatToFloat(doubleToBfloat(value))));
        else
            QCOMPARE(doubleToBfloat(value), bits);
    }
}

void TestHalf::middles()
{
    for (std::uint32_t bits = 0; bits < 65535; ++bits) {
        for (const auto convert : {halfToFloat, bfloatToFloat}) {
            const auto low = static_cast<double>(convert(static_cast<std::uint16_t>(bits)));
            const auto high = static_cast<double>(convert(static_cast<std::uint16_t>(bits + 1)));
            if (!std::isfinite(low) || !std::isfinite(high) || std::signbit(low) != std::signbit(high))
                continue;
            const double middle = (low + high) / 2;
            for (const double value : {middle, std::nextafter(middle, low), std::nextafter(middle, high)})
                check(value);
        }
    }
}

void TestHalf::specialValues()
{
    const double inf = std::numeric_limits<double>::infinity();
    for (const double value : {0.0, -0.0, inf, -inf, 65504.0, 65519.99999, 65520.0, 1e300, -1e300, 5e-324, 0x1p-25, 0x1.000001p-25, 0x1p-134, 0x1.01p-134})
        check(value);
    QVERIFY(std::isnan(halfToFloat(doubleToHalf(std::nan("")))));
    QVERIFY(std::isnan(bfloatToFloat(doubleToBfloat(std::nan("")))));
}

void TestHalf::manyDoubles()
{
    std::uint64_t state = 1; // any sequence of bits will do here
    for (int i = 0; i < 500'000; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const auto any = std::bit_cast<double>(state);
        if (!std::isnan(any))
            check(any);
        check(std::ldexp(static_cast<double>(static_cast<std::int64_t>(state)), static_cast<int>(state % 60) - 100));
    }
}

QTEST_GUILESS_MAIN(TestHalf)
#include "tst_half.moc"
