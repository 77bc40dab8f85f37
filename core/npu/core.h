#pragma once

#include "core/npu/bitmap.h"
#include "core/npu/guardedpages.h"
#include "core/npu/queues.h"
#include "core/npu/timeline.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sage::npu {

/// UB of one core: 192 KiB between guard pages, with a bit per byte that says whether something wrote it.
class UnifiedBuffer
{
public:
    explicit UnifiedBuffer(std::uint32_t bytes);

    /// As after power-on: every byte poison, nothing written.
    void poison(std::uint8_t byte);

    [[nodiscard]] std::uint8_t *data() const { return m_pages.data(); }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_pages.size()); }
    [[nodiscard]] Bitmap &written() { return m_written; }

private:
    GuardedPages m_pages;
    Bitmap m_written;
};

/// One simulated vector core: what inlined accessors see, its clocks, its UB and the kernel's queues in it.
class Core
{
    const Profile &m_profile;
    GuardedPages m_page; ///< of state
    std::uint64_t m_seal = 0;

public:
    Core(const Profile &profile, std::uint32_t index, std::uint32_t launched);

    abi::CoreState &state; ///< handed to the kernel, far from everything below
    Timeline timeline;
    std::unique_ptr<UnifiedBuffer> ub;

    std::uint32_t ubUsed = 0;
    std::vector<UbBuffer> buffers; ///< id - 1
    std::vector<Queue> queues;     ///< id - 1
    std::size_t pipeFirstQueue = 0; ///< of the living TPipe

    struct Flag {
        bool set = false;
        Time time;
        abi::Site site{};
    };
    static constexpr std::size_t eventKinds = 64, eventIds = 8;
    std::array<std::array<Flag, eventIds>, eventKinds> flags{};
    std::array<std::uint8_t, eventKinds> eventsInUse{}; ///< bits: ids given out by AllocEventID

    abi::Type atomicType = abi::Type::None;
    float deqScale = 0;
    bool deqScaleSet = false;
    std::uint64_t gmRead = 0, gmWritten = 0, instructions = 0;
    std::uint32_t meetings = 0; ///< SyncAll calls passed
    bool waiting = false;

    /// Enters the scalar cycles that inlined accessors counted; every call into the runtime begins with it.
    void settle();
    /// Tells inlined accessors how long UB is busy; every call that starts work ends with it.
    void announce();

    /// Clocks and counts are sealed whenever the kernel's code goes on, and looked at when it is left: it must not have
    /// touched them, nor what inlined accessors may only read. The key is the launch's.
    void seal(std::uint64_t key) { m_seal = digest(key); }
    [[nodiscard]] bool isIntact(std::uint64_t key) const;

private:
    [[nodiscard]] std::uint64_t digest(std::uint64_t key) const;
};

} // namespace sage::npu
