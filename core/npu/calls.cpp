#include "core/npu/calls.h"

#include <algorithm>

namespace sage::npu {

namespace {

/// A call as the kernel makes it: what was sealed when its code went on has to be as it was, and is sealed again.
class Border
{
public:
    Border() : m_launch(*Launch::current()) { m_launch.leaveKernel({}); }
    ~Border() { m_launch.enterKernel(); }
    Border(const Border &) = delete;
    Border &operator=(const Border &) = delete;

private:
    Launch &m_launch;
};

template<auto>
struct Guarded;

template<typename Answer, typename... Arguments, Answer (*call)(Arguments...)>
struct Guarded<call> {
    static Answer run(Arguments... arguments)
    {
        const Border border;
        return call(arguments...);
    }
};

template<auto call>
constexpr auto guarded = &Guarded<call>::run;

} // namespace

const abi::Api &apiTable()
{
    static constexpr abi::Api table{guarded<calls::vector>, guarded<calls::copy>, guarded<calls::scalar>, guarded<calls::queueInit>, guarded<calls::queue>, guarded<calls::ask>,
                                    guarded<calls::sync>, guarded<calls::publish>, guarded<calls::publishGlobal>, guarded<calls::print>, guarded<calls::workspace>};
    return table;
}

void Launch::checkEnd()
{
    calls::checkCoreEnd(*this);
}

namespace calls {

namespace {

struct TypeInfo {
    const char *name;
    std::size_t size;
};

constexpr std::uint64_t mostReports = 100000;

constexpr std::array<TypeInfo, 13> typeInfos{{{"half", 2}, {"bfloat16_t", 2}, {"float", 4}, {"int8_t", 1}, {"int16_t", 2}, {"int32_t", 4}, {"int64_t", 8},
                                              {"uint8_t", 1}, {"uint16_t", 2}, {"uint32_t", 4}, {"bool", 1}, {"uint64_t", 8}, {"none", 1}}};

void reportNull(Launch &launch, const OperandCheck &check)
{
    launch.report({.id = "bounds.no-tensor", .object = check.role, .numbers = {{"op", check.op}, {"role", check.role}},
                   .message = "{op}: the {role} is a LocalTensor that was never taken from a queue or a buffer.",
                   .advice = "Take the tensor with AllocTensor, DeQue or Get before it is used.",
                   .device = "507035 vector core exception, errcode bit 62", .pipe = check.pipe},
                  check.site);
}

void reportOutside(Launch &launch, const OperandCheck &check, std::int64_t offset)
{
    const Core &core = launch.core();
    launch.report({.id = check.writes ? "bounds.ub-write" : "bounds.ub-read", .object = objectOf(core, check.operand->buffer),
                   .numbers = {{"op", check.op}, {"role", check.role}, {"size", check.bytes}, {"offset", offset}, {"limit", launch.profile().ubBytes}},
                   .message = std::string("{op}: illegal ") + (check.writes ? "write" : "read") + " of {size} bytes at UB offset {offset} ({role}); UB ends at {limit}.",
                   .advice = "Check the count and the tensor's offset against the size given to InitBuffer.",
                   .device = "507035 vector core exception, errcode bit 62 (0x4000000000000000: UB address out of bounds)", .pipe = check.pipe},
                  check.site);
}

void checkAlignment(Launch &launch, const OperandCheck &check, std::uint64_t offset)
{
    if (offset % check.alignment == 0)
        return;
    launch.report({.id = "alignment.ub", .object = objectOf(launch.core(), check.operand->buffer),
                   .numbers = {{"op", check.op}, {"role", check.role}, {"size", check.bytes}, {"offset", offset}, {"alignment", check.alignment}},
                   .message = "{op}: misaligned access of {size} bytes at UB offset {offset} ({role}); a start must be a multiple of {alignment}.",
                   .advice = "Let every tensor passed to an instruction start at a multiple of 32 bytes.",
                   .device = "507035 vector core exception, errcode bit 75 (0x10: unaligned UB operand)", .pipe = check.pipe},
                  check.site);
}

void checkBuffer(Launch &launch, const OperandCheck &check, std::uint64_t offset)
{
    const Core &core = launch.core();
    const std::uint32_t id = check.operand->buffer;
    if (id == 0 || id > core.buffers.size())
        return;
    const UbBuffer &buffer = core.buffers[id - 1];
    const std::uint64_t end = offset + check.bytes, bufferEnd = std::uint64_t(buffer.first) + buffer.size;
    if (offset >= buffer.first && end <= bufferEnd)
        return;
    const std::uint64_t over = offset < buffer.first ? buffer.first - offset : end - bufferEnd;
    launch.report({.id = check.writes ? "bounds.buffer-write" : "bounds.buffer-read", .severity = Severity::Warning, .object = objectOf(core, id),
                   .numbers = {{"op", check.op}, {"role", check.role}, {"size", check.bytes}, {"over", over}, {"buffer", buffer.size}},
                   .message = std::string("{op}: ") + (check.writes ? "write" : "read") + " of {size} bytes ({role}) goes {over} bytes beyond its buffer of {buffer} bytes.",
                   .advice = "Make the buffer larger in InitBuffer, or the count smaller: hardware touches the neighbouring buffer silently.", .pipe = check.pipe},
                  check.site);
}

[[noreturn]] void stopForCycles(Launch &launch, const abi::Site &site)
{
    launch.report({.id = "budget.cycles", .object = "core", .numbers = {{"limit", launch.spec().cycleLimit}},
                   .message = "The core passed the limit of {limit} simulated cycles.",
                   .advice = "Look for a loop that does not end, or for scalar loops over all elements.",
                   .device = "507034 vector core timeout (507018)", .pipe = "S"},
                  site);
    launch.stop(RunStatus::Timeout);
}

/// A loop over a million elements that is wrong in each of them has been understood long before its end.
[[noreturn]] void stopForFindings(Launch &launch, const abi::Site &site)
{
    launch.report({.id = "budget.findings", .object = "core", .numbers = {{"limit", mostReports}},
                   .message = "More than {limit} faults: the run was ended.", .advice = "Repair the findings before this one.", .pipe = "S"},
                  site);
    launch.stop(RunStatus::Stopped);
}

} // namespace

Launch &enter(const abi::Site &site)
{
    Launch &launch = *Launch::current();
    Core &core = launch.core();
    core.settle();
    ++core.instructions;
    const std::uint64_t limit = launch.spec().cycleLimit;
    if (limit != 0 && core.timeline.now().alone > static_cast<double>(limit))
        stopForCycles(launch, site);
    if (launch.findings().errorReports() > mostReports)
        stopForFindings(launch, site);
    return launch;
}

std::size_t sizeOf(abi::Type type)
{
    return typeInfos[static_cast<std::size_t>(type)].size;
}

const char *typeName(abi::Type type)
{
    return typeInfos[static_cast<std::size_t>(type)].name;
}

const char *pipeName(abi::Pipe pipe)
{
    constexpr std::array<const char *, 11> names{"S", "V", "M", "MTE1", "MTE2", "MTE3", "ALL", "MTE4", "MTE5", "V2", "FIX"};
    const auto index = static_cast<std::size_t>(pipe);
    return index < names.size() ? names[index] : "?";
}

std::string objectOf(const Core &core, std::uint32_t buffer)
{
    if (buffer == 0 || buffer > core.buffers.size())
        return "UB";
    const std::uint32_t id = core.buffers[buffer - 1].queue;
    const Queue &queue = core.queues[id - 1];
    const std::string name = positionName(queue.position);
    if (queue.plain)
        return name + " buffer " + std::to_string(id);
    const auto place = std::find(queue.buffers.begin(), queue.buffers.end(), buffer) - queue.buffers.begin();
    return name + " queue " + std::to_string(id) + ", buffer " + std::to_string(place + 1);
}

std::optional<UbRange> checkOperand(Launch &launch, const OperandCheck &check)
{
    const Core &core = launch.core();
    if (!check.operand->data) {
        reportNull(launch, check);
        return std::nullopt;
    }
    const auto offset = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(check.operand->data) - reinterpret_cast<std::uintptr_t>(core.ub->data()));
    const auto limit = static_cast<std::int64_t>(core.ub->size());
    if (offset < 0 || offset > limit || check.bytes > static_cast<std::uint64_t>(limit - offset)) {
        reportOutside(launch, check, offset);
        return std::nullopt;
    }
    const auto first = static_cast<std::uint64_t>(offset);
    checkAlignment(launch, check, first);
    checkBuffer(launch, check, first);
    return UbRange{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + check.bytes)};
}

void checkWritten(Launch &launch, const OperandCheck &check, const UbRange &range)
{
    Core &core = launch.core();
    const std::uint64_t size = range.end - range.first;
    const std::uint64_t gap = core.ub->written().firstClear(range.first, size);
    if (gap == range.end)
        return;
    launch.report({.id = "uninitialised.ub", .object = objectOf(core, check.operand->buffer),
                   .numbers = {{"op", check.op}, {"role", check.role}, {"size", size}, {"offset", gap}, {"into", gap - range.first}},
                   .message = "{op}: the {role} holds bytes that nothing wrote, the first {into} bytes into its {size}.",
                   .advice = "Write the whole range first (a copy, Duplicate or an instruction with a larger count), or use fewer elements.", .pipe = check.pipe},
                  check.site);
}

void print(const char *text, std::size_t size)
{
    constexpr std::size_t limit = 65536;
    std::string &printed = enter({}).printed();
    printed.append(text, std::min(size, limit - std::min(limit, printed.size())));
}

} // namespace calls

} // namespace sage::npu
