#pragma once

#include "sage_npu/pipe.h"

// Order between pipes and between cores, and the macros of a kernel's entry.

namespace AscendC {

namespace sage_npu_detail {

struct EventPipes {
    sage_npu_abi::Pipe from, to;
};

/// In the order of HardEvent.
constexpr EventPipes eventPipes(HardEvent event)
{
    using sage_npu_abi::Pipe;
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

SAGE_NPU_INLINE void flag(sage_npu_abi::SyncVerb verb, HardEvent event, int32_t id, const void *pc)
{
    sage_npu_abi::SyncCall call{};
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
    sage_npu_abi::SyncCall call{};
    call.verb = sage_npu_abi::SyncVerb::PipeBarrier;
    call.from = static_cast<sage_npu_abi::Pipe>(pipe);
    call.pc = pc;
    api().sync(call);
}

/// The event between two pipes; MAX if there is none.
constexpr HardEvent eventOf(pipe_t from, pipe_t to)
{
    for (uint8_t i = 0; i < static_cast<uint8_t>(HardEvent::MAX); ++i) {
        const EventPipes pipes = eventPipes(static_cast<HardEvent>(i));
        if (pipes.from == static_cast<sage_npu_abi::Pipe>(from) && pipes.to == static_cast<sage_npu_abi::Pipe>(to))
            return static_cast<HardEvent>(i);
    }
    return HardEvent::MAX;
}

} // namespace sage_npu_detail

template<HardEvent event>
SAGE_NPU_API void SetFlag(int32_t id)
{
    sage_npu_detail::flag(sage_npu_abi::SyncVerb::SetFlag, event, id, __builtin_return_address(0));
}

template<HardEvent event>
SAGE_NPU_API void WaitFlag(int32_t id)
{
    sage_npu_detail::flag(sage_npu_abi::SyncVerb::WaitFlag, event, id, __builtin_return_address(0));
}

template<pipe_t pipe>
SAGE_NPU_API void PipeBarrier()
{
    sage_npu_detail::barrier(pipe, __builtin_return_address(0));
}

template<bool isAIVOnly = true>
SAGE_NPU_API void SyncAll()
{
    sage_npu_detail::sync(sage_npu_abi::SyncVerb::SyncAll, __builtin_return_address(0));
}

/// Soft barrier: the workspace it would count in is taken and left alone.
template<bool isAIVOnly = true>
SAGE_NPU_API void SyncAll(const GlobalTensor<int32_t> &, const LocalTensor<int32_t> &, const int32_t usedCores = 0)
{
    sage_npu_detail::sync(sage_npu_abi::SyncVerb::SyncAll, __builtin_return_address(0), usedCores);
}

template<typename T>
SAGE_NPU_API void SetAtomicAdd()
{
    sage_npu_abi::SyncCall call{};
    call.verb = sage_npu_abi::SyncVerb::AtomicAdd;
    call.type = typeOf<T>();
    call.pc = __builtin_return_address(0);
    sage_npu_detail::api().sync(call);
}

SAGE_NPU_API inline void SetAtomicNone()
{
    sage_npu_detail::sync(sage_npu_abi::SyncVerb::AtomicNone, __builtin_return_address(0));
}

SAGE_NPU_API inline void SetDeqScale(half scale)
{
    sage_npu_abi::SyncCall call{};
    call.verb = sage_npu_abi::SyncVerb::DeqScale;
    call.bits = sage_npu_detail::bitsOf(scale);
    call.pc = __builtin_return_address(0);
    sage_npu_detail::api().sync(call);
}

template<typename T, CacheLine line, DcciDst destination = DcciDst::CACHELINE_ALL>
SAGE_NPU_API void DataCacheCleanAndInvalid(const GlobalTensor<T> &)
{
    sage_npu_detail::sync(sage_npu_abi::SyncVerb::DataCacheClean, __builtin_return_address(0));
}

inline void SetSysWorkspace(GM_ADDR) {}
inline GM_ADDR GetSysWorkSpacePtr() { return sage_npu_detail::api().workspace(); }
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) { return workspace; }

namespace sage_npu_detail {

SAGE_NPU_API inline void assertFailed(const char *text)
{
    sage_npu_abi::SyncCall call{};
    call.verb = sage_npu_abi::SyncVerb::Assert;
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

} // namespace sage_npu_detail

template<typename... Args>
void PRINTF(const char *format, Args... args)
{
    sage_npu_detail::print(format, args...);
}

template<typename... Args>
void printf(const char *format, Args... args)
{
    sage_npu_detail::print(format, args...);
}

} // namespace AscendC

SAGE_NPU_API inline void pipe_barrier(pipe_t pipe)
{
    AscendC::sage_npu_detail::barrier(pipe, __builtin_return_address(0));
}

SAGE_NPU_API inline void set_flag(pipe_t from, pipe_t to, event_t id)
{
    AscendC::sage_npu_detail::flag(AscendC::sage_npu_abi::SyncVerb::SetFlag, AscendC::sage_npu_detail::eventOf(from, to), id, __builtin_return_address(0));
}

SAGE_NPU_API inline void wait_flag(pipe_t from, pipe_t to, event_t id)
{
    AscendC::sage_npu_detail::flag(AscendC::sage_npu_abi::SyncVerb::WaitFlag, AscendC::sage_npu_detail::eventOf(from, to), id, __builtin_return_address(0));
}

#define GET_TILING_DATA(name, address) auto name = ::AscendC::sage_npu_detail::readTiling<SAGE_TILING_TYPE>(address)
#define GET_TILING_DATA_WITH_STRUCT(type, name, address) auto name = ::AscendC::sage_npu_detail::readTiling<type>(address)
#define TILING_KEY_IS(key) (::AscendC::sage_npu_detail::core().tilingKey == static_cast<uint64_t>(key))
#define KERNEL_TASK_TYPE_DEFAULT(type)
#define KERNEL_TASK_TYPE(key, type)

#undef ASSERT
#define ASSERT(condition) ((condition) ? (void)0 : ::AscendC::sage_npu_detail::assertFailed(#condition))
#define ASCENDC_ASSERT(condition, ...) ASSERT(condition)
