#pragma once

#include <cstddef>
#include <cstdint>

namespace sage::npu {

/// Zeroed memory of its own between guard pages: what a kernel gets a pointer to lies here, so that no step from that
/// pointer leads to the emulator's own state. Does not move. Throws std::bad_alloc.
class GuardedPages
{
public:
    /// `guard` bytes on either side are not accessible.
    explicit GuardedPages(std::size_t bytes, std::size_t guard = 1u << 16);
    ~GuardedPages();
    GuardedPages(const GuardedPages &) = delete;
    GuardedPages &operator=(const GuardedPages &) = delete;

    [[nodiscard]] std::uint8_t *data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_bytes; }

    /// Makes the content unreachable for everybody, and reachable again.
    void hide();
    void show();

private:
    std::size_t m_bytes; ///< as asked
    std::size_t m_room;  ///< whole pages
    std::size_t m_guard;
    std::uint8_t *m_data = nullptr;
};

} // namespace sage::npu
