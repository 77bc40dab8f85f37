#pragma once

#include "sage_npu/pipe.h"

// Order between pipes and between cores, and the macros of a kernel's entry.

namespace AscendC {

namespace detail {

struct EventPipes {
    abi::Pipe from, to;
};

/// In the order of HardEvent.
constexpr EventPipes eventPipes(HardEvent event)
{
    using abi::Pipe;
    constexpr EventPipes pipes[] = {
        {Pipe::MTE2, Pipe::MTE1}, {Pipe::MTE1, Pipe::MTE2}, {Pipe::MTE1, Pipe::M}, {Pipe::M, Pipe::MTE1}, {Pipe::MTE2, Pipe::V}, {Pipe::V, Pipe::MTE2},
        {Pipe::MTE3, Pipe::V}, {Pipe::V, Pipe::MTE3}, {Pipe::M, Pipe::V}, {Pipe::V, Pipe::M}, {Pipe::V, Pipe::V}, {Pipe::MTE3, Pipe::MTE1},
        {Pipe::MTE1, Pipe::MTE3}, {Pipe::MTE1, Pipe::V}, {Pipe::MTE2, Pipe::M}, {Pipe::M, Pipe::MTE2}, {Pipe::V, Pipe::MTE1}, {Pipe::M, Pipe::Fix},
        {Pipe::Fix, Pipe::M}, {Pipe::MTE3, Pipe::MTE2}, {Pipe::MTE2, Pipe::MTE3}, {Pipe::S, Pipe::V}, {Pipe::V, Pipe::S}, {Pipe::S, Pipe::MTE2},
        {Pipe::MTE2, Pipe::S}, {Pipe::S, Pipe::MTE3}, {Pipe::MTE3, Pipe::S}, {Pipe::MTE2, Pipe::Fix}, {Pipe::Fix, Pipe::MTE2}, {Pipe::Fix, Pipe::S},
        {Pipe::M, Pipe::S}, {Pipe::Fix, Pipe::MTE3}, {Pipe::MTE1, Pipe::Fix}, {Pipe::Fix, Pipe::MTE1}, {Pipe::Fix, Pipe::Fix}, {Pipe::All, Pipe::All}};
    static_assert(sizeof(pipes) / sizeof(pipes[0]) == static_cast<size_t>(HardEvent::MAX) + 1, "one pair of pipes per event");
    return pipes[static_cast<size_t>(event)];
}

SAGE_NPU_INLINE void flag(abi::SyncVerb verb, HardEvent event, int32_t id, const void *pc)
{
    abi::SyncCall call{};
    call.verb = verb;
    call.from = eventPipes(event).from;
    call.to = eventPipes(event).to;
    call.event = static_cast<uint8_t>(event);
    call.id = id;
    call.pc = pc;
    api().sync(call);
}

SAGE_NPU_INLINE void barrier(pipe_t pipe, const void *pc)
{
    abi::SyncCall call{};
    call.verb = abi::SyncVerb::PipeBarrier;
    call.from = static_cast<abi::Pipe>(pipe);
    call.pc = pc;
    api().sync(call);
}

/// The event between two pipes; MAX if there is none.
constexpr HardEvent eventOf(pipe_t from, pipe_t to)
{
    for (uint8_t i = 0; i < static_cast<uint8_t>(HardEvent::MAX); ++i) {
        const EventPipes pipes = eventPipes(static_cast<HardEvent>(i));
        if (pipes.from == static_cast<abi::Pipe>(from) && pipes.to == static_cast<abi::Pipe>(to))
            return static_cast<HardEvent>(i);
    }
    return HardEvent::MAX;
}

} // namespace detail

template<HardEvent event>
SAGE_NPU_API void SetFlag(int32_t id)
{
    detail::flag(abi::SyncVerb::SetFlag, event, id, __builtin_return_address(0));
}

template<HardEvent event>
SAGE_NPU_API void WaitFlag(int32_t id)
{
    detail::flag(abi::SyncVerb::WaitFlag, event, id, __builtin_return_address(0));
}

template<pipe_t pipe>
SAGE_NPU_API void PipeBarrier()
{
    detail::barrier(pipe, __builtin_return_address(0));
}

template<bool isAIVOnly = true>
SAGE_NPU_API void SyncAll()
{
    detail::sync(abi::SyncVerb::SyncAll, __builtin_return_address(0));
}

/// Soft barrier: the workspace it would count in is taken and left alone.
template<bool isAIVOnly = true>
SAGE_NPU_API void SyncAll(const GlobalTensor<int32_t> &, const LocalTensor<int32_t> &, const int32_t usedCores = 0)
{
    detail::sync(abi::SyncVerb::SyncAll, __builtin_return_address(0), usedCores);
}

template<typename T>
SAGE_NPU_API void SetAtomicAdd()
{
    abi::SyncCall call{};
    call.verb = abi::SyncVerb::AtomicAdd;
    call.type = typeOf<T>();
    call.pc = __builtin_return_address(0);
    detail::api().sync(call);
}

SAGE_NPU_API inline void SetAtomicNone()
{
    detail::sync(abi::SyncVerb::AtomicNone, __builtin_return_address(0));
}

SAGE_NPU_API inline void SetDeqScale(half scale)
{
    abi::SyncCall call{};
    call.verb = abi::SyncVerb::DeqScale;
    call.bits = detail::bitsOf(scale);
    call.pc = __builtin_return_address(0);
    detail::api().sync(call);
}

template<typename T, CacheLine line, DcciDst destination = DcciDst::CACHELINE_ALL>
SAGE_NPU_API void DataCacheCleanAndInvalid(const GlobalTensor<T> &)
{
    detail::sync(abi::SyncVerb::DataCacheClean, __builtin_return_address(0));
}

inline void SetSysWorkspace(GM_ADDR) {}
inline GM_ADDR GetSysWorkSpacePtr() { return detail::api().workspace(); }
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) { return workspace; }

namespace detail {

SAGE_NPU_API inline void assertFailed(const char *text)
{
    abi::SyncCall call{};
    call.verb = abi::SyncVerb::Assert;
    call.text = text;
    call.pc = __builtin_return_address(0);
    api().sync(call);
}

template<typename T>
T readTiling(const uint8_t *tiling)
{
    static_assert(std::is_trivially_copyable_v<T>, "tiling data must be a plain struct");
    T data;
    std::memcpy(static_cast<void *>(&data), tiling, sizeof(T));
    return data;
}

template<typename T>
auto promoted(T value)
{
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>)
        return static_cast<double>(static_cast<float>(value));
    else
        return value;
}

template<typename... Args>
void print(const char *format, Args... args)
{
    char text[1024];
    const int size = std::snprintf(text, sizeof(text), format, promoted(args)...);
    if (size > 0)
        api().print(text, size < int(sizeof(text)) ? size_t(size) : sizeof(text) - 1);
}

} // namespace detail

template<typename... Args>
void PRINTF(const char *format, Args... args)
{
    detail::print(format, args...);
}

template<typename... Args>
void printf(const char *format, Args... args)
{
    detail::print(format, args...);
}

} // namespace AscendC

SAGE_NPU_API inline void pipe_barrier(pipe_t pipe)
{
    AscendC::detail::barrier(pipe, __builtin_return_address(0));
}

SAGE_NPU_API inline void set_flag(pipe_t from, pipe_t to, event_t id)
{
    AscendC::detail::flag(AscendC::abi::SyncVerb::SetFlag, AscendC::detail::eventOf(from, to), id, __builtin_return_address(0));
}

SAGE_NPU_API inline void wait_flag(pipe_t from, pipe_t to, event_t id)
{
    AscendC::detail::flag(AscendC::abi::SyncVerb::WaitFlag, AscendC::detail::eventOf(from, to), id, __builtin_return_address(0));
}

#define GET_TILING_DATA(name, address) auto name = ::AscendC::detail::readTiling<SAGE_TILING_TYPE>(address)
#define GET_TILING_DATA_WITH_STRUCT(type, name, address) auto name = ::AscendC::detail::readTiling<type>(address)
#define TILING_KEY_IS(key) (::AscendC::detail::core().tilingKey == static_cast<uint64_t>(key))
#define KERNEL_TASK_TYPE_DEFAULT(type)
#define KERNEL_TASK_TYPE(key, type)

#undef ASSERT
#define ASSERT(condition) ((condition) ? (void)0 : ::AscendC::detail::assertFailed(#condition))
#define ASCENDC_ASSERT(condition, ...) ASSERT(condition)
