#pragma once

#include <cstdint>
#include <vector>

namespace sage::npu {

/// One bit per byte of a memory: was it written? Ranges are [first, first + size).
class Bitmap
{
public:
    explicit Bitmap(std::uint64_t bytes = 0) : m_words((bytes + 63) / 64 + 1, 0), m_bytes(bytes) {}

    [[nodiscard]] std::uint64_t *words() { return m_words.data(); }
    [[nodiscard]] std::uint64_t size() const { return m_bytes; }

    void set(std::uint64_t first, std::uint64_t size) { change(first, size, true); }
    void clear(std::uint64_t first, std::uint64_t size) { change(first, size, false); }
    [[nodiscard]] bool all(std::uint64_t first, std::uint64_t size) const { return firstWith(false, first, size) == first + size; }
    [[nodiscard]] bool any(std::uint64_t first, std::uint64_t size) const { return firstWith(true, first, size) != first + size; }
    [[nodiscard]] std::uint64_t firstClear(std::uint64_t first, std::uint64_t size) const { return firstWith(false, first, size); }
    [[nodiscard]] std::uint64_t count() const;

private:
    void change(std::uint64_t first, std::uint64_t size, bool value);
    [[nodiscard]] std::uint64_t firstWith(bool value, std::uint64_t first, std::uint64_t size) const;

    std::vector<std::uint64_t> m_words; // one spare: inlined accessors may touch the word of the last byte
    std::uint64_t m_bytes;
};

} // namespace sage::npu
