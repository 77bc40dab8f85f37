#pragma once

#include "sage_npu/pipe.h"

// Vector instructions in the count form. Each function is noinline so that its return address is the
// kernel's own line; parameter types are those that kernels bind as template arguments.

namespace AscendC {

namespace detail {

template<typename D, typename S = D>
abi::VectorCall vectorCall(abi::Op op, const LocalTensor<D> &dst, int64_t count, const void *pc)
{
    abi::VectorCall call{};
    call.op = op;
    call.type = typeOf<D>();
    call.sourceType = typeOf<S>();
    call.dst = dst.operand();
    call.count = count;
    call.pc = pc;
    return call;
}

template<typename D, typename S>
SAGE_NPU_INLINE void unary(abi::Op op, const LocalTensor<D> &dst, const LocalTensor<S> &src, int64_t count, const void *pc)
{
    abi::VectorCall call = vectorCall<D, S>(op, dst, count, pc);
    call.a = src.operand();
    api().vector(call);
}

template<typename D, typename S>
SAGE_NPU_INLINE void binary(abi::VectorCall call, const LocalTensor<D> &, const LocalTensor<S> &a, const LocalTensor<S> &b)
{
    call.a = a.operand();
    call.b = b.operand();
    api().vector(call);
}

template<typename S, typename V>
SAGE_NPU_INLINE void scalar(abi::VectorCall call, const LocalTensor<S> &src, const V &value)
{
    call.a = src.operand();
    call.scalar = bitsOf(value);
    api().vector(call);
}

} // namespace detail

#define SAGE_NPU_UNARY(name)                                                                              \
    template<typename T>                                                                                  \
    SAGE_NPU_API void name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const int32_t &count)    \
    {                                                                                                     \
        detail::unary(abi::Op::name, dst, src, count, __builtin_return_address(0));                       \
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
        detail::binary(detail::vectorCall(abi::Op::name, dst, count, __builtin_return_address(0)), dst, src0, src1);                   \
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
    detail::binary(detail::vectorCall<T, U>(abi::Op::MulAddDst, dst, count, __builtin_return_address(0)), dst, src0, src1);
}

#define SAGE_NPU_SCALAR(name)                                                                                                              \
    template<typename T, bool isSetMask = true>                                                                                            \
    SAGE_NPU_API void name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const T &scalarValue, const int32_t &count)               \
    {                                                                                                                                      \
        detail::scalar(detail::vectorCall(abi::Op::name, dst, count, __builtin_return_address(0)), src, scalarValue);                      \
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
    detail::scalar(detail::vectorCall(abi::Op::ShiftRight, dst, count, __builtin_return_address(0)), src, scalarValue);
}

/// dst += scalar src; a float destination takes a half source too.
template<typename T, typename U>
SAGE_NPU_API void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const U &scalarValue, const int32_t &count)
{
    detail::scalar(detail::vectorCall<T, U>(abi::Op::Axpy, dst, count, __builtin_return_address(0)), src, scalarValue);
}

template<typename T, bool isSetMask = true>
SAGE_NPU_API void Duplicate(const LocalTensor<T> &dst, const T &scalarValue, const int32_t &count)
{
    abi::VectorCall call = detail::vectorCall(abi::Op::Duplicate, dst, count, __builtin_return_address(0));
    call.scalar = detail::bitsOf(scalarValue);
    detail::api().vector(call);
}

/// dst[i] = firstValue + i.
template<typename T>
SAGE_NPU_API void CreateVecIndex(LocalTensor<T> dst, const T &firstValue, uint32_t count)
{
    abi::VectorCall call = detail::vectorCall(abi::Op::CreateVecIndex, dst, count, __builtin_return_address(0));
    call.scalar = detail::bitsOf(firstValue);
    detail::api().vector(call);
}

template<typename D, typename S>
SAGE_NPU_API void Cast(const LocalTensor<D> &dst, const LocalTensor<S> &src, const RoundMode &mode, const uint32_t count)
{
    abi::VectorCall call = detail::vectorCall<D, S>(abi::Op::Cast, dst, count, __builtin_return_address(0));
    call.a = src.operand();
    call.mode = static_cast<uint8_t>(mode);
    detail::api().vector(call);
}

/// Bit i of dst = src0[i] mode src1[i]; the bytes compared must be a multiple of 256.
template<typename T, typename U>
SAGE_NPU_API void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, CMPMODE mode, uint32_t count)
{
    abi::VectorCall call = detail::vectorCall<U, T>(abi::Op::Compare, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    detail::binary(call, dst, src0, src1);
}

template<typename T, typename U, bool isSetMask = true>
SAGE_NPU_API void CompareScalar(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const T scalarValue, CMPMODE mode, uint32_t count)
{
    abi::VectorCall call = detail::vectorCall<U, T>(abi::Op::CompareScalar, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    detail::scalar(call, src0, scalarValue);
}

/// dst[i] = bit i of the mask ? src0[i] : src1[i].
template<typename T, typename U>
SAGE_NPU_API void Select(const LocalTensor<T> &dst, const LocalTensor<U> &mask, const LocalTensor<T> &src0, const LocalTensor<T> &src1, SELMODE mode, uint32_t count)
{
    abi::VectorCall call = detail::vectorCall(abi::Op::Select, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    call.extra = mask.operand();
    detail::binary(call, dst, src0, src1);
}

template<typename T, typename U>
SAGE_NPU_API void Select(const LocalTensor<T> &dst, const LocalTensor<U> &mask, const LocalTensor<T> &src0, T src1, SELMODE mode, uint32_t count)
{
    abi::VectorCall call = detail::vectorCall(abi::Op::SelectScalar, dst, count, __builtin_return_address(0));
    call.mode = static_cast<uint8_t>(mode);
    call.extra = mask.operand();
    detail::scalar(call, src0, src1);
}

namespace detail {

template<typename T>
SAGE_NPU_INLINE void reduce(abi::VectorCall call, const LocalTensor<T> &src, const LocalTensor<T> &work, bool index)
{
    call.a = src.operand();
    call.extra = work.operand();
    call.mode = index ? 1 : 0;
    api().vector(call);
}

} // namespace detail

template<typename T>
SAGE_NPU_API void ReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &work, const int32_t count)
{
    detail::reduce(detail::vectorCall(abi::Op::ReduceSum, dst, count, __builtin_return_address(0)), src, work, false);
}

/// dst[0] = value, dst[1] = its lowest index as raw bits when asked.
template<typename T>
SAGE_NPU_API void ReduceMax(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &work, const int32_t count, bool calIndex = false)
{
    detail::reduce(detail::vectorCall(abi::Op::ReduceMax, dst, count, __builtin_return_address(0)), src, work, calIndex);
}

template<typename T>
SAGE_NPU_API void ReduceMin(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &work, const int32_t count, bool calIndex = false)
{
    detail::reduce(detail::vectorCall(abi::Op::ReduceMin, dst, count, __builtin_return_address(0)), src, work, calIndex);
}

} // namespace AscendC
