#include "core/base/random.h"

#include "core/base/hash.h"

#include <cmath>
#include <numbers>
#include <string>

namespace sage {

namespace {

constexpr std::uint32_t multiplierA = 0xD2511F53u;
constexpr std::uint32_t multiplierB = 0xCD9E8D57u;
constexpr std::uint32_t weylA = 0x9E3779B9u;
constexpr std::uint32_t weylB = 0xBB67AE85u;
constexpr double unit53 = 1.0 / 9007199254740992.0;

} // namespace

Random::Random(std::uint64_t seed, std::string_view purpose)
{
    const Hash key = sha256(std::string_view(std::to_string(seed) + '\n' + std::string(purpose)));
    m_key[0] = static_cast<std::uint32_t>(std::stoul(key.value.substr(0, 8), nullptr, 16));
    m_key[1] = static_cast<std::uint32_t>(std::stoul(key.value.substr(8, 8), nullptr, 16));
}

std::array<std::uint32_t, 4> Random::block(std::uint64_t counter) const
{
    std::array<std::uint32_t, 4> x{static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), 0, 0};
    std::uint32_t keyA = m_key[0];
    std::uint32_t keyB = m_key[1];
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t productA = static_cast<std::uint64_t>(multiplierA) * x[0];
        const std::uint64_t productB = static_cast<std::uint64_t>(multiplierB) * x[2];
        x = {static_cast<std::uint32_t>(productB >> 32) ^ x[1] ^ keyA, static_cast<std::uint32_t>(productB),
             static_cast<std::uint32_t>(productA >> 32) ^ x[3] ^ keyB, static_cast<std::uint32_t>(productA)};
        keyA += weylA;
        keyB += weylB;
    }
    return x;
}

void Random::words(std::uint64_t firstWord, std::span<std::uint32_t> out) const
{
    // Eight blocks side by side, so that the compiler can keep the multiplier busy.
    constexpr std::size_t lanes = 8;
    std::uint64_t counter = firstWord / 4;
    std::size_t done = 0;
    while (done < out.size()) {
        std::array<std::array<std::uint32_t, lanes>, 4> x{};
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            x[0][lane] = static_cast<std::uint32_t>(counter + lane);
            x[1][lane] = static_cast<std::uint32_t>((counter + lane) >> 32);
        }
        std::uint32_t keyA = m_key[0];
        std::uint32_t keyB = m_key[1];
        for (int round = 0; round < 10; ++round) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const std::uint64_t productA = static_cast<std::uint64_t>(multiplierA) * x[0][lane];
                const std::uint64_t productB = static_cast<std::uint64_t>(multiplierB) * x[2][lane];
                x[0][lane] = static_cast<std::uint32_t>(productB >> 32) ^ x[1][lane] ^ keyA;
                x[1][lane] = static_cast<std::uint32_t>(productB);
                x[2][lane] = static_cast<std::uint32_t>(productA >> 32) ^ x[3][lane] ^ keyB;
                x[3][lane] = static_cast<std::uint32_t>(productA);
            }
            keyA += weylA;
            keyB += weylB;
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            for (std::size_t word = 0; word < 4 && done < out.size(); ++word)
                out[done++] = x[word][lane];
        }
        counter += lanes;
    }
}

std::uint64_t Random::at(std::uint64_t index) const
{
    // One block holds two numbers; which half is taken depends on the index alone.
    const std::array<std::uint32_t, 4> x = block(index >> 1);
    const std::size_t half = (index & 1u) * 2;
    return (static_cast<std::uint64_t>(x[half + 1]) << 32) | x[half];
}

double Random::uniformAt(std::uint64_t index) const
{
    return static_cast<double>(at(index) >> 11) * unit53;
}

std::uint64_t Random::below(std::uint64_t bound)
{
    const std::uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    std::uint64_t draw = next();
    while (draw >= limit)
        draw = next();
    return draw % bound;
}

double Random::normalAt(std::uint64_t index) const
{
    const std::uint64_t bits = at(index);
    const double u = (static_cast<double>(bits >> 32) + 0.5) * (1.0 / 4294967296.0);
    const double v = (static_cast<double>(bits & 0xffffffffu) + 0.5) * (1.0 / 4294967296.0);
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

} // namespace sage
