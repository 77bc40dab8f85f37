#pragma once

#include "sage_npu/tensor.h"

// TPipe hands out UB; queues pass buffers between pipes and order them.

namespace AscendC {

namespace sage_npu_detail {

SAGE_NPU_INLINE int64_t sync(sage_npu_abi::SyncVerb verb, const void *pc, int32_t id = 0, uint8_t event = 0)
{
    sage_npu_abi::SyncCall call{};
    call.verb = verb;
    call.event = event;
    call.id = id;
    call.pc = pc;
    return api().sync(call);
}

} // namespace sage_npu_detail

class TPipe;

template<TPosition source, TPosition destination, int32_t depth, auto mask = 0>
class TQueBind
{
public:
    static constexpr bool isTQue = true;
    static constexpr TPosition position = source;
    static constexpr int32_t queueDepth = depth;

    template<typename T>
    SAGE_NPU_API LocalTensor<T> AllocTensor()
    {
        return LocalTensor<T>(call(sage_npu_abi::QueueVerb::Alloc, {}, __builtin_return_address(0)));
    }

    template<typename T>
    SAGE_NPU_API bool EnQue(const LocalTensor<T> &tensor)
    {
        return call(sage_npu_abi::QueueVerb::Enque, tensor.operand(), __builtin_return_address(0)).data != nullptr;
    }

    template<typename T>
    SAGE_NPU_API LocalTensor<T> DeQue()
    {
        return LocalTensor<T>(call(sage_npu_abi::QueueVerb::Deque, {}, __builtin_return_address(0)));
    }

    template<typename T>
    SAGE_NPU_API void AllocTensor(LocalTensor<T> &tensor)
    {
        tensor = LocalTensor<T>(call(sage_npu_abi::QueueVerb::Alloc, {}, __builtin_return_address(0)));
    }

    template<typename T>
    SAGE_NPU_API void DeQue(LocalTensor<T> &tensor)
    {
        tensor = LocalTensor<T>(call(sage_npu_abi::QueueVerb::Deque, {}, __builtin_return_address(0)));
    }

    template<TPosition from, TPosition to, typename T>
    SAGE_NPU_API bool EnQue(const LocalTensor<T> &tensor)
    {
        return call(sage_npu_abi::QueueVerb::Enque, tensor.operand(), __builtin_return_address(0)).data != nullptr;
    }

    template<TPosition from, TPosition to, typename T>
    SAGE_NPU_API LocalTensor<T> DeQue()
    {
        return LocalTensor<T>(call(sage_npu_abi::QueueVerb::Deque, {}, __builtin_return_address(0)));
    }

    template<typename T>
    SAGE_NPU_API void FreeTensor(const LocalTensor<T> &tensor)
    {
        call(sage_npu_abi::QueueVerb::Free, tensor.operand(), __builtin_return_address(0));
    }

    bool HasTensorInQue() const { return sage_npu_detail::api().ask(m_id, sage_npu_abi::QueueQuestion::HasTensor); }
    bool VacantInQue() const { return sage_npu_detail::api().ask(m_id, sage_npu_abi::QueueQuestion::Vacant); }
    bool HasIdleBuffer() const { return sage_npu_detail::api().ask(m_id, sage_npu_abi::QueueQuestion::HasIdle); }
    int32_t GetTensorCountInQue() const { return static_cast<int32_t>(sage_npu_detail::api().ask(m_id, sage_npu_abi::QueueQuestion::Count)); }
    void FreeAllEvent() {}

private:
    friend class TPipe;

    sage_npu_abi::Operand call(sage_npu_abi::QueueVerb verb, const sage_npu_abi::Operand &tensor, const void *pc) const
    {
        return sage_npu_detail::api().queue({verb, m_id, tensor, pc});
    }

    uint32_t m_id = 0; // 0: never given to InitBuffer
};

template<TPosition pos, int32_t depth, auto mask = 0>
class TQue : public TQueBind<pos, pos == TPosition::VECIN ? TPosition::VECCALC : TPosition::GM, depth, mask>
{
};

template<TPosition pos = TPosition::VECCALC>
class TBuf
{
public:
    static constexpr TPosition position = pos;

    template<typename T>
    SAGE_NPU_API LocalTensor<T> Get()
    {
        return LocalTensor<T>(whole(__builtin_return_address(0)));
    }

    template<typename T>
    SAGE_NPU_API LocalTensor<T> Get(uint32_t length)
    {
        return cut<T>(0, uint64_t(length) * sizeof(T), __builtin_return_address(0));
    }

    template<typename T>
    SAGE_NPU_API LocalTensor<T> GetWithOffset(uint32_t size, uint32_t offset)
    {
        return cut<T>(offset, uint64_t(size) * sizeof(T), __builtin_return_address(0));
    }

private:
    friend class TPipe;

    sage_npu_abi::Operand whole(const void *pc) const { return sage_npu_detail::api().queue({sage_npu_abi::QueueVerb::Get, m_id, {}, pc}); }

    /// Past the buffer's end the range stays as asked: its use is what the bounds rule reports.
    template<typename T>
    LocalTensor<T> cut(uint32_t offset, uint64_t bytes, const void *pc) const
    {
        sage_npu_abi::Operand range = whole(pc);
        range.data = static_cast<uint8_t *>(range.data) + offset;
        range.bytes = static_cast<uint32_t>(bytes);
        return LocalTensor<T>(range);
    }

    uint32_t m_id = 0;
};

class TPipe
{
public:
    SAGE_NPU_API TPipe()
    {
        sage_npu_detail::core().pipe = this;
        sage_npu_detail::sync(sage_npu_abi::SyncVerb::PipeStart, __builtin_return_address(0));
    }
    SAGE_NPU_API ~TPipe() { end(__builtin_return_address(0)); }
    TPipe(const TPipe &) = delete;
    TPipe &operator=(const TPipe &) = delete;

    SAGE_NPU_API void Init()
    {
        sage_npu_detail::core().pipe = this;
        m_ended = false;
        sage_npu_detail::sync(sage_npu_abi::SyncVerb::PipeStart, __builtin_return_address(0));
    }
    SAGE_NPU_API void Destroy() { end(__builtin_return_address(0)); }
    void Reset() { sage_npu_detail::sync(sage_npu_abi::SyncVerb::PipeStart, __builtin_return_address(0)); }

    template<TPosition source, TPosition destination, int32_t depth, auto mask>
    SAGE_NPU_API bool InitBuffer(TQueBind<source, destination, depth, mask> &queue, uint8_t number, uint32_t bytes)
    {
        using Queue = TQueBind<source, destination, depth, mask>;
        queue.m_id = sage_npu_detail::api().queueInit({static_cast<uint8_t>(Queue::position), static_cast<uint32_t>(depth), number, bytes, false, __builtin_return_address(0)});
        return true;
    }

    template<TPosition pos>
    SAGE_NPU_API bool InitBuffer(TBuf<pos> &buffer, uint32_t bytes)
    {
        buffer.m_id = sage_npu_detail::api().queueInit({static_cast<uint8_t>(pos), 1, 1, bytes, true, __builtin_return_address(0)});
        return true;
    }

    SAGE_NPU_API TEventID FetchEventID(HardEvent event)
    {
        return static_cast<TEventID>(sage_npu_detail::sync(sage_npu_abi::SyncVerb::FetchEvent, __builtin_return_address(0), 0, static_cast<uint8_t>(event)));
    }
    template<HardEvent event>
    SAGE_NPU_API TEventID FetchEventID()
    {
        return static_cast<TEventID>(sage_npu_detail::sync(sage_npu_abi::SyncVerb::FetchEvent, __builtin_return_address(0), 0, static_cast<uint8_t>(event)));
    }
    template<HardEvent event>
    SAGE_NPU_API TEventID AllocEventID()
    {
        return static_cast<TEventID>(sage_npu_detail::sync(sage_npu_abi::SyncVerb::AllocEvent, __builtin_return_address(0), 0, static_cast<uint8_t>(event)));
    }
    template<HardEvent event>
    SAGE_NPU_API void ReleaseEventID(TEventID id)
    {
        sage_npu_detail::sync(sage_npu_abi::SyncVerb::ReleaseEvent, __builtin_return_address(0), id, static_cast<uint8_t>(event));
    }

private:
    void end(const void *pc)
    {
        if (!m_ended)
            sage_npu_detail::sync(sage_npu_abi::SyncVerb::PipeEnd, pc);
        m_ended = true;
    }

    bool m_ended = false;
};

SAGE_NPU_INLINE TPipe *GetTPipePtr()
{
    return static_cast<TPipe *>(sage_npu_detail::core().pipe);
}

} // namespace AscendC
