#include "core/evaluate/memoryfile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace sage {

namespace {

[[nodiscard]] tl::unexpected<Error> noMemory()
{
    return fail("evaluate.no-memory", "Memory for a kernel's tensors could not be had. Evaluate fewer cases side by side, or free memory.", std::strerror(errno));
}

} // namespace

Result<MemoryFile> MemoryFile::make(const char *name, std::uint64_t size)
{
    MemoryFile file(::memfd_create(name, MFD_CLOEXEC));
    if (file.m_fd < 0 || ::ftruncate(file.m_fd, static_cast<off_t>(size)) != 0)
        return noMemory();
    return file;
}

MemoryFile::MemoryFile(MemoryFile &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

MemoryFile &MemoryFile::operator=(MemoryFile &&other) noexcept
{
    std::swap(m_fd, other.m_fd);
    return *this;
}

MemoryFile::~MemoryFile()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Result<void> MemoryFile::write(std::uint64_t offset, std::span<const std::byte> bytes) const
{
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(m_fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return noMemory();
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return {};
}

void MemoryFile::read(std::uint64_t offset, std::span<std::byte> bytes) const
{
    while (!bytes.empty()) {
        const ssize_t got = ::pread(m_fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            std::fill(bytes.begin(), bytes.end(), std::byte{0});
            return;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
}

} // namespace sage
