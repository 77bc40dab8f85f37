#include "core/npu/calls.h"

#include <cstring>

namespace sage::npu::calls {

namespace {

/// Scalar access to UB that the inlined fast path did not take: a busy pipe, poison, or out of bounds.
void accessLocal(Launch &launch, abi::ScalarAccess &access)
{
    Core &core = launch.core();
    abi::Operand operand{access.data, static_cast<std::uint32_t>(access.bytes), access.buffer};
    if (operand.data)
        operand.data = static_cast<std::uint8_t *>(operand.data) + access.index * access.size;
    OperandCheck check{&operand, access.size, "element", "S", access.store ? "SetValue" : "GetValue", access.site};
    check.writes = access.store;
    check.alignment = access.size;
    const std::optional<UbRange> range = checkOperand(launch, check);
    access.value = access.store ? access.value : 0;
    if (!range)
        return;
    core.timeline.waitFor(*range);
    core.timeline.scalar(launch.profile().ubAccessCycles);
    core.announce();
    if (access.store) {
        std::memcpy(operand.data, &access.value, access.size);
        core.ub->written().set(range->first, access.size);
        return;
    }
    checkWritten(launch, check, *range);
    std::memcpy(&access.value, operand.data, access.size);
}

void reportGlobal(Launch &launch, const abi::ScalarAccess &access, const GmBuffer &buffer, const std::uint8_t *from)
{
    const char *verb = access.store ? "SetValue" : "GetValue";
    launch.report({.id = access.store ? "bounds.gm-write" : "bounds.gm-read", .object = buffer.spec.name,
                   .numbers = {{"op", verb}, {"size", access.size}, {"offset", from - buffer.data}, {"limit", buffer.spec.size}, {"index", access.index}},
                   .message = std::string("{op}: illegal ") + (access.store ? "write" : "read") + " of {size} bytes at byte {offset} of " + buffer.spec.name + ", which has {limit}.",
                   .advice = "Check the index against the tensor's size.",
                   .device = "507035 vector core exception, errcode bit 78 (scalar GM address)", .pipe = "S"},
                  access.site);
}

/// Later accessors may go straight to this buffer.
void remember(Core &core, GmBuffer &buffer)
{
    core.state.gmFirst = buffer.data;
    core.state.gmLast = buffer.data + buffer.spec.size;
    core.state.gmWritten = buffer.poisoned ? buffer.written->words() : nullptr;
}

void storeGlobal(Launch &launch, const abi::ScalarAccess &access, GmBuffer &buffer, std::uint8_t *from)
{
    if (!buffer.writable) {
        launch.report({.id = "bounds.gm-input", .object = buffer.spec.name, .numbers = {{"op", "SetValue"}, {"size", access.size}},
                       .message = "{op}: writes {size} bytes into the input " + buffer.spec.name + ".", .advice = "Write results to the outputs only.", .pipe = "S"},
                      access.site);
        return;
    }
    launch.core().gmWritten += access.size;
    const auto first = static_cast<std::uint64_t>(from - buffer.data);
    const bool stomped = launch.memory().recordWrite(buffer, first, access.size, reinterpret_cast<const std::uint8_t *>(&access.value), launch.coreIndex());
    std::memcpy(from, &access.value, access.size);
    if (stomped)
        launch.report({.id = "bounds.gm-stomped", .severity = Severity::Warning, .object = buffer.spec.name,
                       .numbers = {{"op", "SetValue"}, {"size", access.size}, {"offset", first}},
                       .message = "{op}: {size} bytes at byte {offset} of " + buffer.spec.name + " were written by another core before.",
                       .advice = "Give every core a range of its own; which core wins is left to chance.", .pipe = "S"},
                      access.site);
}

void accessGlobal(Launch &launch, abi::ScalarAccess &access)
{
    Core &core = launch.core();
    core.timeline.scalar(launch.profile().gmAccessCycles);
    core.announce();
    auto *from = static_cast<std::uint8_t *>(access.data) + access.index * access.size;
    GmBuffer *buffer = launch.memory().find(from);
    if (!buffer || !launch.memory().inside(*buffer, from, access.size)) {
        if (buffer)
            reportGlobal(launch, access, *buffer, from);
        access.value = 0;
        return;
    }
    remember(core, *buffer);
    if (access.store)
        return storeGlobal(launch, access, *buffer, from);
    const auto first = static_cast<std::uint64_t>(from - buffer->data);
    core.gmRead += access.size;
    access.value = 0;
    std::memcpy(&access.value, from, access.size);
    if (buffer->poisoned && !buffer->written->all(first, access.size))
        launch.report({.id = "uninitialised.gm", .object = buffer->spec.name, .numbers = {{"op", "GetValue"}, {"size", access.size}, {"offset", first}},
                       .message = "{op}: reads " + buffer->spec.name + " at byte {offset}, which nothing wrote.",
                       .advice = "Outputs and workspace hold garbage at the start: write them, and let the cores meet, before they are read.", .pipe = "S"},
                      access.site);
}

} // namespace

void scalar(abi::ScalarAccess &access)
{
    Launch &launch = enter(access.site);
    if (access.global)
        accessGlobal(launch, access);
    else
        accessLocal(launch, access);
}

/// From here on any byte of the buffer may be written unseen.
void publish(const abi::Operand &operand)
{
    Core &core = enter({}).core();
    const auto offset = reinterpret_cast<std::uintptr_t>(operand.data) - reinterpret_cast<std::uintptr_t>(core.ub->data());
    if (offset < core.ub->size())
        core.ub->written().set(offset, std::min<std::uint64_t>(operand.bytes, core.ub->size() - offset));
}

void publishGlobal(const void *)
{
    enter({});
}

std::uint8_t *workspace()
{
    for (GmBuffer &buffer : enter({}).memory().buffers()) {
        if (buffer.spec.role == BufferRole::Workspace)
            return buffer.data;
    }
    return nullptr;
}

} // namespace sage::npu::calls
