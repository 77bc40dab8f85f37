#include "core/npu/core.h"

#include <cmath>
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

UnifiedBuffer::UnifiedBuffer(std::uint32_t bytes) : m_pages(bytes, guard), m_written(bytes) {}

void UnifiedBuffer::poison(std::uint8_t byte)
{
    std::memset(data(), byte, size());
    m_written.clear(0, size());
}

Core::Core(const Profile &profile, std::uint32_t index, std::uint32_t launched)
    : m_profile(profile), m_page(sizeof(abi::CoreState)), state(*new (m_page.data()) abi::CoreState{}), timeline(profile, launched)
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

bool Core::isIntact(std::uint64_t key) const
{
    const bool sameConstants = state.ubAccessCycles == m_profile.ubAccessCycles && state.gmAccessCycles == m_profile.gmAccessCycles && (!ub || (state.ub == ub->data() && state.ubBytes == ub->size()));
    return sameConstants && state.scalarAhead >= 0 && std::isfinite(state.scalarAhead) && m_seal == digest(key);
}

std::uint64_t Core::digest(std::uint64_t key) const
{
    Digest sum(key);
    timeline.digest(sum);
    for (const std::uint64_t count : {gmRead, gmWritten, instructions, std::uint64_t(meetings), std::uint64_t(waiting)})
        sum.add(count);
    return sum.value();
}

} // namespace sage::npu
