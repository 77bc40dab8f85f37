#pragma once

#include "sage_npu/pipe.h"

// Moves between global memory and UB. Blocks and gaps of DataCopyParams count 32-byte units.

namespace AscendC {

struct DataCopyParams {
    DataCopyParams() : srcStride(0), dstStride(0) {}
    DataCopyParams(const uint16_t count, const uint16_t length, const uint16_t source, const uint16_t destination)
        : blockCount(count), blockLen(length), srcStride(source), dstStride(destination) {}

    sage_npu_detail::Field<uint16_t> blockCount = 1;
    sage_npu_detail::Field<uint16_t> blockLen = 0;
    union { sage_npu_detail::Field<uint16_t> srcStride, srcGap; };
    union { sage_npu_detail::Field<uint16_t> dstStride, dstGap; };
};

struct DataCopyExtParams {
    DataCopyExtParams() = default;
    DataCopyExtParams(const uint16_t count, const uint32_t length, const uint32_t source, const uint32_t destination, const uint32_t reserved)
        : blockCount(count), blockLen(length), srcStride(source), dstStride(destination), rsv(reserved) {}

    sage_npu_detail::Field<uint16_t> blockCount = 1;
    sage_npu_detail::Field<uint32_t> blockLen = 0;
    sage_npu_detail::Field<uint32_t> srcStride = 0;
    sage_npu_detail::Field<uint32_t> dstStride = 0;
    uint32_t rsv = 0;
};

struct DataCopyPadParams {
    DataCopyPadParams() = default;
    DataCopyPadParams(const bool pad, const uint8_t left, const uint8_t right, const uint64_t value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    uint64_t paddingValue = 0;
};

template<typename T>
struct DataCopyPadExtParams {
    DataCopyPadExtParams() = default;
    DataCopyPadExtParams(const bool pad, const uint8_t left, const uint8_t right, const T value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    T paddingValue = T(0);
};

namespace sage_npu_detail {

template<typename Params>
bool truncated(const Params &params)
{
    return params.blockCount.truncated() || params.blockLen.truncated() || params.srcStride.truncated() || params.dstStride.truncated();
}

template<typename T>
sage_npu_abi::CopyCall copyCall(sage_npu_abi::CopyPath path, const LocalTensor<T> &local, const void *pc)
{
    sage_npu_abi::CopyCall call{};
    call.path = path;
    call.type = typeOf<T>();
    call.ub = local.operand();
    call.rows = 1;
    call.pc = pc;
    return call;
}

template<typename T>
sage_npu_abi::CopyCall copyCall(sage_npu_abi::CopyPath path, const LocalTensor<T> &local, const GlobalTensor<T> &global, const void *pc)
{
    sage_npu_abi::CopyCall call = copyCall(path, local, pc);
    call.gm = global.operand();
    return call;
}

template<typename T>
void copyCount(sage_npu_abi::CopyCall call, uint32_t count)
{
    call.countForm = true;
    call.rowBytes = uint64_t(count) * sizeof(T);
    api().copy(call);
}

inline void copyBlocks(sage_npu_abi::CopyCall call, const DataCopyParams &params)
{
    call.rows = params.blockCount;
    call.rowBytes = uint64_t(params.blockLen) * ONE_BLK_SIZE;
    call.sourceGap = uint64_t(params.srcStride) * ONE_BLK_SIZE;
    call.destinationGap = uint64_t(params.dstStride) * ONE_BLK_SIZE;
    call.truncated = truncated(params);
    api().copy(call);
}

/// GM gaps in bytes, UB gaps in blocks.
template<typename Params>
sage_npu_abi::CopyCall padCall(sage_npu_abi::CopyCall call, const Params &params)
{
    const bool load = call.path == sage_npu_abi::CopyPath::GmToUb;
    call.padded = true;
    call.rows = params.blockCount;
    call.rowBytes = params.blockLen;
    call.sourceGap = uint64_t(params.srcStride) * (load ? 1 : ONE_BLK_SIZE);
    call.destinationGap = uint64_t(params.dstStride) * (load ? ONE_BLK_SIZE : 1);
    call.truncated = truncated(params);
    return call;
}

template<typename Pad>
void copyPadded(sage_npu_abi::CopyCall call, const Pad &pad)
{
    call.fill = pad.isPad;
    call.leftPad = pad.leftPadding;
    call.rightPad = pad.rightPadding;
    call.padValue = bitsOf(pad.paddingValue);
    api().copy(call);
}

} // namespace sage_npu_detail

template<typename T>
SAGE_NPU_API void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const uint32_t count)
{
    sage_npu_detail::copyCount<T>(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::GmToUb, dst, src, __builtin_return_address(0)), count);
}

template<typename T>
SAGE_NPU_API void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    sage_npu_detail::copyCount<T>(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::UbToGm, src, dst, __builtin_return_address(0)), count);
}

template<typename T>
SAGE_NPU_API void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    sage_npu_abi::CopyCall call = sage_npu_detail::copyCall(sage_npu_abi::CopyPath::UbToUb, dst, __builtin_return_address(0));
    call.ub2 = src.operand();
    sage_npu_detail::copyCount<T>(call, count);
}

template<typename T>
SAGE_NPU_API void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &params)
{
    sage_npu_detail::copyBlocks(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::GmToUb, dst, src, __builtin_return_address(0)), params);
}

template<typename T>
SAGE_NPU_API void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &params)
{
    sage_npu_detail::copyBlocks(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::UbToGm, src, dst, __builtin_return_address(0)), params);
}

template<typename T>
SAGE_NPU_API void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &params)
{
    sage_npu_abi::CopyCall call = sage_npu_detail::copyCall(sage_npu_abi::CopyPath::UbToUb, dst, __builtin_return_address(0));
    call.ub2 = src.operand();
    sage_npu_detail::copyBlocks(call, params);
}

template<typename T>
SAGE_NPU_API void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyExtParams &params, const DataCopyPadExtParams<T> &pad)
{
    sage_npu_detail::copyPadded(sage_npu_detail::padCall(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::GmToUb, dst, src, __builtin_return_address(0)), params), pad);
}

template<typename T>
SAGE_NPU_API void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &params, const DataCopyPadParams &pad)
{
    sage_npu_detail::copyPadded(sage_npu_detail::padCall(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::GmToUb, dst, src, __builtin_return_address(0)), params), pad);
}

template<typename T>
SAGE_NPU_API void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyExtParams &params)
{
    sage_npu_detail::copyPadded(sage_npu_detail::padCall(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::UbToGm, src, dst, __builtin_return_address(0)), params), DataCopyPadParams());
}

template<typename T>
SAGE_NPU_API void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &params)
{
    sage_npu_detail::copyPadded(sage_npu_detail::padCall(sage_npu_detail::copyCall(sage_npu_abi::CopyPath::UbToGm, src, dst, __builtin_return_address(0)), params), DataCopyPadParams());
}

} // namespace AscendC
