#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sage {

/// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
/// SC 2011). The key says what the numbers are for; number i is the same whatever was drawn before, on
/// every machine. No standard distribution is used: those differ between libraries.
class Random
{
public:
    /// Key from a seed and a purpose such as "Swish/corr/3/fault": SHA-256, first 8 bytes.
    Random(std::uint64_t seed, std::string_view purpose);

    /// Number `index` of the stream.
    [[nodiscard]] std::uint64_t at(std::uint64_t index) const;
    /// The next number; advances a private counter.
    [[nodiscard]] std::uint64_t next() { return at(m_index++); }

    /// Uniform in [0, 1), 53 bits.
    [[nodiscard]] double uniformAt(std::uint64_t index) const;
    [[nodiscard]] double uniform() { return uniformAt(m_index++); }

    /// Uniform integer in [0, bound), bound > 0, without modulo bias.
    [[nodiscard]] std::uint64_t below(std::uint64_t bound);

    /// The stream as 32-bit words: number i is word 2i (low half) and word 2i + 1. Fills out with the words from
    /// firstWord on, which must be a multiple of 4; for bulk data, about 3 ns a word.
    void words(std::uint64_t firstWord, std::span<std::uint32_t> out) const;

    /// Standard normal number `index`, by Box and Muller from one draw.
    [[nodiscard]] double normalAt(std::uint64_t index) const;

private:
    [[nodiscard]] std::array<std::uint32_t, 4> block(std::uint64_t counter) const;

    std::array<std::uint32_t, 2> m_key{};
    std::uint64_t m_index = 0;
};

} // namespace sage
