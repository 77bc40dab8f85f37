#include "core/npu/gmspace.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace sage::npu {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t guard = 64 * page;
constexpr std::uint64_t line = 32; ///< bytes that one owner entry stands for

} // namespace

GmSpace::~GmSpace()
{
    for (const Mapping &mapping : m_mappings)
        ::munmap(mapping.start, mapping.size);
}

Result<void> GmSpace::mapBuffer(GmBuffer &buffer, int tensorFd)
{
    const std::size_t size = (buffer.spec.size + page - 1) / page * page;
    void *area = ::mmap(nullptr, size + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return fail("npu.map", "No address range is left for tensor " + buffer.spec.name + ".", std::strerror(errno));
    m_mappings.push_back({area, size + 2 * guard});
    buffer.data = static_cast<std::uint8_t *>(area) + guard;
    if (size == 0)
        return {};
    const int protection = buffer.writable ? PROT_READ | PROT_WRITE : PROT_READ;
    const void *mapped = ::mmap(buffer.data, size, protection, MAP_SHARED | MAP_FIXED | MAP_POPULATE, tensorFd, static_cast<off_t>(buffer.spec.offset));
    if (mapped == MAP_FAILED)
        return fail("npu.map", "Tensor " + buffer.spec.name + " could not be mapped from the tensor file.", std::strerror(errno));
    return {};
}

Result<void> GmSpace::map(const LaunchSpec &spec, int tensorFd)
{
    struct stat info {};
    if (::fstat(tensorFd, &info) != 0)
        return fail("npu.map", "The tensor file is not open.", std::strerror(errno));
    for (const BufferSpec &wanted : spec.buffers) {
        if (wanted.offset % page != 0 || wanted.offset + wanted.size > static_cast<std::uint64_t>(info.st_size))
            return fail("npu.map", "Tensor " + wanted.name + " lies outside the tensor file or off its 4096-byte grid.");
        GmBuffer buffer;
        buffer.spec = wanted;
        buffer.writable = wanted.role != BufferRole::Input && wanted.role != BufferRole::Tiling;
        if (const Result<void> mapped = mapBuffer(buffer, tensorFd); !mapped)
            return mapped;
        buffer.poisoned = wanted.role == BufferRole::Output || wanted.role == BufferRole::Workspace;
        if (buffer.writable)
            buffer.written = std::make_unique<Bitmap>(wanted.size);
        if (buffer.poisoned)
            std::memset(buffer.data, spec.poison, wanted.size);
        if (wanted.role == BufferRole::Output || wanted.role == BufferRole::InOut)
            buffer.owner.assign(wanted.size / line + 1, 0);
        m_buffers.push_back(std::move(buffer));
    }
    return {};
}

GmBuffer *GmSpace::find(const void *at)
{
    if (m_buffers.empty())
        return nullptr;
    if (m_buffers[m_last].holds(at))
        return &m_buffers[m_last];
    std::size_t nearest = 0;
    std::uint64_t distance = ~std::uint64_t(0);
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    for (std::size_t i = 0; i < m_buffers.size(); ++i) {
        const auto first = reinterpret_cast<std::uintptr_t>(m_buffers[i].data);
        const std::uintptr_t end = first + m_buffers[i].spec.size;
        const std::uint64_t away = address < first ? first - address : address >= end ? address - end + 1 : 0;
        if (away < distance) {
            distance = away;
            nearest = i;
        }
    }
    if (distance == 0)
        m_last = nearest;
    return &m_buffers[nearest];
}

bool GmSpace::inside(const GmBuffer &buffer, const void *at, std::uint64_t size) const
{
    const auto address = reinterpret_cast<std::uintptr_t>(at), first = reinterpret_cast<std::uintptr_t>(buffer.data);
    return address >= first && address - first <= buffer.spec.size && size <= buffer.spec.size - (address - first);
}

void GmSpace::startPhase()
{
    for (GmBuffer &buffer : m_buffers)
        std::fill(buffer.owner.begin(), buffer.owner.end(), std::uint16_t(0));
}

bool GmSpace::changesOthers(const GmBuffer &buffer, std::uint64_t first, std::uint64_t size, const std::uint8_t *bytes, std::uint16_t mine)
{
    for (std::uint64_t at = first; at < first + size; ++at) {
        const std::uint16_t owner = buffer.owner[at / line];
        if (owner != 0 && owner != mine && buffer.data[at] != bytes[at - first] && buffer.written->all(at, 1))
            return true;
    }
    return false;
}

bool GmSpace::recordWrite(GmBuffer &buffer, std::uint64_t first, std::uint64_t size, const std::uint8_t *bytes, std::uint32_t core)
{
    if (size == 0 || !buffer.written)
        return false;
    bool stomped = false;
    if (!buffer.owner.empty()) {
        const auto mine = static_cast<std::uint16_t>(core + 1);
        // Two cores may share a 32-byte line at their border: only bytes written twice count.
        stomped = buffer.written->any(first, size) && changesOthers(buffer, first, size, bytes, mine);
        const auto owner = buffer.owner.begin();
        std::fill(owner + static_cast<std::ptrdiff_t>(first / line), owner + static_cast<std::ptrdiff_t>((first + size - 1) / line + 1), mine);
    }
    buffer.written->set(first, size);
    return stomped;
}

} // namespace sage::npu
