#pragma once

#include "core/plain/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sage {

/// An anonymous file that a child process inherits: nothing of it is ever on a disk. Move only.
class MemoryFile
{
public:
    /// Zeroed. Errors: evaluate.no-memory.
    [[nodiscard]] static Result<MemoryFile> make(const char *name, std::uint64_t size = 0);

    MemoryFile(MemoryFile &&other) noexcept;
    MemoryFile &operator=(MemoryFile &&other) noexcept;
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;
    ~MemoryFile();

    [[nodiscard]] int fd() const { return m_fd; }
    /// Errors: evaluate.no-memory.
    [[nodiscard]] Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes) const;
    [[nodiscard]] Result<void> write(std::string_view text) const { return write(0, std::as_bytes(std::span(text))); }
    /// Fills the span; what lies beyond the file's end (a hostile process may have cut it) reads as zero.
    void read(std::uint64_t offset, std::span<std::byte> bytes) const;

private:
    explicit MemoryFile(int fd) : m_fd(fd) {}
    int m_fd = -1;
};

} // namespace sage
