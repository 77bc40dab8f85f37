#pragma once

#include "core/npu/guardedpages.h"

#include <cstdint>

namespace sage::npu {

/// One bit per byte of a memory: was it written? Ranges are [first, first + size).
class Bitmap
{
public:
    explicit Bitmap(std::uint64_t bytes) : m_pages(((bytes + 63) / 64 + 1) * sizeof(std::uint64_t)), m_words(reinterpret_cast<std::uint64_t *>(m_pages.data())), m_bytes(bytes) {}

    [[nodiscard]] std::uint64_t *words() { return m_words; }
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

    GuardedPages m_pages; // inlined accessors write here; one word to spare, as they may touch the one of the last byte
    std::uint64_t *m_words;
    std::uint64_t m_bytes;
};

} // namespace sage::npu
