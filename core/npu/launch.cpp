#include "core/npu/launch.h"

#include <sys/random.h>

#include <algorithm>
#include <stdexcept>

namespace sage::npu {

namespace {

Launch *g_current = nullptr;

} // namespace

Launch::Launch(LaunchSpec spec, Profile profile) : m_spec(std::move(spec)), m_profile(std::move(profile))
{
    for (std::uint32_t i = 0; i < m_spec.blockDim; ++i)
        m_cores.push_back(std::make_unique<Core>(m_profile, i, m_spec.blockDim));
    m_meetingSites.resize(m_spec.blockDim);
    if (::getrandom(&m_sealKey, sizeof(m_sealKey), 0) != static_cast<ssize_t>(sizeof(m_sealKey)))
        throw std::runtime_error("The system gave no random numbers.");
    for (const auto &core : m_cores)
        core->seal(m_sealKey);
}

Launch::~Launch()
{
    if (g_current == this)
        g_current = nullptr;
}

Launch *Launch::current()
{
    return g_current;
}

void Launch::report(Finding finding, const abi::Site &site)
{
    finding.core = m_current;
    m_findings.report(std::move(finding), site);
}

void Launch::stop(RunStatus status)
{
    m_status = status;
    m_scheduler->abandon();
}

void Launch::switchTo(std::uint32_t index)
{
    m_current = index;
    m_binding->core = &m_cores[index]->state;
}

void Launch::startCore(std::uint32_t index)
{
    switchTo(index);
    Core &core = *m_cores[index];
    if (m_spareUbs.empty())
        m_spareUbs.push_back(std::make_unique<UnifiedBuffer>(m_profile.ubBytes));
    core.ub = std::move(m_spareUbs.back());
    m_spareUbs.pop_back();
    core.ub->poison(m_spec.poison);
    core.state.ub = core.ub->data();
    core.state.ubWritten = core.ub->written().words();
    core.state.ubBytes = m_profile.ubBytes;
    core.state.tilingKey = m_spec.tilingKey;
    core.seal(m_sealKey);
}

void Launch::endCore()
{
    Core &core = *m_cores[m_current];
    if (!core.isIntact(m_sealKey) || m_binding->api != &apiTable()) {
        reportTampering({});
        m_status = RunStatus::Stopped;
        return;
    }
    core.settle();
    checkEnd();
    core.seal(m_sealKey);
    m_spareUbs.push_back(std::move(core.ub));
    core.state.ub = nullptr;
}

RunStatus Launch::run(Entry entry, abi::Binding &binding)
{
    g_current = this;
    m_binding = &binding;
    binding.api = &apiTable();
    m_scheduler = std::make_unique<Scheduler>([this, entry](std::uint32_t) {
        std::vector<void *> args;
        for (const GmBuffer &buffer : m_memory.buffers())
            args.push_back(buffer.data);
        entry(args.data());
    });
    std::vector<bool> done(m_cores.size(), false);
    for (bool again = true; again;) {
        for (std::uint32_t i = 0; i < m_cores.size() && m_status == RunStatus::Finished; ++i) {
            if (done[i])
                continue;
            if (m_cores[i]->ub)
                switchTo(i);
            else
                startCore(i);
            if (m_scheduler->run(i) == Scheduler::Stopped::Ended) {
                done[i] = true;
                if (m_status == RunStatus::Finished)
                    endCore();
            }
        }
        again = m_status == RunStatus::Finished && releaseMeeting();
    }
    g_current = nullptr;
    const auto intact = [this](const std::unique_ptr<Core> &core) { return core->isIntact(m_sealKey); };
    if (m_status == RunStatus::Finished && !std::all_of(m_cores.begin(), m_cores.end(), intact)) {
        reportTampering({});
        m_status = RunStatus::Stopped;
    }
    return m_status;
}

void Launch::leaveKernel(const abi::Site &site)
{
    if (core().isIntact(m_sealKey) && m_binding->api == &apiTable())
        return;
    reportTampering(site);
    stop(RunStatus::Stopped);
}

void Launch::reportTampering(const abi::Site &site)
{
    report({.id = "legality.tampered", .object = "core", .message = "The kernel changed the emulator's own state: its clocks, its counts or its function table.",
            .advice = "A kernel touches tensors, queues and its own variables, nothing else.", .pipe = "S"},
           site);
}

void Launch::meet(const abi::Site &site)
{
    Core &core = *m_cores[m_current];
    core.timeline.drain();
    core.waiting = true;
    m_meetingSites[m_current] = site;
    core.seal(m_sealKey);
    m_scheduler->park();
    m_binding->core = &core.state;
    leaveKernel(site); // other cores' code ran meanwhile
}

/// All cores are at their end or wait. True if the waiting ones may go on.
bool Launch::releaseMeeting()
{
    const auto waits = [](const std::unique_ptr<Core> &core) { return core->waiting; };
    if (std::none_of(m_cores.begin(), m_cores.end(), waits))
        return false;
    if (!std::all_of(m_cores.begin(), m_cores.end(), waits)) {
        reportDeadlock();
        m_status = RunStatus::Stopped;
        return false;
    }
    Time latest;
    for (const auto &core : m_cores) {
        if (!core->isIntact(m_sealKey)) {
            reportTampering({});
            m_status = RunStatus::Stopped;
            return false;
        }
        latest = later(latest, core->timeline.end());
    }
    for (const auto &core : m_cores) {
        core->timeline.advanceTo(latest + m_profile.syncAllCycles);
        core->waiting = false;
        ++core->meetings;
        core->announce();
        core->seal(m_sealKey);
    }
    m_memory.startPhase();
    return true;
}

void Launch::reportDeadlock()
{
    std::uint32_t here = 0, first = 0;
    for (std::uint32_t i = static_cast<std::uint32_t>(m_cores.size()); i-- > 0;) {
        if (m_cores[i]->waiting) {
            ++here;
            first = i;
        }
    }
    m_current = first;
    const auto all = static_cast<std::uint32_t>(m_cores.size());
    report({.id = "sync.too-few-cores", .object = "SyncAll", .numbers = {{"waiting", here}, {"ended", all - here}, {"cores", all}},
            .message = "{waiting} of {cores} cores wait in SyncAll, {ended} ended without calling it.",
            .advice = "Let every launched core call SyncAll equally often, also those that have no data.",
            .device = "507034 vector core timeout (507018)", .pipe = "S"},
           m_meetingSites[first]);
}

void Launch::finish()
{
    if (m_status != RunStatus::Finished)
        return;
    m_current = 0;
    for (const GmBuffer &buffer : m_memory.buffers()) {
        if (buffer.spec.role == BufferRole::Output)
            checkCoverage(buffer);
    }
}

/// An element that no call wrote counts as missing while it still holds the poison; else the kernel wrote it
/// through a raw pointer, past every rule and clock.
void Launch::checkCoverage(const GmBuffer &buffer)
{
    const std::uint64_t size = buffer.spec.size;
    if (buffer.written->all(0, size))
        return;
    const std::uint64_t element = std::max<std::uint64_t>(1, buffer.spec.elementSize);
    std::uint64_t missing = 0, first = 0, raw = 0;
    for (std::uint64_t at = buffer.written->firstClear(0, size); at < size; at = buffer.written->firstClear(at, size - at)) {
        const std::uint64_t start = at / element * element;
        at = std::min(size, start + element);
        const bool poisoned = std::any_of(buffer.data + start, buffer.data + at, [this](std::uint8_t byte) { return byte == m_spec.poison; });
        first = poisoned && missing == 0 ? start / element : first;
        ++(poisoned ? missing : raw);
    }
    if (raw > 0)
        reportRawWrites(buffer, raw);
    if (missing > 0)
        report({.id = "coverage.unwritten", .object = buffer.spec.name, .numbers = {{"missing", missing}, {"elements", size / element}, {"first", first}},
                .message = "{missing} of {elements} elements of output " + buffer.spec.name + " were never written, the first at index {first}.",
                .advice = "Check how the elements are split over cores and tiles, and the tail of the last tile."},
               {});
}

void Launch::reportRawWrites(const GmBuffer &buffer, std::uint64_t elements)
{
    report({.id = "legality.raw-write", .object = buffer.spec.name, .numbers = {{"elements", elements}},
            .message = "{elements} elements of output " + buffer.spec.name + " were written through a raw pointer, which is neither checked nor timed.",
            .advice = "Write outputs with DataCopy, DataCopyPad or GlobalTensor::SetValue."},
           {});
}

Timing Launch::timing() const
{
    Timing timing;
    timing.profile = m_profile.name;
    timing.megahertz = m_profile.megahertz;
    const auto launched = static_cast<std::uint32_t>(m_cores.size());
    for (const auto &core : m_cores)
        timing.coresMovingData += core->gmRead + core->gmWritten > 0 ? 1 : 0;
    const auto at = [&](const Time &time) { return Timeline::at(time, timing.coresMovingData, launched); };
    for (std::uint32_t i = 0; i < launched; ++i) {
        const Core &core = *m_cores[i];
        const Timeline &line = core.timeline;
        timing.cores.push_back({i, at(line.end()), at(line.scalarBusy()), at(line.busy(Timeline::V)), at(line.busy(Timeline::Mte2)), at(line.busy(Timeline::Mte3))});
        timing.cycles = std::max(timing.cycles, timing.cores.back().total);
        timing.gmBytesRead += core.gmRead;
        timing.gmBytesWritten += core.gmWritten;
        timing.instructions += core.instructions;
    }
    timing.launchMicros = m_profile.launchMicros + m_profile.launchMicrosPerCore * launched;
    timing.latencyMicros = timing.launchMicros + timing.cycles / m_profile.megahertz;
    return timing;
}

} // namespace sage::npu
