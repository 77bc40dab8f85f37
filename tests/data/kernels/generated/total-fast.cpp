// the sum of squares, or the squares
//
// Split over cores: balanced; tiles of 2048 elements, 2 buffers a queue; tails: padded; rows: strided.
// Computed in mixed type; reductions: folded; fusion: resident; in place: true; division by reciprocal; scalars by scalar-form; constants kept.

#include "kernel_operator.h"
#include <type_traits>

using namespace AscendC;

namespace {

using Calc = float; // what is computed in

constexpr uint32_t kTileLength = 2048; // elements
constexpr uint32_t kBufferCount = 2; // moves overlap with computation
constexpr uint32_t kGrain = 64; // elements: shares of cores start at whole blocks in every type
constexpr uint32_t kLanes = 256 / sizeof(Calc);
constexpr uint32_t kMostCores = 64;
constexpr uint32_t kPartLength = ONE_BLK_SIZE / sizeof(float); // a block for each core

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
__aicore__ inline void StoreOne(const GlobalTensor<T> &to, const LocalTensor<T> &from)
{
    DataCopyPad(to, from, DataCopyExtParams(1, sizeof(T), 0, 0, 0));
}

template<typename T>
__aicore__ inline void Load(const LocalTensor<T> &to, const GlobalTensor<T> &from, uint32_t count)
{
    const uint32_t bytes = count * static_cast<uint32_t>(sizeof(T));
    DataCopyPad(to, from, DataCopyExtParams(1, bytes, 0, 0, 0), DataCopyPadExtParams<T>(false, 0, 0, static_cast<T>(0)));
}

template<typename T>
__aicore__ inline void Store(const GlobalTensor<T> &to, const LocalTensor<T> &from, uint32_t count)
{
    DataCopyPad(to, from, DataCopyExtParams(1, count * static_cast<uint32_t>(sizeof(T)), 0, 0, 0));
}

class KernelTotalValue {
public:
    __aicore__ inline void Init(GM_ADDR xAddress, GM_ADDR yAddress, GM_ADDR parts, const CaseArgs &args, TPipe *pipe)
    {
        total = args.x_size;
        const uint64_t grains = DivCeil(total, static_cast<uint64_t>(kGrain));
        const uint64_t each = grains / GetBlockNum(), extra = grains % GetBlockNum(); // the first `extra` cores take one grain more
        const uint64_t core = GetBlockIdx();
        first = Smaller((core * each + Smaller(core, extra)) * kGrain, total);
        last = Smaller(first + (each + (core < extra ? 1 : 0)) * kGrain, total);
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(xAddress), args.x_size);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_Y *>(yAddress), args.y_size);
        partsGm.SetGlobalBuffer(reinterpret_cast<__gm__ float *>(parts), kMostCores * kPartLength * 1);
        pipe->InitBuffer(xQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(yQueue, kBufferCount, kTileLength * sizeof(DTYPE_Y));
        pipe->InitBuffer(scratchBuffer, kTileLength * sizeof(Calc));
        scratch = scratchBuffer.Get<Calc>();
        pipe->InitBuffer(reducedBuffer, kLanes * sizeof(Calc));
        reduced = reducedBuffer.Get<Calc>();
        pipe->InitBuffer(workBuffer, kTileLength * sizeof(Calc));
        work = workBuffer.Get<Calc>();
        pipe->InitBuffer(lanesBuffer, kMostCores * kPartLength * sizeof(float));
        lanes = lanesBuffer.Get<float>();
    }

    __aicore__ inline void Process()
    {
        y = 0.0f;
        yTile = scratch[0 * kTileLength];
        Duplicate(yTile, static_cast<Calc>(0.0f), kTileLength);
        for (uint64_t offset = first; offset < last; offset += kTileLength) {
            const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, last - offset));
            CopyIn(offset, count);
            Compute(count);
        }
        y = ReducedBySum(yTile, kTileLength);
        y = JoinedBySum(y, 0);
        if (GetBlockIdx() == 0) {
            LocalTensor<DTYPE_Y> yOut = yQueue.AllocTensor<DTYPE_Y>();
            WaitForVector();
            yOut.SetValue(0, static_cast<DTYPE_Y>(y));
            WaitForScalar();
            yQueue.EnQue(yOut);
            yOut = yQueue.DeQue<DTYPE_Y>();
            StoreOne(yGm, yOut);
            yQueue.FreeTensor(yOut);
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
        // s = square(x)
        LocalTensor<Calc> s = x;
        Mul(s, x, x, count);
        // y = sum(s, axis=all)
        Add(yTile, yTile, s, count); // added up once, at the end
        xQueue.FreeTensor(x);
    }

    __aicore__ inline float ReducedBySum(const LocalTensor<Calc> &row, uint32_t length)
    {
        // Halves are put together by whole-tile instructions while they stay whole blocks; the rest goes to the slower reduction.
        if (length % (2 * kLanes) == 0) {
            length /= 2;
            Add(work, row, row[length], length);
            while (length % (2 * kLanes) == 0) {
                length /= 2;
                Add(work, work, work[length], length);
            }
            ReduceSum(reduced, work, work[kTileLength / 2], length);
        } else {
            ReduceSum(reduced, row, work, length);
        }
        WaitForVector();
        return static_cast<float>(reduced.GetValue(0));
    }

    /// Every core leaves its part in workspace, all meet, and each puts all parts together in the same order.
    __aicore__ inline float JoinedBySum(float part, uint32_t which)
    {
        GlobalTensor<float> shared = partsGm[which * kMostCores * kPartLength];
        WaitForVector();
        Duplicate(lanes, part, kPartLength);
        PipeBarrier<PIPE_ALL>();
        DataCopy(shared[GetBlockIdx() * kPartLength], lanes, kPartLength);
        PipeBarrier<PIPE_ALL>();
        SyncAll();
        const uint32_t cores = static_cast<uint32_t>(GetBlockNum());
        DataCopy(lanes, shared, cores * kPartLength);
        PipeBarrier<PIPE_ALL>();
        float result = lanes.GetValue(0);
        for (uint32_t core = 1; core < cores; ++core) {
            const float other = lanes.GetValue(core * kPartLength);
            result += other;
        }
        return result;
    }

    GlobalTensor<DTYPE_X> xGm;
    GlobalTensor<DTYPE_Y> yGm;
    GlobalTensor<float> partsGm;
    TQue<QuePosition::VECIN, kBufferCount> xQueue;
    TQue<QuePosition::VECOUT, kBufferCount> yQueue;
    TBuf<QuePosition::VECCALC> scratchBuffer;
    LocalTensor<Calc> scratch;
    TBuf<QuePosition::VECCALC> reducedBuffer;
    LocalTensor<Calc> reduced;
    TBuf<QuePosition::VECCALC> workBuffer;
    LocalTensor<Calc> work;
    TBuf<QuePosition::VECCALC> lanesBuffer;
    LocalTensor<float> lanes;
    LocalTensor<Calc> yTile;
    float y = 0;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
};

class KernelEachValue {
public:
    __aicore__ inline void Init(GM_ADDR xAddress, GM_ADDR yAddress, const CaseArgs &args, TPipe *pipe)
    {
        total = args.x_size;
        const uint64_t grains = DivCeil(total, static_cast<uint64_t>(kGrain));
        const uint64_t each = grains / GetBlockNum(), extra = grains % GetBlockNum(); // the first `extra` cores take one grain more
        const uint64_t core = GetBlockIdx();
        first = Smaller((core * each + Smaller(core, extra)) * kGrain, total);
        last = Smaller(first + (each + (core < extra ? 1 : 0)) * kGrain, total);
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(xAddress), args.x_size);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_Y *>(yAddress), args.y_size);
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
        LocalTensor<DTYPE_X> xIn = xQueue.AllocTensor<DTYPE_X>();
        Load(xIn, xGm[offset], count);
        xQueue.EnQue(xIn);
    }

    __aicore__ inline void Compute(uint32_t count)
    {
        LocalTensor<Calc> x = xQueue.DeQue<Calc>();
        LocalTensor<Calc> yOut = yQueue.AllocTensor<Calc>();
        // s = square(x)
        LocalTensor<Calc> s = x;
        Mul(s, x, x, count);
        // y = copy(s)
        LocalTensor<Calc> y = yOut;
        Adds(y, s, static_cast<Calc>(0), count);
        yQueue.EnQue(yOut);
        xQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t count)
    {
        LocalTensor<DTYPE_Y> yOut = yQueue.DeQue<DTYPE_Y>();
        Store(yGm[offset], yOut, count);
        yQueue.FreeTensor(yOut);
    }

    GlobalTensor<DTYPE_X> xGm;
    GlobalTensor<DTYPE_Y> yGm;
    TQue<QuePosition::VECIN, kBufferCount> xQueue;
    TQue<QuePosition::VECOUT, kBufferCount> yQueue;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
};

} // namespace

extern "C" __global__ __aicore__ void square_total(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(args, tiling);
    if (args.kind == 1) {
        TPipe pipe;
        KernelTotalValue op;
        op.Init(x, y, workspace, args, &pipe);
        op.Process();
    } else { // args.kind == 0
        TPipe pipe;
        KernelEachValue op;
        op.Init(x, y, args, &pipe);
        op.Process();
    }
}
