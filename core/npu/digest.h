#pragma once

#include <bit>
#include <cstdint>

namespace sage::npu {

/// A keyed sum over words, quick enough for every call of a kernel. Who does not know the key cannot change a word and keep
/// the sum but by chance; it is no cryptography against who can read the key.
class Digest
{
public:
    explicit Digest(std::uint64_t key) : m_key(key | 1), m_value(key) {}

    void add(std::uint64_t word)
    {
        m_value = (m_value ^ word) * m_key;
        m_value ^= m_value >> 29;
    }
    void add(double word) { add(std::bit_cast<std::uint64_t>(word)); }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_key, m_value;
};

} // namespace sage::npu
