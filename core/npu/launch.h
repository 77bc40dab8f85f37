#pragma once

#include "core/npu/core.h"
#include "core/npu/findings.h"
#include "core/npu/gmspace.h"
#include "core/npu/job.h"
#include "core/npu/profile.h"
#include "core/npu/scheduler.h"

#include <memory>
#include <string>
#include <vector>

namespace sage::npu {

/// One kernel launch: cores, memory, findings. The kernel reaches it through the function table of abi.h.
/// One at a time per process, on one thread: cores are fibers that run one after the other and change only
/// where they meet, so that a run is the same every time.
class Launch
{
public:
    Launch(LaunchSpec spec, Profile profile);
    ~Launch();
    Launch(const Launch &) = delete;
    Launch &operator=(const Launch &) = delete;

    using Entry = void (*)(void **args);

    /// Runs all cores. The binding is the kernel library's.
    RunStatus run(Entry entry, abi::Binding &binding);

    /// The launch that runs on this process; null outside of run().
    [[nodiscard]] static Launch *current();

    [[nodiscard]] GmSpace &memory() { return m_memory; }
    [[nodiscard]] FindingLog &findings() { return m_findings; }
    [[nodiscard]] const Profile &profile() const { return m_profile; }
    [[nodiscard]] const LaunchSpec &spec() const { return m_spec; }
    [[nodiscard]] Core &core() { return *m_cores[m_current]; }
    [[nodiscard]] std::uint32_t coreIndex() const { return m_current; }
    [[nodiscard]] std::string &printed() { return m_printed; }

    /// Completes and records a finding of the running core.
    void report(Finding finding, const abi::Site &site);

    /// Ends the launch from inside the kernel; never returns to it.
    [[noreturn]] void stop(RunStatus status);

    /// Whether an access there means that a core's stack is used up.
    [[nodiscard]] bool isBelowStack(const void *at) const { return m_scheduler && m_scheduler->isBelowStack(at); }

    /// The running core waits until every core of the launch has come here.
    void meet(const abi::Site &site);

    /// Around every call: kernel code ran before it, and will run after it.
    void leaveKernel(const abi::Site &site);
    void enterKernel() { core().seal(m_sealKey); }

    /// Reports what is only known at the end: coverage of outputs.
    void finish();
    [[nodiscard]] Timing timing() const;

private:
    void startCore(std::uint32_t index);
    void endCore();
    void switchTo(std::uint32_t index);
    bool releaseMeeting();
    void reportDeadlock();
    void checkEnd();
    void reportTampering(const abi::Site &site);
    void checkCoverage(const GmBuffer &buffer);
    void reportRawWrites(const GmBuffer &buffer, std::uint64_t elements);

    LaunchSpec m_spec;
    Profile m_profile;
    GmSpace m_memory;
    FindingLog m_findings;
    std::vector<std::unique_ptr<Core>> m_cores;
    std::vector<std::unique_ptr<UnifiedBuffer>> m_spareUbs;
    std::vector<abi::Site> m_meetingSites;
    std::unique_ptr<Scheduler> m_scheduler;
    abi::Binding *m_binding = nullptr;
    std::uint32_t m_current = 0;
    RunStatus m_status = RunStatus::Finished;
    std::uint64_t m_sealKey = 0;
    std::string m_printed;
};

/// The table that kernels call; see abi.h.
[[nodiscard]] const abi::Api &apiTable();

} // namespace sage::npu
