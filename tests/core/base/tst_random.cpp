#include "core/base/hash.h"
#include "core/base/random.h"

#include <QtTest>

#include <cmath>

using namespace sage;

namespace {

/// Philox4x32-10 as its authors write it, to compare with.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> x, std::array<std::uint32_t, 2> key)
{
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = 0xD2511F53ull * x[0];
        const std::uint64_t b = 0xCD9E8D57ull * x[2];
        x = {static_cast<std::uint32_t>(b >> 32) ^ x[1] ^ key[0], static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(a >> 32) ^ x[3] ^ key[1], static_cast<std::uint32_t>(a)};
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
    }
    return x;
}

std::array<std::uint32_t, 2> keyOf(std::uint64_t seed, const std::string &purpose)
{
    const std::string hash = sha256(std::string_view(std::to_string(seed) + "\n" + purpose)).value;
    return {static_cast<std::uint32_t>(std::stoul(hash.substr(0, 8), nullptr, 16)), static_cast<std::uint32_t>(std::stoul(hash.substr(8, 8), nullptr, 16))};
}

} // namespace

class TestRandom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void referenceKnowsPublishedAnswers();
    void equalsReference();
    void orderDoesNotMatter();
    void purposesDiffer();
    void uniformStaysInside();
    void belowIsUnbiasedEnough();
    void normalHasItsMoments();
};

void TestRandom::referenceKnowsPublishedAnswers()
{
    // Known answers of the Random123 library for philox4x32-10.
    using Block = std::array<std::uint32_t, 4>;
    QVERIFY((philox({0, 0, 0, 0}, {0, 0}) == Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    QVERIFY((philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) == Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    QVERIFY((philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) == Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

void TestRandom::equalsReference()
{
    const Random random(42, "Swish/corr/3/fault");
    const auto key = keyOf(42, "Swish/corr/3/fault");
    for (const std::uint64_t index : {0ull, 1ull, 2ull, 7ull, 1000001ull, 0x1234567890ull}) {
        const std::uint64_t counter = index / 2;
        const auto block = philox({static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), 0, 0}, key);
        const std::size_t half = index % 2 * 2;
        QCOMPARE(random.at(index), (std::uint64_t{block[half + 1]} << 32) | block[half]);
    }
}

void TestRandom::orderDoesNotMatter()
{
    Random a(1, "x");
    const Random b(1, "x");
    const std::uint64_t later = b.at(500);
    for (std::uint64_t i = 0; i < 500; ++i)
        QCOMPARE(a.next(), b.at(i));
    QCOMPARE(a.next(), later);
}

void TestRandom::purposesDiffer()
{
    QVERIFY(Random(1, "x").at(0) != Random(1, "y").at(0));
    QVERIFY(Random(1, "x").at(0) != Random(2, "x").at(0));
    QVERIFY(Random(1, "1x").at(0) != Random(11, "x").at(0)); // seed and purpose do not run together
}

void TestRandom::uniformStaysInside()
{
    const Random random(3, "uniform");
    double sum = 0;
    for (std::uint64_t i = 0; i < 100000; ++i) {
        const double u = random.uniformAt(i);
        QVERIFY(u >= 0 && u < 1);
        sum += u;
    }
    QVERIFY(std::abs(sum / 100000 - 0.5) < 0.005);
}

void TestRandom::belowIsUnbiasedEnough()
{
    Random random(4, "below");
    std::array<int, 7> counts{};
    for (int i = 0; i < 70000; ++i)
        ++counts.at(random.below(7));
    for (const int count : counts)
        QVERIFY(std::abs(count - 10000) < 500);
    QCOMPARE(random.below(1), std::uint64_t{0});
}

void TestRandom::normalHasItsMoments()
{
    const Random random(5, "normal");
    double sum = 0;
    double squares = 0;
    for (std::uint64_t i = 0; i < 100000; ++i) {
        const double x = random.normalAt(i);
        QVERIFY(std::isfinite(x));
        sum += x;
        squares += x * x;
    }
    QVERIFY(std::abs(sum / 100000) < 0.015);
    QVERIFY(std::abs(squares / 100000 - 1) < 0.02);
}

QTEST_GUILESS_MAIN(TestRandom)
#include "tst_random.moc"
