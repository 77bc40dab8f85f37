#pragma once

#include <ucontext.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace sage::npu {

/// Fibers, one per core, on one thread. A fiber runs until it ends or parks; nothing preempts it.
/// Invariant: exactly one of the fibers or the caller of run() executes at any time.
class Scheduler
{
public:
    explicit Scheduler(std::function<void(std::uint32_t)> body);
    ~Scheduler();
    Scheduler(const Scheduler &) = delete;
    Scheduler &operator=(const Scheduler &) = delete;

    enum class Stopped : std::uint8_t { Ended, Parked };

    /// Starts or continues a fiber; returns when it ends or parks.
    Stopped run(std::uint32_t fiber);

    /// Called on a fiber: back to the caller of run() until it is run again.
    void park();

    /// The guard below a fiber's stack: who touches it needed more than stackBytes.
    [[nodiscard]] bool isBelowStack(const void *at) const;
    static constexpr std::size_t stackBytes = 1u << 20;

    /// Called on a fiber: back to the caller of run() for good. Its objects are not destroyed.
    [[noreturn]] void abandon();

private:
    struct Stack;
    struct Fiber {
        ucontext_t context{};
        std::unique_ptr<Stack> stack;
        bool started = false, ended = false;
    };
    static void enter();
    Fiber &fiber(std::uint32_t index);

    std::function<void(std::uint32_t)> m_body;
    std::vector<std::unique_ptr<Fiber>> m_fibers;
    std::vector<std::unique_ptr<Stack>> m_spare;
    ucontext_t m_caller{};
    std::uint32_t m_running = 0;
};

} // namespace sage::npu
