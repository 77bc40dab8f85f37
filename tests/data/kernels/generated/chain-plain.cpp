// y = sigmoid(x scale) x
//
// Split over cores: one; tiles of 2048 elements, 1 buffer a queue; tails: scalar; rows: row-by-row.
// Computed in native type; reductions: scalar; fusion: steps; in place: false; division by div; scalars by duplicate; constants per-tile.

#include "kernel_operator.h"
#include <type_traits>

using namespace AscendC;

namespace {

using Calc = std::conditional_t<std::is_same_v<DTYPE_X, half>, half, std::conditional_t<std::is_same_v<DTYPE_X, bfloat16_t>, bfloat16_t, float>>; // what is computed in

constexpr uint32_t kTileLength = 2048; // elements
constexpr uint32_t kBufferCount = 1;
constexpr uint32_t kGrain = 64; // elements: shares of cores start at whole blocks in every type
template<typename T>
constexpr uint32_t kBlock = ONE_BLK_SIZE / sizeof(T);

__aicore__ inline uint64_t Smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

__aicore__ inline void WaitForVector()
{
    const int32_t id = static_cast<int32_t>(GetTPipePtr()->FetchEventID(HardEvent::V_S));
    SetFlag<HardEvent::V_S>(id);
    WaitFlag<HardEvent::V_S>(id);
}

__aicore__ inline void WaitForScalar()
{
    const int32_t id = static_cast<int32_t>(GetTPipePtr()->FetchEventID(HardEvent::S_V));
    SetFlag<HardEvent::S_V>(id);
    WaitFlag<HardEvent::S_V>(id);
}

template<typename T>
__aicore__ inline void Load(const LocalTensor<T> &to, const GlobalTensor<T> &from, uint32_t count)
{
    const uint32_t whole = count / kBlock<T> * kBlock<T>;
    if (whole > 0) {
        DataCopy(to, from, whole);
    }
    for (uint32_t i = whole; i < count; ++i) {
        to.SetValue(i, from.GetValue(i));
    }
    if (whole < count) {
        WaitForScalar();
    }
}

template<typename T>
__aicore__ inline void Store(const GlobalTensor<T> &to, const LocalTensor<T> &from, uint32_t count)
{
    const uint32_t whole = count / kBlock<T> * kBlock<T>;
    if (whole > 0) {
        DataCopy(to, from, whole);
    }
    if (whole < count) {
        WaitForVector();
    }
    for (uint32_t i = whole; i < count; ++i) {
        to.SetValue(i, from.GetValue(i));
        DataCacheCleanAndInvalid<T, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(to[i]);
    }
}

class KernelOfT {
public:
    __aicore__ inline void Init(GM_ADDR xAddress, GM_ADDR tTempAddress, const CaseArgs &args, TPipe *pipe)
    {
        total = args.x_size;
        first = 0;
        last = GetBlockIdx() == 0 ? total : 0; // one core does it all
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(xAddress), args.x_size);
        tTempGm.SetGlobalBuffer(reinterpret_cast<__gm__ Calc *>(tTempAddress), total);
        pipe->InitBuffer(xQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(tTempQueue, kBufferCount, kTileLength * sizeof(Calc));
        pipe->InitBuffer(scratchBuffer, kTileLength * sizeof(Calc));
        scratch = scratchBuffer.Get<Calc>();
        scale = static_cast<float>(args.scale);
    }

    __aicore__ inline void Process()
    {
        for (uint64_t offset = first; offset < last; offset += kTileLength) {
            const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, last - offset));
            CopyIn(offset, count);
            Compute(count);
            CopyOut(offset, count);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t offset, uint32_t count)
    {
        LocalTensor<DTYPE_X> xIn = xQueue.AllocTensor<DTYPE_X>();
        Load(xIn, xGm[offset], count);
        xQueue.EnQue(xIn);
    }

    __aicore__ inline void Compute(uint32_t count)
    {
        LocalTensor<Calc> x = xQueue.DeQue<Calc>();
        LocalTensor<Calc> tTempOut = tTempQueue.AllocTensor<Calc>();
        // t = mul(x, scale)
        LocalTensor<Calc> tPart1 = scratch;
        Duplicate(tPart1, static_cast<Calc>(scale), count);
        LocalTensor<Calc> t = tTempOut;
        Mul(t, x, tPart1, count);
        tTempQueue.EnQue(tTempOut);
        xQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t count)
    {
        LocalTensor<Calc> tTempOut = tTempQueue.DeQue<Calc>();
        Store(tTempGm[offset], tTempOut, count);
        tTempQueue.FreeTensor(tTempOut);
    }

    GlobalTensor<DTYPE_X> xGm;
    GlobalTensor<Calc> tTempGm;
    TQue<QuePosition::VECIN, kBufferCount> xQueue;
    TQue<QuePosition::VECOUT, kBufferCount> tTempQueue;
    TBuf<QuePosition::VECCALC> scratchBuffer;
    LocalTensor<Calc> scratch;
    float scale = 0;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
};

class KernelOfS {
public:
    __aicore__ inline void Init(GM_ADDR tTempAddress, GM_ADDR sTempAddress, const CaseArgs &args, TPipe *pipe)
    {
        total = args.x_size;
        first = 0;
        last = GetBlockIdx() == 0 ? total : 0; // one core does it all
        tTempGm.SetGlobalBuffer(reinterpret_cast<__gm__ Calc *>(tTempAddress), total);
        sTempGm.SetGlobalBuffer(reinterpret_cast<__gm__ Calc *>(sTempAddress), total);
        pipe->InitBuffer(tTempQueue, kBufferCount, kTileLength * sizeof(Calc));
        pipe->InitBuffer(sTempQueue, kBufferCount, kTileLength * sizeof(Calc));
        pipe->InitBuffer(scratchBuffer, 2 * kTileLength * sizeof(Calc));
        scratch = scratchBuffer.Get<Calc>();
    }

    __aicore__ inline void Process()
    {
        for (uint64_t offset = first; offset < last; offset += kTileLength) {
            const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, last - offset));
            CopyIn(offset, count);
            Compute(count);
            CopyOut(offset, count);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t offset, uint32_t count)
    {
        LocalTensor<Calc> tTempIn = tTempQueue.AllocTensor<Calc>();
        Load(tTempIn, tTempGm[offset], count);
        tTempQueue.EnQue(tTempIn);
    }

    __aicore__ inline void Compute(uint32_t count)
    {
        LocalTensor<Calc> t = tTempQueue.DeQue<Calc>();
        LocalTensor<Calc> sTempOut = sTempQueue.AllocTensor<Calc>();
        // s = sigmoid(t)
        LocalTensor<Calc> sPart5 = scratch;
        Duplicate(sPart5, static_cast<Calc>(-1.0f), count);
        Mul(sPart5, t, sPart5, count);
        Exp(sPart5, sPart5, count);
        LocalTensor<Calc> sPart4 = scratch[kTileLength];
        Duplicate(sPart4, static_cast<Calc>(1.0f), count);
        Add(sPart5, sPart5, sPart4, count);
        LocalTensor<Calc> sPart6 = scratch[kTileLength];
        Duplicate(sPart6, static_cast<Calc>(1.0f), count);
        LocalTensor<Calc> s = sTempOut;
        Div(s, sPart6, sPart5, count);
        sTempQueue.EnQue(sTempOut);
        tTempQueue.FreeTensor(t);
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t count)
    {
        LocalTensor<Calc> sTempOut = sTempQueue.DeQue<Calc>();
        Store(sTempGm[offset], sTempOut, count);
        sTempQueue.FreeTensor(sTempOut);
    }

    GlobalTensor<Calc> tTempGm;
    GlobalTensor<Calc> sTempGm;
    TQue<QuePosition::VECIN, kBufferCount> tTempQueue;
    TQue<QuePosition::VECOUT, kBufferCount> sTempQueue;
    TBuf<QuePosition::VECCALC> scratchBuffer;
    LocalTensor<Calc> scratch;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
};

class KernelOfY {
public:
    __aicore__ inline void Init(GM_ADDR sTempAddress, GM_ADDR xAddress, GM_ADDR yAddress, const CaseArgs &args, TPipe *pipe)
    {
        total = args.x_size;
        first = 0;
        last = GetBlockIdx() == 0 ? total : 0; // one core does it all
        sTempGm.SetGlobalBuffer(reinterpret_cast<__gm__ Calc *>(sTempAddress), total);
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(xAddress), args.x_size);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_Y *>(yAddress), args.y_size);
        pipe->InitBuffer(sTempQueue, kBufferCount, kTileLength * sizeof(Calc));
        pipe->InitBuffer(xQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(yQueue, kBufferCount, kTileLength * sizeof(DTYPE_Y));
    }

    __aicore__ inline void Process()
    {
        for (uint64_t offset = first; offset < last; offset += kTileLength) {
            const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, last - offset));
            CopyIn(offset, count);
            Compute(count);
            CopyOut(offset, count);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t offset, uint32_t count)
    {
        LocalTensor<Calc> sTempIn = sTempQueue.AllocTensor<Calc>();
        Load(sTempIn, sTempGm[offset], count);
        sTempQueue.EnQue(sTempIn);
        LocalTensor<DTYPE_X> xIn = xQueue.AllocTensor<DTYPE_X>();
        Load(xIn, xGm[offset], count);
        xQueue.EnQue(xIn);
    }

    __aicore__ inline void Compute(uint32_t count)
    {
        LocalTensor<Calc> s = sTempQueue.DeQue<Calc>();
        LocalTensor<Calc> x = xQueue.DeQue<Calc>();
        LocalTensor<Calc> yOut = yQueue.AllocTensor<Calc>();
        // y = mul(s, x)
        LocalTensor<Calc> y = yOut;
        Mul(y, s, x, count);
        yQueue.EnQue(yOut);
        sTempQueue.FreeTensor(s);
        xQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t count)
    {
        LocalTensor<DTYPE_Y> yOut = yQueue.DeQue<DTYPE_Y>();
        Store(yGm[offset], yOut, count);
        yQueue.FreeTensor(yOut);
    }

    GlobalTensor<Calc> sTempGm;
    GlobalTensor<DTYPE_X> xGm;
    GlobalTensor<DTYPE_Y> yGm;
    TQue<QuePosition::VECIN, kBufferCount> sTempQueue;
    TQue<QuePosition::VECIN, kBufferCount> xQueue;
    TQue<QuePosition::VECOUT, kBufferCount> yQueue;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
};

} // namespace

extern "C" __global__ __aicore__ void scaled_sigmoid(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(args, tiling);
    const uint64_t temporarySize = AlignUp((args.x_size) * sizeof(Calc), static_cast<uint64_t>(512));
    GM_ADDR tTemp = workspace + 0 * temporarySize;
    GM_ADDR sTemp = workspace + 1 * temporarySize;
    {
        TPipe pipe;
        KernelOfT op;
        op.Init(x, tTemp, args, &pipe);
        op.Process();
    }
    PipeBarrier<PIPE_ALL>();
    {
        TPipe pipe;
        KernelOfS op;
        op.Init(tTemp, sTemp, args, &pipe);
        op.Process();
    }
    PipeBarrier<PIPE_ALL>();
    {
        TPipe pipe;
        KernelOfY op;
        op.Init(sTemp, x, y, args, &pipe);
        op.Process();
    }
}
