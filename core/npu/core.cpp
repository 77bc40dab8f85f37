#include "core/npu/core.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace sage::npu {

namespace {

constexpr std::size_t guard = 1u << 18; // a whole UB's reach of a runaway raw pointer

constexpr std::array<const char *, 19> positionNames{"GM", "A1", "A2", "B1", "B2", "C1", "C2", "CO1", "CO2", "VECIN", "VECOUT",
                                                     "VECCALC", "SPM", "TSCM", "C2PIPE2GM", "C2PIPE2LOCAL", "MAX", "?", "?"};

} // namespace

const char *positionName(std::uint8_t position)
{
    return position < positionNames.size() ? positionNames[position] : "?";
}

UnifiedBuffer::UnifiedBuffer(std::uint32_t bytes) : m_bytes(bytes), m_written(bytes)
{
    void *area = ::mmap(nullptr, bytes + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        throw std::bad_alloc();
    m_data = static_cast<std::uint8_t *>(area) + guard;
    if (::mprotect(m_data, bytes, PROT_READ | PROT_WRITE) != 0) {
        ::munmap(area, bytes + 2 * guard);
        throw std::bad_alloc();
    }
}

UnifiedBuffer::~UnifiedBuffer()
{
    ::munmap(m_data - guard, m_bytes + 2 * guard);
}

void UnifiedBuffer::poison(std::uint8_t byte)
{
    std::memset(m_data, byte, m_bytes);
    m_written.clear(0, m_bytes);
}

Core::Core(const Profile &profile, std::uint32_t index, std::uint32_t launched) : timeline(profile, launched)
{
    state.blockIndex = index;
    state.blockCount = launched;
    state.ubAccessCycles = profile.ubAccessCycles;
    state.gmAccessCycles = profile.gmAccessCycles;
}

void Core::settle()
{
    timeline.scalar(state.scalarAhead);
    state.scalarAhead = 0;
    announce();
}

void Core::announce()
{
    const Time wait = timeline.quiet() - timeline.now();
    state.quietAfter = std::max({wait.alone, wait.shared, 0.0}) + state.scalarAhead;
}

} // namespace sage::npu
