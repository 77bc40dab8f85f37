#include "core/npu/calls.h"

#include <cstring>

namespace sage::npu::calls {

namespace {

using abi::Pipe;
using abi::SyncVerb;

bool onVectorCore(Pipe pipe)
{
    return pipe == Pipe::S || pipe == Pipe::V || pipe == Pipe::MTE2 || pipe == Pipe::MTE3 || pipe == Pipe::All;
}

std::string eventName(const abi::SyncCall &call)
{
    return std::string(pipeName(call.from)) + "_" + pipeName(call.to);
}

void reportPipe(Launch &launch, const char *op, const std::string &pipe, const abi::Site &site)
{
    launch.report({.id = "legality.pipe", .object = pipe, .numbers = {{"op", op}, {"pipe", pipe}},
                   .message = "{op}: a vector core has no pipe {pipe} to wait for.",
                   .advice = "Use PIPE_V, PIPE_MTE2, PIPE_MTE3 or PIPE_ALL here.", .device = "507034 vector core timeout (507018)", .pipe = "S"},
                  site);
}

/// Null after a finding: no such event or id.
Core::Flag *flagOf(Launch &launch, const abi::SyncCall &call, const char *op)
{
    const abi::Site site = at(call.pc);
    if (!onVectorCore(call.from) || !onVectorCore(call.to)) {
        reportPipe(launch, op, eventName(call), site);
        return nullptr;
    }
    if (call.id < 0 || call.id >= static_cast<std::int32_t>(Core::eventIds) || call.event >= Core::eventKinds) {
        launch.report({.id = "flag.id", .object = eventName(call), .numbers = {{"op", op}, {"id", call.id}},
                       .message = "{op}: event id {id} does not exist; ids are 0 to 7.", .advice = "Use EVENT_ID0 to EVENT_ID7, or FetchEventID.", .pipe = "S"},
                      site);
        return nullptr;
    }
    return &launch.core().flags[call.event][static_cast<std::size_t>(call.id)];
}

void setFlag(Launch &launch, const abi::SyncCall &call)
{
    Core::Flag *flag = flagOf(launch, call, "SetFlag");
    if (!flag)
        return;
    if (flag->set)
        launch.report({.id = "flag.set-twice", .object = eventName(call), .numbers = {{"id", call.id}},
                       .message = "SetFlag: event id {id} is set already and nobody waited for it.",
                       .advice = "Pair every SetFlag with one WaitFlag of the same event and id.", .pipe = pipeName(call.from)},
                      at(call.pc));
    flag->set = true;
    flag->site = at(call.pc);
    flag->time = launch.core().timeline.flagFrom(call.from);
}

void waitFlag(Launch &launch, const abi::SyncCall &call)
{
    Core::Flag *flag = flagOf(launch, call, "WaitFlag");
    if (!flag)
        return;
    if (!flag->set) {
        launch.report({.id = "flag.wait-unset", .object = eventName(call), .numbers = {{"id", call.id}, {"from", pipeName(call.from)}, {"to", pipeName(call.to)}},
                       .message = "WaitFlag: pipe {to} waits for event id {id} that pipe {from} is never told to set before.",
                       .advice = "Call SetFlag with the same event and id before, on every way through the code.", .device = "507034 vector core timeout (507018)", .pipe = pipeName(call.to)},
                      at(call.pc));
        return;
    }
    flag->set = false;
    launch.core().timeline.waitFlag(call.to, flag->time);
}

void pipeBarrier(Launch &launch, Pipe pipe, const abi::Site &site)
{
    Timeline &timeline = launch.core().timeline;
    switch (pipe) {
    case Pipe::V: return timeline.barrier(Timeline::V);
    case Pipe::MTE2: return timeline.barrier(Timeline::Mte2);
    case Pipe::MTE3: return timeline.barrier(Timeline::Mte3);
    case Pipe::All: return timeline.drain();
    default: return reportPipe(launch, "PipeBarrier", std::string("PIPE_") + pipeName(pipe), site);
    }
}

/// FetchEventID names a free id and does not reserve it; AllocEventID does.
std::int64_t eventId(Launch &launch, const abi::SyncCall &call, bool reserve)
{
    Core &core = launch.core();
    for (std::size_t id = 0; id < Core::eventIds; ++id) {
        std::uint8_t &used = core.eventsInUse[call.event % Core::eventKinds];
        if ((used >> id) & 1u || core.flags[call.event % Core::eventKinds][id].set)
            continue;
        if (reserve)
            used = static_cast<std::uint8_t>(used | (1u << id));
        return static_cast<std::int64_t>(id);
    }
    launch.report({.id = "flag.none-free", .object = "event", .message = "All eight ids of the event are in use.",
                   .advice = "Release event ids when they have been waited for.", .pipe = "S"}, at(call.pc));
    return 0;
}

void releaseEvent(Launch &launch, const abi::SyncCall &call)
{
    std::uint8_t &used = launch.core().eventsInUse[call.event % Core::eventKinds];
    if (call.id >= 0 && call.id < static_cast<std::int32_t>(Core::eventIds))
        used = static_cast<std::uint8_t>(used & ~(1u << call.id));
}

void startPipe(Core &core)
{
    core.ubUsed = 0;
    core.pipeFirstQueue = core.queues.size();
}

void setAtomic(Launch &launch, const abi::SyncCall &call)
{
    using abi::Type;
    const Type type = call.type;
    launch.core().atomicType = type;
    if (type == Type::F16 || type == Type::F32 || type == Type::I32 || type == Type::I16 || type == Type::I8)
        return;
    launch.core().atomicType = Type::None;
    launch.report({.id = "legality.atomic", .object = "SetAtomicAdd", .numbers = {{"type", typeName(type)}},
                   .message = "SetAtomicAdd: global memory cannot add {type}.", .advice = "Use float, half, int32_t, int16_t or int8_t.", .pipe = "MTE3"},
                  at(call.pc));
}

void setDeqScale(Core &core, std::uint64_t bits)
{
    _Float16 scale;
    std::memcpy(&scale, &bits, sizeof(scale));
    core.deqScale = static_cast<float>(scale);
    core.deqScaleSet = true;
}

void reportAssert(Launch &launch, const abi::SyncCall &call)
{
    launch.report({.id = "assert.failed", .object = "ASSERT", .numbers = {{"condition", call.text}}, .message = "ASSERT failed: {condition}",
                   .advice = "The kernel's own condition does not hold for this case.", .device = "507035 vector core exception (trap)", .pipe = "S"},
                  at(call.pc));
}

} // namespace

std::int64_t sync(const abi::SyncCall &call)
{
    Launch &launch = enter(at(call.pc));
    Core &core = launch.core();
    if (call.verb == SyncVerb::SetFlag || call.verb == SyncVerb::WaitFlag || call.verb == SyncVerb::PipeBarrier)
        core.timeline.scalar(launch.profile().issueCycles / 2);
    std::int64_t answer = 0;
    switch (call.verb) {
    case SyncVerb::SetFlag: setFlag(launch, call); break;
    case SyncVerb::WaitFlag: waitFlag(launch, call); break;
    case SyncVerb::PipeBarrier: pipeBarrier(launch, call.from, at(call.pc)); break;
    case SyncVerb::FetchEvent: answer = eventId(launch, call, false); break;
    case SyncVerb::AllocEvent: answer = eventId(launch, call, true); break;
    case SyncVerb::ReleaseEvent: releaseEvent(launch, call); break;
    case SyncVerb::SyncAll: launch.meet(at(call.pc)); break;
    case SyncVerb::AtomicAdd: setAtomic(launch, call); break;
    case SyncVerb::AtomicNone: core.atomicType = abi::Type::None; break;
    case SyncVerb::PipeStart: startPipe(core); break;
    case SyncVerb::PipeEnd: checkQueues(launch, at(call.pc)); core.pipeFirstQueue = core.queues.size(); break;
    case SyncVerb::Assert: reportAssert(launch, call); break;
    case SyncVerb::DeqScale: setDeqScale(core, call.bits); break;
    case SyncVerb::DataCacheClean: core.timeline.scalar(launch.profile().gmAccessCycles); break;
    case SyncVerb::TaskType: break;
    }
    core.announce();
    return answer;
}

void checkCoreEnd(Launch &launch)
{
    const Core &core = launch.core();
    checkQueues(launch, {});
    for (std::size_t event = 0; event < Core::eventKinds; ++event) {
        for (std::size_t id = 0; id < Core::eventIds; ++id) {
            if (core.flags[event][id].set)
                launch.report({.id = "flag.left-set", .severity = Severity::Warning, .object = "event", .numbers = {{"id", id}},
                               .message = "SetFlag: event id {id} is set at the end of the kernel and nobody waited for it.",
                               .advice = "Pair every SetFlag with one WaitFlag; a flag left set breaks the next kernel.", .pipe = "S"},
                              core.flags[event][id].site);
        }
    }
}

} // namespace sage::npu::calls
