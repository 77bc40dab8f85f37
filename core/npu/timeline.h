#pragma once

#include "core/npu/digest.h"
#include "core/npu/include/sage_npu/abi.h"
#include "core/npu/memoryport.h"
#include "core/npu/profile.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace sage::npu {

/// Cycles under two assumptions at once: this core alone uses global memory, or all launched cores do.
/// How many did is known only at the end; the answer lies on the line between (Timeline::at).
struct Time {
    double alone = 0, shared = 0;

    Time operator+(const Time &other) const { return {alone + other.alone, shared + other.shared}; }
    Time operator-(const Time &other) const { return {alone - other.alone, shared - other.shared}; }
    Time operator+(double cycles) const { return {alone + cycles, shared + cycles}; }
    Time &operator+=(double cycles)
    {
        alone += cycles;
        shared += cycles;
        return *this;
    }
    Time &operator+=(const Time &other)
    {
        alone += other.alone;
        shared += other.shared;
        return *this;
    }
};

[[nodiscard]] inline Time later(const Time &a, const Time &b)
{
    return {std::max(a.alone, b.alone), std::max(a.shared, b.shared)};
}

/// A range of UB that an instruction reads or writes; offsets in bytes, end exclusive.
struct UbRange {
    std::uint32_t first = 0, end = 0;
};

/// The clocks of one core: the scalar pipe issues, vector and move pipes run behind it, in order each.
/// Data in UB orders pipes as the compiler's automatic synchronisation does: an instruction starts when
/// the writers of what it reads, and the readers and writers of what it writes in other pipes, have ended.
class Timeline
{
public:
    enum Unit : std::uint8_t { V, Mte2, Mte3, units };

    struct Instruction {
        Unit unit = V;
        double latency = 0;   ///< cycles from start to end of its result
        double occupancy = 0; ///< cycles until the pipe can start the next
        double gmBytes = 0;   ///< moved to or from global memory
        bool bypass = false;  ///< past the L2 cache
        std::array<UbRange, 4> reads{};
        UbRange write{};
    };

    Timeline(const Profile &profile, std::uint32_t launchedCores);

    void scalar(double cycles);
    void run(const Instruction &instruction);
    /// Scalar code waits until nothing reads or writes the range any more.
    void waitFor(const UbRange &range);
    /// Scalar code waits for everything; also SyncAll.
    void drain();
    void barrier(Unit unit);
    void advanceTo(const Time &time) { m_scalar = later(m_scalar, time); }

    /// A flag's time: when what the pipe was given so far has ended.
    [[nodiscard]] Time flagFrom(abi::Pipe pipe) const;
    void waitFlag(abi::Pipe pipe, const Time &flag);

    [[nodiscard]] Time now() const { return m_scalar; }
    /// When the last pipe that touches UB is done.
    [[nodiscard]] Time quiet() const { return m_quiet; }
    [[nodiscard]] Time end() const { return later(m_scalar, m_quiet); }
    [[nodiscard]] Time scalarBusy() const { return m_scalarBusy; }
    [[nodiscard]] Time busy(Unit unit) const { return m_pipes[unit].busy; }

    /// Adds all clocks.
    void digest(Digest &sum) const;

    /// A time when `moving` of `launched` cores used global memory.
    [[nodiscard]] static double at(const Time &time, std::uint32_t moving, std::uint32_t launched);

private:
    struct Pipe {
        Time free, done, busy;
    };
    struct Granule {
        Time write, read;
        std::uint8_t writer = units, reader = units;
    };
    static constexpr std::uint32_t granuleBytes = 256;

    [[nodiscard]] Time ready(const Instruction &instruction) const;
    [[nodiscard]] Time after(const Granule &granule, Unit unit, bool writes) const;
    [[nodiscard]] Time throughMemory(const Instruction &instruction, const Time &start);
    void remember(const Instruction &instruction, const Time &done);

    const Profile &m_profile;
    double m_cyclesPerByte;       ///< of global memory, for one core that has it to itself
    double m_cyclesPerByteBypass;
    std::uint32_t m_launched;
    Time m_scalar, m_scalarBusy, m_quiet;
    MemoryPort m_aloneMemory, m_sharedMemory;
    std::array<Pipe, units> m_pipes;
    std::vector<Granule> m_granules;
};

} // namespace sage::npu
