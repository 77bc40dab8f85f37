#pragma once

#include "sage_npu/abi.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>

// Types, qualifiers and enumerations that kernels name.

#define __aicore__
#define __global__
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __sync_alias__
#ifndef __inout_pipe__
#define __inout_pipe__(...)
#endif
#define GM_ADDR __gm__ uint8_t *

#define SAGE_NPU_API __attribute__((noinline))
#define SAGE_NPU_INLINE inline __attribute__((always_inline))

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::size_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;
using std::sqrt; // scalar square root exists on the core, in float

using half = _Float16;

/// Upper half of a float. Arithmetic on it exists on no core: convert first.
struct bfloat16_t {
    uint16_t bits;

    bfloat16_t() = default;
    bfloat16_t(float value)
    {
        uint32_t raw;
        std::memcpy(&raw, &value, 4);
        if ((raw & 0x7fffffffu) > 0x7f800000u)
            bits = static_cast<uint16_t>((raw >> 16) | 0x40u);
        else
            bits = static_cast<uint16_t>((raw + 0x7fffu + ((raw >> 16) & 1u)) >> 16);
    }
    operator float() const
    {
        const uint32_t raw = static_cast<uint32_t>(bits) << 16;
        float value;
        std::memcpy(&value, &raw, 4);
        return value;
    }
};

enum pipe_t : uint8_t { PIPE_S = 0, PIPE_V = 1, PIPE_M = 2, PIPE_MTE1 = 3, PIPE_MTE2 = 4, PIPE_MTE3 = 5, PIPE_ALL = 6, PIPE_MTE4 = 7, PIPE_MTE5 = 8, PIPE_V2 = 9, PIPE_FIX = 10 };
enum event_t : int32_t { EVENT_ID0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };

extern "C" {
/// Filled in by the runner, found by name.
__attribute__((weak, used, visibility("protected"))) sage::npu::abi::Binding sage_npu_binding = {sage::npu::abi::version, nullptr, nullptr};
}

namespace AscendC {

namespace sage_npu_abi = sage::npu::abi;

using TEventID = int8_t;

enum class TPosition : uint8_t { GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC, LCM = VECCALC, SPM, SHM = SPM, TSCM, C2PIPE2GM, C2PIPE2LOCAL, MAX };
using QuePosition = TPosition;

enum class HardEvent : uint8_t {
    MTE2_MTE1, MTE1_MTE2, MTE1_M, M_MTE1, MTE2_V, V_MTE2, MTE3_V, V_MTE3, M_V, V_M, V_V, MTE3_MTE1, MTE1_MTE3, MTE1_V, MTE2_M, M_MTE2, V_MTE1,
    M_FIX, FIX_M, MTE3_MTE2, MTE2_MTE3, S_V, V_S, S_MTE2, MTE2_S, S_MTE3, MTE3_S, MTE2_FIX, FIX_MTE2, FIX_S, M_S, FIX_MTE3, MTE1_FIX, FIX_MTE1, FIX_FIX, MAX
};

enum class RoundMode : uint8_t { CAST_NONE = 0, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD };
enum class CMPMODE : uint8_t { LT = 0, GT, EQ, LE, GE, NE };
enum class SELMODE : uint8_t { VSEL_CMPMASK_SPR = 0, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };
enum class CacheMode : uint8_t { CACHE_MODE_DISABLE = 0, CACHE_MODE_NORMAL = 1 };
enum class CacheRwMode : uint8_t { READ = 1, WRITE = 2, RW = 3 };
enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };

constexpr uint32_t ONE_BLK_SIZE = 32;
constexpr uint32_t ONE_REPEAT_BYTE_SIZE = 256;
constexpr uint8_t DEFAULT_BLK_STRIDE = 1;
constexpr uint8_t DEFAULT_REPEAT_STRIDE = 8;
constexpr uint8_t DEFAULT_BLK_NUM = 8;
constexpr int32_t DEFAULT_C0_SIZE = 32;
constexpr uint32_t MAX_REPEAT_TIMES = 255;
constexpr int32_t AIC = 1;
constexpr int32_t AIV = 2;
constexpr int32_t g_coreType = AIV;

template<typename T>
constexpr sage_npu_abi::Type typeOf()
{
    using U = std::remove_cv_t<T>;
    if constexpr (std::is_same_v<U, half>) return sage_npu_abi::Type::F16;
    else if constexpr (std::is_same_v<U, bfloat16_t>) return sage_npu_abi::Type::BF16;
    else if constexpr (std::is_same_v<U, float>) return sage_npu_abi::Type::F32;
    else if constexpr (std::is_same_v<U, bool>) return sage_npu_abi::Type::Bool;
    else if constexpr (std::is_integral_v<U>) {
        constexpr bool sign = std::is_signed_v<U>;
        if constexpr (sizeof(U) == 1) return sign ? sage_npu_abi::Type::I8 : sage_npu_abi::Type::U8;
        else if constexpr (sizeof(U) == 2) return sign ? sage_npu_abi::Type::I16 : sage_npu_abi::Type::U16;
        else if constexpr (sizeof(U) == 4) return sign ? sage_npu_abi::Type::I32 : sage_npu_abi::Type::U32;
        else return sign ? sage_npu_abi::Type::I64 : sage_npu_abi::Type::U64;
    } else return sage_npu_abi::Type::None;
}

template<typename T, typename U>
struct IsSameType {
    static constexpr bool value = std::is_same_v<T, U>;
};

namespace sage_npu_detail {

template<typename T>
SAGE_NPU_INLINE uint64_t bitsOf(const T &value)
{
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

SAGE_NPU_INLINE const sage_npu_abi::Api &api()
{
    return *sage_npu_binding.api;
}

SAGE_NPU_INLINE sage_npu_abi::CoreState &core()
{
    return *sage_npu_binding.core;
}

/// A bit field of an instruction: remembers that it was given a value its width cannot hold.
template<typename T>
class Field
{
public:
    constexpr Field(T value = 0) : m_value(value), m_truncated(false) {}
    template<typename V, typename = std::enable_if_t<std::is_arithmetic_v<V> && !std::is_same_v<V, T>>>
    constexpr Field &operator=(V value)
    {
        m_value = static_cast<T>(value);
        m_truncated = static_cast<V>(m_value) != value || (std::is_signed_v<V> && value < V(0));
        return *this;
    }
    constexpr operator T() const { return m_value; }
    constexpr bool truncated() const { return m_truncated; }

private:
    T m_value;
    bool m_truncated;
};

} // namespace sage_npu_detail

SAGE_NPU_INLINE float ToFloat(const bfloat16_t &value) { return value; }
SAGE_NPU_INLINE bfloat16_t ToBfloat16(const float &value) { return bfloat16_t(value); }

SAGE_NPU_INLINE int64_t GetBlockIdx() { return sage_npu_detail::core().blockIndex; }
SAGE_NPU_INLINE int64_t GetBlockNum() { return sage_npu_detail::core().blockCount; }
SAGE_NPU_INLINE int64_t GetSubBlockIdx() { return 0; }
SAGE_NPU_INLINE int64_t GetSubBlockNum() { return 1; }
SAGE_NPU_INLINE int64_t GetTaskRation() { return 1; }

template<typename T, typename U>
constexpr auto DivCeil(T a, U b)
{
    return b == 0 ? 0 : (a + b - 1) / b;
}

template<typename T, typename U>
constexpr auto AlignUp(T a, U b)
{
    return b == 0 ? 0 : (a + b - 1) / b * b;
}

} // namespace AscendC

#define block_idx (::AscendC::GetBlockIdx())

#define ASCEND_IS_AIV true
#define ASCEND_IS_AIC false

SAGE_NPU_INLINE constexpr bool likely(bool condition) { return __builtin_expect(condition, 1); }
SAGE_NPU_INLINE constexpr bool unlikely(bool condition) { return __builtin_expect(condition, 0); }
