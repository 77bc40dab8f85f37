#include "core/npu/calls.h"

#include <algorithm>

namespace sage::npu::calls {

namespace {

using State = UbBuffer::State;

constexpr std::uint32_t block = 32;
constexpr std::uint32_t largestPool = 8;

bool unified(std::uint8_t position)
{
    const std::string name = positionName(position);
    return name == "VECIN" || name == "VECOUT" || name == "VECCALC";
}

std::string queueName(const Core &core, std::uint32_t id)
{
    const Queue &queue = core.queues[id - 1];
    return std::string(positionName(queue.position)) + (queue.plain ? " buffer " : " queue ") + std::to_string(id);
}

void reportCapacity(Launch &launch, std::uint64_t asked, const char *position, const abi::Site &site)
{
    const Core &core = launch.core();
    const std::uint64_t limit = launch.profile().ubBytes, usable = launch.profile().ubUsableBytes;
    const std::uint64_t total = core.ubUsed + asked;
    if (total <= usable)
        return;
    const bool over = total > limit;
    launch.report({.id = over ? "capacity.ub" : "capacity.ub-reserved", .severity = over ? Severity::Error : Severity::Warning, .object = std::string(position) + " in UB",
                   .numbers = {{"asked", asked}, {"used", core.ubUsed}, {"limit", over ? limit : usable}, {"over", total - (over ? limit : usable)}},
                   .message = over ? "InitBuffer asks for {asked} bytes of UB with {used} in use: {over} more than its {limit}."
                                   : "InitBuffer asks for {asked} bytes of UB with {used} in use: {over} more than the {limit} that are free by default.",
                   .advice = "Make the tile shorter, or use fewer buffers per queue.",
                   .device = over ? "507035 vector core exception, errcode bit 62 (0x4000000000000000: UB address out of bounds)" : "", .pipe = "S"},
                  site);
}

void reportPool(Launch &launch, const Queue &added, const abi::Site &site)
{
    const Core &core = launch.core();
    std::size_t number = 0;
    for (std::size_t i = core.pipeFirstQueue; i < core.queues.size(); ++i) {
        if (!core.queues[i].plain && core.queues[i].position == added.position)
            number += core.queues[i].buffers.size();
    }
    if (added.plain || number <= largestPool)
        return;
    launch.report({.id = "queue.too-many", .severity = Severity::Warning, .object = positionName(added.position), .numbers = {{"buffers", number}, {"limit", largestPool}},
                   .message = "The queues of one position hold {buffers} buffers; the hardware has events for {limit}.",
                   .advice = "Use fewer buffers per queue, or let tensors of one stage share a queue.", .pipe = "S"},
                  site);
}

/// What goes on cannot be computed: on hardware the core would wait for ever.
[[noreturn]] void hang(Launch &launch, Finding finding, const abi::Site &site)
{
    finding.device = "507034 vector core timeout (507018)";
    launch.report(std::move(finding), site);
    launch.stop(RunStatus::Stopped);
}

void reportUninitialised(Launch &launch, const abi::Site &site)
{
    hang(launch, {.id = "queue.no-buffers", .object = "queue", .message = "A queue or buffer is used that InitBuffer never gave memory.",
                  .advice = "Call InitBuffer for it first, in every core that uses it.", .pipe = "S"}, site);
}

abi::Operand tensorOf(const Core &core, std::uint32_t id)
{
    const UbBuffer &buffer = core.buffers[id - 1];
    return {core.ub->data() + buffer.first, buffer.size, id};
}

const char *stateName(State state)
{
    switch (state) {
    case State::Free: return "free";
    case State::Allocated: return "allocated";
    case State::Queued: return "in its queue";
    default: return "taken from its queue";
    }
}

class QueueRun
{
public:
    QueueRun(Launch &launch, const abi::QueueCall &call)
        : m_launch(launch), m_core(launch.core()), m_call(call), m_queue(m_core.queues[call.queue - 1]), m_site(at(call.pc))
    {
    }

    abi::Operand alloc()
    {
        const std::size_t count = m_queue.buffers.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t place = (m_queue.next + i) % count;
            UbBuffer &buffer = m_core.buffers[m_queue.buffers[place] - 1];
            if (buffer.state != State::Free)
                continue;
            buffer.state = State::Allocated;
            m_queue.next = (place + 1) % count;
            return tensorOf(m_core, m_queue.buffers[place]);
        }
        hang(m_launch, {.id = "queue.no-free", .object = name(), .numbers = {{"buffers", count}},
                        .message = "AllocTensor: all {buffers} buffers of the queue are in use.",
                        .advice = "Call FreeTensor on the tensors of the round before, or give InitBuffer more buffers.", .pipe = "S"}, m_site);
    }

    abi::Operand enque()
    {
        if (!own("EnQue"))
            return {};
        UbBuffer &buffer = m_core.buffers[m_call.tensor.buffer - 1];
        if (buffer.state != State::Allocated && buffer.state != State::Taken)
            complain("queue.enque-state", "EnQue: the tensor is {state}.", "EnQue takes tensors that AllocTensor or DeQue returned, once each.", buffer.state);
        if (m_queue.waiting.size() >= std::max<std::size_t>(m_queue.depth, 1))
            complain("queue.full", "EnQue: the queue already holds as many tensors as its depth.", "DeQue before the next EnQue, or make the queue deeper.", buffer.state);
        buffer.state = State::Queued;
        m_queue.waiting.push_back(m_call.tensor.buffer);
        return m_call.tensor;
    }

    abi::Operand deque()
    {
        if (m_queue.waiting.empty())
            hang(m_launch, {.id = "queue.empty", .object = name(), .message = "DeQue: the queue is empty.",
                            .advice = "Every DeQue needs an EnQue before it on the same queue.", .pipe = "S"}, m_site);
        const std::uint32_t id = m_queue.waiting.front();
        m_queue.waiting.pop_front();
        m_core.buffers[id - 1].state = State::Taken;
        return tensorOf(m_core, id);
    }

    void release()
    {
        if (!own("FreeTensor"))
            return;
        UbBuffer &buffer = m_core.buffers[m_call.tensor.buffer - 1];
        if (buffer.state == State::Free)
            complain("queue.freed-twice", "FreeTensor: the tensor is free already.", "Free every tensor once.", buffer.state);
        else if (buffer.state == State::Queued)
            complain("queue.freed-queued", "FreeTensor: the tensor still waits in the queue.", "DeQue it first.", buffer.state);
        if (buffer.state != State::Queued)
            buffer.state = State::Free;
    }

private:
    [[nodiscard]] std::string name() const { return queueName(m_core, m_call.queue); }

    bool own(const char *verb)
    {
        const std::uint32_t id = m_call.tensor.buffer;
        if (id != 0 && id <= m_core.buffers.size() && m_core.buffers[id - 1].queue == m_call.queue)
            return true;
        m_launch.report({.id = "queue.foreign", .object = name(), .numbers = {{"verb", verb}, {"tensor", objectOf(m_core, id)}},
                         .message = "{verb}: the tensor comes from {tensor}, not from this queue.",
                         .advice = "Give a tensor back to the queue that AllocTensor was called on.", .pipe = "S"}, m_site);
        return false;
    }

    void complain(const char *id, const char *message, const char *advice, State state)
    {
        m_launch.report({.id = id, .object = name(), .numbers = {{"state", stateName(state)}}, .message = message, .advice = advice, .pipe = "S"}, m_site);
    }

    Launch &m_launch;
    Core &m_core;
    const abi::QueueCall &m_call;
    Queue &m_queue;
    abi::Site m_site;
};

} // namespace

std::uint32_t queueInit(const abi::QueueInit &init)
{
    const abi::Site site = at(init.pc);
    Launch &launch = enter(site);
    Core &core = launch.core();
    core.timeline.scalar(launch.profile().queueCycles);
    const char *position = positionName(init.position);
    if (!unified(init.position))
        hang(launch, {.id = "legality.position", .object = position, .numbers = {{"position", position}},
                      .message = "InitBuffer: a vector core has no memory for position {position}.", .advice = "Use VECIN, VECOUT or VECCALC.", .pipe = "S"}, site);
    const std::uint32_t bytes = (init.bytes + block - 1) / block * block;
    const std::uint64_t asked = std::uint64_t(bytes) * init.number;
    reportCapacity(launch, asked, position, site);
    Queue queue;
    queue.position = init.position;
    queue.depth = init.depth;
    queue.plain = init.plain;
    queue.site = site;
    const auto id = static_cast<std::uint32_t>(core.queues.size() + 1);
    for (std::uint32_t i = 0; i < init.number; ++i) {
        UbBuffer buffer;
        buffer.first = core.ubUsed;
        buffer.size = bytes;
        buffer.queue = id;
        core.ubUsed = static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t(core.ubUsed) + bytes, 1u << 31));
        core.buffers.push_back(buffer);
        queue.buffers.push_back(static_cast<std::uint32_t>(core.buffers.size()));
    }
    core.queues.push_back(std::move(queue));
    reportPool(launch, core.queues.back(), site);
    return id;
}

abi::Operand queue(const abi::QueueCall &call)
{
    Launch &launch = enter(at(call.pc));
    Core &core = launch.core();
    if (call.queue == 0 || call.queue > core.queues.size() || core.queues[call.queue - 1].buffers.empty())
        reportUninitialised(launch, at(call.pc));
    if (call.verb == abi::QueueVerb::Get)
        return tensorOf(core, core.queues[call.queue - 1].buffers.front());
    core.timeline.scalar(launch.profile().queueCycles);
    core.announce();
    QueueRun run(launch, call);
    switch (call.verb) {
    case abi::QueueVerb::Alloc: return run.alloc();
    case abi::QueueVerb::Enque: return run.enque();
    case abi::QueueVerb::Deque: return run.deque();
    default: run.release(); return {};
    }
}

std::uint32_t ask(std::uint32_t id, abi::QueueQuestion question)
{
    const Core &core = enter({}).core();
    if (id == 0 || id > core.queues.size())
        return 0;
    const Queue &queue = core.queues[id - 1];
    const auto idle = [&](std::uint32_t buffer) { return core.buffers[buffer - 1].state == State::Free; };
    switch (question) {
    case abi::QueueQuestion::HasTensor: return !queue.waiting.empty();
    case abi::QueueQuestion::Vacant: return queue.waiting.size() < queue.depth;
    case abi::QueueQuestion::HasIdle: return std::any_of(queue.buffers.begin(), queue.buffers.end(), idle);
    default: return static_cast<std::uint32_t>(queue.waiting.size());
    }
}

void checkQueues(Launch &launch, const abi::Site &site)
{
    const Core &core = launch.core();
    for (std::size_t i = core.pipeFirstQueue; i < core.queues.size(); ++i) {
        const Queue &queue = core.queues[i];
        const auto kept = std::count_if(queue.buffers.begin(), queue.buffers.end(), [&](std::uint32_t id) { return core.buffers[id - 1].state != State::Free; });
        if (kept == 0)
            continue;
        launch.report({.id = "queue.not-freed", .severity = Severity::Warning, .object = queueName(core, static_cast<std::uint32_t>(i + 1)),
                       .numbers = {{"kept", kept}, {"buffers", queue.buffers.size()}, {"waiting", queue.waiting.size()}},
                       .message = "At the end {kept} of {buffers} buffers are not free ({waiting} still in the queue).",
                       .advice = "Call FreeTensor on every tensor that AllocTensor or DeQue returned.", .pipe = "S"},
                      queue.site.pc ? queue.site : site);
    }
}

} // namespace sage::npu::calls
