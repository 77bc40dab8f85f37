#pragma once

#include "sage_npu/base.h"

// Tensors on the chip and in global memory. Both are small values; scalar access is inlined and checked.

namespace AscendC {

namespace sage_npu_detail {

// Kernels are compiled with the candidate's folder mapped away, so that these name the kernel's own lines.
#define SAGE_NPU_HERE const char *file = __builtin_FILE(), uint32_t line = __builtin_LINE()

template<typename T>
SAGE_NPU_INLINE bool written(const uint64_t *shadow, uint64_t offset)
{
    constexpr uint64_t mask = sizeof(T) >= 8 ? 0xffu : (1u << sizeof(T)) - 1;
    return offset % sizeof(T) == 0 && ((shadow[offset >> 6] >> (offset & 63)) & mask) == mask;
}

template<typename T>
SAGE_NPU_INLINE void markWritten(uint64_t *shadow, uint64_t offset)
{
    constexpr uint64_t mask = sizeof(T) >= 8 ? 0xffu : (1u << sizeof(T)) - 1;
    shadow[offset >> 6] |= mask << (offset & 63);
}

} // namespace sage_npu_detail

/// Part of UB (later also of L1 and the cube's memories). Index and sizes count elements.
template<typename T>
class LocalTensor
{
public:
    using PrimType = T;

    LocalTensor() = default;
    explicit LocalTensor(const sage_npu_abi::Operand &range) : m_data(static_cast<T *>(range.data)), m_bytes(range.bytes), m_buffer(range.buffer) {}

    SAGE_NPU_INLINE LocalTensor operator[](const uint32_t offset) const
    {
        LocalTensor part;
        const uint64_t skip = uint64_t(offset) * sizeof(T);
        part.m_data = reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(m_data) + skip);
        part.m_bytes = skip < m_bytes ? static_cast<uint32_t>(m_bytes - skip) : 0;
        part.m_buffer = m_buffer;
        return part;
    }

    SAGE_NPU_INLINE T GetValue(const uint32_t index, SAGE_NPU_HERE) const
    {
        sage_npu_abi::CoreState &core = sage_npu_detail::core();
        const uint64_t offset = reinterpret_cast<uintptr_t>(m_data) + uint64_t(index) * sizeof(T) - reinterpret_cast<uintptr_t>(core.ub);
        if (__builtin_expect(uint64_t(index) * sizeof(T) + sizeof(T) <= m_bytes && offset + sizeof(T) <= core.ubBytes
                                 && core.scalarAhead >= core.quietAfter && offset % sizeof(T) == 0 && sage_npu_detail::written<T>(core.ubWritten, offset), 1)) {
            core.scalarAhead += core.ubAccessCycles;
            T value;
            std::memcpy(&value, core.ub + offset, sizeof(T));
            return value;
        }
        return slowAccess(index, false, 0, file, line);
    }

    SAGE_NPU_INLINE void SetValue(const uint32_t index, const T value, SAGE_NPU_HERE) const
    {
        sage_npu_abi::CoreState &core = sage_npu_detail::core();
        const uint64_t offset = reinterpret_cast<uintptr_t>(m_data) + uint64_t(index) * sizeof(T) - reinterpret_cast<uintptr_t>(core.ub);
        if (__builtin_expect(uint64_t(index) * sizeof(T) + sizeof(T) <= m_bytes && offset + sizeof(T) <= core.ubBytes
                                 && core.scalarAhead >= core.quietAfter && offset % sizeof(T) == 0, 1)) {
            core.scalarAhead += core.ubAccessCycles;
            sage_npu_detail::markWritten<T>(core.ubWritten, offset);
            std::memcpy(core.ub + offset, &value, sizeof(T));
            return;
        }
        slowAccess(index, true, sage_npu_detail::bitsOf(value), file, line);
    }

    /// A raw pointer: what is written through it is not tracked, so the whole range counts as written from here on.
    __ubuf__ T *GetPhyAddr() const
    {
        sage_npu_detail::api().publish(operand());
        return m_data;
    }
    __ubuf__ T *GetPhyAddr(const uint32_t offset) const { return GetPhyAddr() + offset; }

    template<typename U>
    SAGE_NPU_INLINE LocalTensor<U> ReinterpretCast() const
    {
        return LocalTensor<U>(operand());
    }

    uint32_t GetSize() const { return m_bytes / sizeof(T); }
    uint32_t GetLength() const { return m_bytes; }
    void SetSize(const uint32_t count) { m_bytes = count * sizeof(T); }
    int32_t GetPosition() const { return 0; }

    SAGE_NPU_INLINE sage_npu_abi::Operand operand() const { return {const_cast<std::remove_const_t<T> *>(m_data), m_bytes, m_buffer}; }

private:
    SAGE_NPU_API T slowAccess(uint32_t index, bool store, uint64_t bits, const char *file, uint32_t line) const
    {
        sage_npu_abi::ScalarAccess access{m_data, m_bytes, bits, index, sizeof(T), m_buffer, false, store, {nullptr, file, line}};
        sage_npu_detail::api().scalar(access);
        T value;
        std::memcpy(&value, &access.value, sizeof(T));
        return value;
    }

    T *m_data = nullptr;
    uint32_t m_bytes = 0;
    uint32_t m_buffer = 0;
};

template<typename T>
class GlobalTensor
{
public:
    using PrimType = T;

    void SetGlobalBuffer(__gm__ T *buffer, uint64_t size)
    {
        m_data = buffer;
        m_bytes = size * sizeof(T);
    }
    void SetGlobalBuffer(__gm__ T *buffer)
    {
        m_data = buffer;
        m_bytes = 0;
    }

    SAGE_NPU_INLINE GlobalTensor operator[](const uint64_t offset) const
    {
        GlobalTensor part = *this;
        const uint64_t skip = offset * sizeof(T);
        part.m_data = reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(m_data) + skip);
        part.m_bytes = skip < m_bytes ? m_bytes - skip : 0;
        return part;
    }

    SAGE_NPU_INLINE T GetValue(const uint64_t index, SAGE_NPU_HERE) const
    {
        sage_npu_abi::CoreState &core = sage_npu_detail::core();
        uint8_t *at = reinterpret_cast<uint8_t *>(reinterpret_cast<uintptr_t>(m_data) + index * sizeof(T));
        if (__builtin_expect(at >= core.gmFirst && at + sizeof(T) <= core.gmLast
                                 && (!core.gmWritten || sage_npu_detail::written<T>(core.gmWritten, static_cast<uint64_t>(at - core.gmFirst))), 1)) {
            core.scalarAhead += core.gmAccessCycles;
            T value;
            std::memcpy(&value, at, sizeof(T));
            return value;
        }
        return slowAccess(index, false, 0, file, line);
    }

    SAGE_NPU_INLINE void SetValue(const uint64_t index, const T value, SAGE_NPU_HERE) const
    {
        slowAccess(index, true, sage_npu_detail::bitsOf(value), file, line);
    }

    __gm__ T *GetPhyAddr() const
    {
        sage_npu_detail::api().publishGlobal(m_data);
        return m_data;
    }
    __gm__ T *GetPhyAddr(const uint64_t offset) const { return GetPhyAddr() + offset; }

    /// Undefined on hardware when SetGlobalBuffer got no size; here 0.
    uint64_t GetSize() const { return m_bytes / sizeof(T); }

    template<CacheRwMode mode = CacheRwMode::RW>
    void SetL2CacheHint(CacheMode cache)
    {
        m_bypass = cache == CacheMode::CACHE_MODE_DISABLE;
    }

    SAGE_NPU_INLINE sage_npu_abi::GmOperand operand() const { return {const_cast<std::remove_const_t<T> *>(m_data), m_bytes, m_bypass}; }

private:
    SAGE_NPU_API T slowAccess(uint64_t index, bool store, uint64_t bits, const char *file, uint32_t line) const
    {
        sage_npu_abi::ScalarAccess access{const_cast<std::remove_const_t<T> *>(m_data), m_bytes, bits, static_cast<int64_t>(index), sizeof(T), 0, true, store, {nullptr, file, line}};
        sage_npu_detail::api().scalar(access);
        T value;
        std::memcpy(static_cast<void *>(&value), &access.value, sizeof(T));
        return value;
    }

    T *m_data = nullptr;
    uint64_t m_bytes = 0;
    bool m_bypass = false;
};

} // namespace AscendC
