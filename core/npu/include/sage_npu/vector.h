#pragma once

#include "sage_npu/pipe.h"

// Vector instructions in the count form. Each function is noinline so that its return address is the
// kernel's own line; parameter types are those that kernels bind as template arguments.

namespace AscendC {

namespace sage_npu_detail {

template<typename D, typename S = D>
sage_npu_abi::VectorCall vectorCall(sage_npu_abi::Op op, const LocalTensor<D> &dst, int64_t count, const void *pc)
{
    sage_npu_abi::VectorCall call{};
    call.op = op;
    call.type = typeOf<D>();
    call.sourceType = typeOf<S>();
    call.dst = dst.operand();
    call.count = count;
    call.pc = pc;
    return call;
}

template<typename D, typename S>
SAGE_NPU_INLINE void unary(sage_npu_abi::Op op, const LocalTensor<D> &dst, const LocalTensor<S> &src, int64_t count, const void *pc)
{
    sage_npu_abi::VectorCall call = vectorCall<D, S>(op, dst, count, pc);
    call.a = src.operand();
    api().vector(call);
}

template<typename D, typename S>
SAGE_NPU_INLINE void binary(sage_npu_abi::VectorCall call, const LocalTensor<D> &, const LocalTensor<S> &a, const LocalTensor<S> &b)
{
    call.a = a.operand();
    call.b = b.operand();
    api().vector(call);
}

template<typename S, typename V>
SAGE_NPU_INLINE void scalar(sage_npu_abi::VectorCall call, const LocalTensor<S> &src, const V &value)
{
    call.a = src.operand();
    call.scalar = bitsOf(value);
    api().vector(call);
}

} // namespace sage_npu_detail

#define SAGE_NPU_UNARY(name)                                                                              \
    template<typename T>                                                                                  \
    SAGE_NPU_API void name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const int32_t &count)    \
    {                                                                                                     \
        sage_npu_detail::unary(sage_npu_abi::Op::name, dst, src, count, __builtin_return_address(0));                       \
    }

SAGE_NPU_UNARY(Abs)
SAGE_NPU_UNARY(Exp)
SAGE_NPU_UNARY(Ln)
SAGE_NPU_UNARY(Sqrt)
SAGE_NPU_UNARY(Rsqrt)
SAGE_NPU_UNARY(Reciprocal)
SAGE_NPU_UNARY(Relu)
SAGE_NPU_UNARY(Not)
#undef SAGE_NPU_UNARY

#define SAGE_NPU_BINARY(name)                                                                                                          \
    template<typename T>                                                                                                               \
    SAGE_NPU_API void name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, const int32_t &count)    \
    {                                                                                                                                  \
        sage_npu_detail::binary(sage_npu_detail::vectorCall(sage_npu_abi::Op::name, dst, count, __builtin_return_address(0)), dst, src0, src1);                   \
    }

SAGE_NPU_BINARY(Add)
SAGE_NPU_BINARY(Sub)
SAGE_NPU_BINARY(Mul)
SAGE_NPU_BINARY(Div)
SAGE_NPU_BINARY(Max)
SAGE_NPU_BINARY(Min)
SAGE_NPU_BINARY(And)
SAGE_NPU_BINARY(Or)
SAGE_NPU_BINARY(FusedMulAdd)
SAGE_NPU_BINARY(FusedMulAddRelu)
#undef SAGE_NPU_BINARY

/// dst += src0 src1; a float destination takes half sources too.
template<typename T, typename U>
SAGE_NPU_API void MulAddDst(const LocalTensor<T> &dst, const LocalTensor<U> &src0, const LocalTensor<U> &src1, const int32_t &count)
{
    sage_npu_detail::binary(sage_npu_detail::vectorCall<T, U>(sage_npu_abi::Op::MulAddDst, dst, count, __builtin_return_address(0)), dst, src0, src1);
}

#define SAGE_NPU_SCALAR(name)                                                                                                              \
    template<typename T, bool isSetMask = true>                                                                                            \
    SAGE_NPU_API void name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const T &scalarValue, const int32_t &count)               \
    {                                                                                                                                      \
        sage_npu_detail::scalar(sage_npu_detail::vectorCall(sage_npu_abi::Op::name, dst, count, __builtin_return_address(0)), src, scalarValue);                      \
    }

SAGE_NPU_SCALAR(Adds)
SAGE_NPU_SCALAR(Muls)
SAGE_NPU_SCALAR(Maxs)
SAGE_NPU_SCALAR(Mins)
SAGE_NPU_SCALAR(LeakyRelu)
SAGE_NPU_SCALAR(ShiftLeft)
#undef SAGE_NPU_SCALAR

template<typename T, bool isSetMask = true>
SAGE_NPU_API void ShiftRight(const LocalTensor<T> &dst, const LocalTensor<T> &src, const T &scalarValue, const int32_t &count)
{
    sage_npu_detail::scalar(sage_npu_detail::vectorCall(sage_npu_abi::Op::ShiftRight, dst, count, __builtin_return_address(0)), src, scalarValue);
}

/// dst += scalar src; a float destination takes a half source too.
template<typename T, typename U>
SAGE_NPU_API void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const U &scalarValue, const int32_t &count)
{
    sage_npu_detail::scalar(sage_npu_detail::vectorCall<T, U>(sage_npu_abi::Op::Axpy, dst, count, __builtin_return_address(0)), src, scalarValue);
}

template<typename T, bool isSetMask = true>
SAGE_NPU_API void Duplicate(const LocalTensor<T> &dst, const T &scalarValue, const int32_t &count)
{
    sage_npu_abi::VectorCall call = sage_npu_detail::vectorCall(sage_npu_abi::Op::Duplicate, dst, count, __builtin_return_address(0));
    call.scalar = sage_npu_detail::bitsOf(scalarValue);
    sage_npu_detail::api().vector(call);
}

/// dst[i] = firstValue + i.
template<typename T>
SAGE_NPU_API void CreateVecIndex(LocalTensor<T> dst, const T &firstValue, uint32_t count)
{
    sage_npu_abi::VectorCall call = sage_npu_detail::vectorCall(sage_npu_abi::Op::CreateVecIndex, dst, count, __builtin_return_address(0));
    call.scalar = sage_npu_detail::bitsOf(firstValue);
    sage_npu_detail::api().vector(call);
}

template<typename D, typename S>
SAGE_NPU_API void Cast(const LocalTensor<D> &dst, const LocalTensor<S> &src, const RoundMode &mode, const uint32_t count)
{
    sage_npu_abi::VectorCall call = sage_npu_detail::vectorCall<D, S>(sage_npu_abi::Op::Cast, dst, count, __builtin_return_address(0));
    call.a = src.operand();
    call.mode = static_cast<uint8_t>(mode);
    sage_npu_detail::api().vector(call);
}

/// Bit i of dst = src0[i] mode src1[i]; the bytes compared must be a multiple of 256.
template<typename T, typename U>
SAGE_NPU_API void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, CMPMODE mode, uint32_t count)
{
    sage_npu_abi::VectorCall call = sage_npu_detail::vectorCall<U, T>(sage_npu_abi::Op::Compare, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    sage_npu_detail::binary(call, dst, src0, src1);
}

template<typename T, typename U, bool isSetMask = true>
SAGE_NPU_API void CompareScalar(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const T scalarValue, CMPMODE mode, uint32_t count)
{
    sage_npu_abi::VectorCall call = sage_npu_detail::vectorCall<U, T>(sage_npu_abi::Op::CompareScalar, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    sage_npu_detail::scalar(call, src0, scalarValue);
}

/// dst[i] = bit i of the mask ? src0[i] : src1[i].
template<typename T, typename U>
SAGE_NPU_API void Select(const LocalTensor<T> &dst, const LocalTensor<U> &mask, const LocalTensor<T> &src0, const LocalTensor<T> &src1, SELMODE mode, uint32_t count)
{
    sage_npu_abi::VectorCall call = sage_npu_detail::vectorCall(sage_npu_abi::Op::Select, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    call.extra = mask.operand();
    sage_npu_detail::binary(call, dst, src0, src1);
}

template<typename T, typename U>
SAGE_NPU_API void Select(const LocalTensor<T> &dst, const LocalTensor<U> &mask, const LocalTensor<T> &src0, T src1, SELMODE mode, uint32_t count)
{
    sage_npu_abi::VectorCall call = sage_npu_detail::vectorCall(sage_npu_abi::Op::SelectScalar, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    call.extra = mask.operand();
    sage_npu_detail::scalar(call, src0, src1);
}

namespace sage_npu_detail {

template<typename T>
SAGE_NPU_INLINE void reduce(sage_npu_abi::VectorCall call, const LocalTensor<T> &src, const LocalTensor<T> &work, bool index)
{
    call.a = src.operand();
    call.extra = work.operand();
    call.mode = index ? 1 : 0;
    api().vector(call);
}

} // namespace sage_npu_detail

template<typename T>
SAGE_NPU_API void ReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &work, const int32_t count)
{
    sage_npu_detail::reduce(sage_npu_detail::vectorCall(sage_npu_abi::Op::ReduceSum, dst, count, __builtin_return_address(0)), src, work, false);
}

/// dst[0] = value, dst[1] = its lowest index as raw bits when asked.
template<typename T>
SAGE_NPU_API void ReduceMax(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &work, const int32_t count, bool calIndex = false)
{
    sage_npu_detail::reduce(sage_npu_detail::vectorCall(sage_npu_abi::Op::ReduceMax, dst, count, __builtin_return_address(0)), src, work, calIndex);
}

template<typename T>
SAGE_NPU_API void ReduceMin(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &work, const int32_t count, bool calIndex = false)
{
    sage_npu_detail::reduce(sage_npu_detail::vectorCall(sage_npu_abi::Op::ReduceMin, dst, count, __builtin_return_address(0)), src, work, calIndex);
}

} // namespace AscendC
