#include "core/npu/bitmap.h"

#include <algorithm>
#include <bit>

namespace sage::npu {

namespace {

std::uint64_t maskFrom(std::uint64_t bit)
{
    return ~std::uint64_t(0) << bit;
}

} // namespace

void Bitmap::change(std::uint64_t first, std::uint64_t size, bool value)
{
    if (size == 0)
        return;
    const std::uint64_t end = first + size;
    const std::uint64_t firstWord = first / 64, lastWord = (end - 1) / 64;
    for (std::uint64_t word = firstWord; word <= lastWord; ++word) {
        std::uint64_t mask = ~std::uint64_t(0);
        if (word == firstWord)
            mask &= maskFrom(first % 64);
        if (word == lastWord && end % 64 != 0)
            mask &= ~maskFrom(end % 64);
        if (value)
            m_words[word] |= mask;
        else
            m_words[word] &= ~mask;
    }
}

std::uint64_t Bitmap::firstWith(bool value, std::uint64_t first, std::uint64_t size) const
{
    const std::uint64_t end = first + size;
    const std::uint64_t flip = value ? 0 : ~std::uint64_t(0);
    for (std::uint64_t at = first; at < end;) {
        const std::uint64_t word = (m_words[at / 64] ^ flip) & maskFrom(at % 64);
        if (word != 0)
            return std::min(end, at / 64 * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
        at = (at / 64 + 1) * 64;
    }
    return end;
}

std::uint64_t Bitmap::count() const
{
    std::uint64_t sum = 0;
    for (std::uint64_t word = 0; word < m_bytes / 64; ++word)
        sum += static_cast<std::uint64_t>(std::popcount(m_words[word]));
    if (m_bytes % 64 != 0)
        sum += static_cast<std::uint64_t>(std::popcount(m_words[m_bytes / 64] & ~maskFrom(m_bytes % 64)));
    return sum;
}

} // namespace sage::npu
