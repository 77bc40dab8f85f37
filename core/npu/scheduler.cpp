#include "core/npu/scheduler.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace sage::npu {

namespace {

constexpr std::size_t guardBytes = 1u << 16;

Scheduler *g_entering = nullptr; // makecontext passes ints only

} // namespace

struct Scheduler::Stack {
    Stack()
    {
        area = ::mmap(nullptr, stackBytes + guardBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (area == MAP_FAILED || ::mprotect(static_cast<char *>(area) + guardBytes, stackBytes, PROT_READ | PROT_WRITE) != 0)
            throw std::bad_alloc();
    }
    ~Stack() { ::munmap(area, stackBytes + guardBytes); }
    Stack(const Stack &) = delete;
    Stack &operator=(const Stack &) = delete;

    void *area = nullptr;
};

Scheduler::Scheduler(std::function<void(std::uint32_t)> body) : m_body(std::move(body)) {}

Scheduler::~Scheduler() = default;

Scheduler::Fiber &Scheduler::fiber(std::uint32_t index)
{
    while (m_fibers.size() <= index)
        m_fibers.push_back(std::make_unique<Fiber>());
    return *m_fibers[index];
}

bool Scheduler::isBelowStack(const void *at) const
{
    for (const std::unique_ptr<Fiber> &one : m_fibers) {
        const char *guard = one->stack ? static_cast<const char *>(one->stack->area) : nullptr;
        if (guard && at >= guard && at < guard + guardBytes)
            return true;
    }
    return false;
}

void Scheduler::enter()
{
    Scheduler *self = g_entering;
    const std::uint32_t index = self->m_running;
    self->m_body(index);
    self->abandon();
}

Scheduler::Stopped Scheduler::run(std::uint32_t index)
{
    Fiber &next = fiber(index);
    m_running = index;
    if (!next.started) {
        next.started = true;
        if (m_spare.empty())
            m_spare.push_back(std::make_unique<Stack>());
        next.stack = std::move(m_spare.back());
        m_spare.pop_back();
        ::getcontext(&next.context);
        next.context.uc_stack.ss_sp = static_cast<char *>(next.stack->area) + guardBytes;
        next.context.uc_stack.ss_size = stackBytes;
        next.context.uc_link = nullptr;
        g_entering = this;
        ::makecontext(&next.context, &Scheduler::enter, 0);
    }
    ::swapcontext(&m_caller, &next.context);
    if (!next.ended)
        return Stopped::Parked;
    if (next.stack)
        m_spare.push_back(std::move(next.stack));
    return Stopped::Ended;
}

void Scheduler::park()
{
    ::swapcontext(&m_fibers[m_running]->context, &m_caller);
}

void Scheduler::abandon()
{
    m_fibers[m_running]->ended = true;
    ::setcontext(&m_caller);
    std::abort(); // setcontext returns only on an invalid context
}

} // namespace sage::npu
