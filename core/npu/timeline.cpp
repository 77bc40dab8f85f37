#include "core/npu/timeline.h"

namespace sage::npu {

namespace {

Timeline::Unit unitOf(abi::Pipe pipe)
{
    switch (pipe) {
    case abi::Pipe::V: return Timeline::V;
    case abi::Pipe::MTE2: return Timeline::Mte2;
    case abi::Pipe::MTE3: return Timeline::Mte3;
    default: return Timeline::units;
    }
}

} // namespace

Timeline::Timeline(const Profile &profile, std::uint32_t launchedCores)
    : m_profile(profile)
    , m_cyclesPerByte(profile.megahertz * 1e6 / (profile.gmTerabytesPerSecond * 1e12))
    , m_cyclesPerByteBypass(profile.megahertz * 1e6 / (profile.gmBypassTerabytesPerSecond * 1e12))
    , m_launched(launchedCores)
    , m_granules(profile.ubBytes / granuleBytes)
{
}

void Timeline::scalar(double cycles)
{
    m_scalar += cycles;
    m_scalarBusy += cycles;
}

/// Within one pipe only reading what was written has to wait for the end; writes land in order.
Time Timeline::after(const Granule &granule, Unit unit, bool writes) const
{
    Time time;
    if (granule.writer != unit)
        time = granule.writer == units ? granule.write : granule.write + m_profile.syncCycles;
    else if (!writes)
        time = granule.write;
    if (writes && granule.reader != unit)
        time = later(time, granule.reader == units ? granule.read : granule.read + m_profile.syncCycles);
    return time;
}

Time Timeline::ready(const Instruction &instruction) const
{
    Time start = later(m_scalar, m_pipes[instruction.unit].free);
    for (const UbRange &range : instruction.reads) {
        for (std::uint32_t i = range.first / granuleBytes; i * granuleBytes < range.end; ++i)
            start = later(start, after(m_granules[i], instruction.unit, false));
    }
    for (std::uint32_t i = instruction.write.first / granuleBytes; i * granuleBytes < instruction.write.end; ++i)
        start = later(start, after(m_granules[i], instruction.unit, true));
    return start;
}

/// Loads and stores share the core's part of the bandwidth.
Time Timeline::throughMemory(const Instruction &instruction, const Time &start)
{
    if (instruction.gmBytes == 0)
        return start;
    const double cycles = instruction.gmBytes * (instruction.bypass ? m_cyclesPerByteBypass : m_cyclesPerByte);
    return {m_aloneMemory.serve(start.alone, cycles), m_sharedMemory.serve(start.shared, cycles * m_launched)};
}

void Timeline::remember(const Instruction &instruction, const Time &done)
{
    for (const UbRange &range : instruction.reads) {
        for (std::uint32_t i = range.first / granuleBytes; i * granuleBytes < range.end; ++i) {
            m_granules[i].read = later(m_granules[i].read, done);
            m_granules[i].reader = instruction.unit;
        }
    }
    for (std::uint32_t i = instruction.write.first / granuleBytes; i * granuleBytes < instruction.write.end; ++i) {
        m_granules[i].write = later(m_granules[i].write, done);
        m_granules[i].writer = instruction.unit;
    }
}

void Timeline::run(const Instruction &instruction)
{
    scalar(m_profile.issueCycles);
    Pipe &pipe = m_pipes[instruction.unit];
    const Time start = ready(instruction);
    const Time memory = throughMemory(instruction, start);
    const Time done = later(start + instruction.latency, memory);
    // A pipe whose transfer waits for memory cannot start the next one before its data has passed.
    pipe.free = later(start + instruction.occupancy, instruction.gmBytes > 0 ? memory : start);
    pipe.busy += done - later(start, Time{std::min(pipe.done.alone, done.alone), std::min(pipe.done.shared, done.shared)});
    pipe.done = later(pipe.done, done);
    m_quiet = later(m_quiet, done);
    remember(instruction, done);
}

void Timeline::waitFor(const UbRange &range)
{
    for (std::uint32_t i = range.first / granuleBytes; i * granuleBytes < range.end && i < m_granules.size(); ++i)
        m_scalar = later(m_scalar, after(m_granules[i], units, true));
}

void Timeline::drain()
{
    m_scalar = later(m_scalar, m_quiet);
}

void Timeline::barrier(Unit unit)
{
    m_pipes[unit].free = later(m_pipes[unit].free, m_pipes[unit].done);
}

Time Timeline::flagFrom(abi::Pipe pipe) const
{
    const Unit unit = unitOf(pipe);
    return unit == units ? m_scalar : later(m_scalar, m_pipes[unit].done);
}

void Timeline::waitFlag(abi::Pipe pipe, const Time &flag)
{
    const Unit unit = unitOf(pipe);
    const Time time = flag + m_profile.syncCycles;
    if (unit == units)
        m_scalar = later(m_scalar, time);
    else
        m_pipes[unit].free = later(m_pipes[unit].free, time);
}

void Timeline::digest(Digest &sum) const
{
    const auto add = [&sum](const Time &time) {
        sum.add(time.alone);
        sum.add(time.shared);
    };
    for (const Time &time : {m_scalar, m_scalarBusy, m_quiet})
        add(time);
    for (const Pipe &pipe : m_pipes) {
        add(pipe.free);
        add(pipe.done);
        add(pipe.busy);
    }
    sum.add(m_aloneMemory.free());
    sum.add(m_sharedMemory.free());
}

double Timeline::at(const Time &time, std::uint32_t moving, std::uint32_t launched)
{
    if (launched <= 1 || moving <= 1)
        return time.alone;
    return time.alone + (time.shared - time.alone) * (moving - 1) / (launched - 1);
}

} // namespace sage::npu
