// every row less its mean, over its deviation, times a weight
//
// Split over cores: balanced; tiles of 2048 elements, 2 buffers a queue; tails: padded; rows: strided.
// Computed in mixed type; reductions: folded; fusion: resident; in place: true; division by reciprocal; scalars by scalar-form; constants kept.

#include "kernel_operator.h"
#include <type_traits>

using namespace AscendC;

namespace {

using Calc = std::conditional_t<std::is_same_v<DTYPE_X, half>, half, float>; // what is computed in

template<typename... T>
constexpr uint32_t SmallestSize()
{
    uint32_t smallest = 8;
    ((smallest = sizeof(T) < smallest ? sizeof(T) : smallest), ...);
    return smallest;
}
constexpr uint32_t kSmallest = SmallestSize<Calc, DTYPE_X, DTYPE_WEIGHT, DTYPE_Y>(); // bytes of the smallest element
constexpr uint32_t kTileLength = 2048; // elements
constexpr uint32_t kBufferCount = 2; // moves overlap with computation
constexpr uint32_t kGrain = 64; // elements: shares of cores start at whole blocks in every type
constexpr uint32_t kLane = ONE_BLK_SIZE / kSmallest; // rows start at whole blocks
constexpr uint32_t kLanes = 256 / sizeof(Calc);
constexpr uint32_t kColumnLength = 256; // most rows in a tile
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
    const uint32_t bytes = count * static_cast<uint32_t>(sizeof(T));
    DataCopyPad(to, from, DataCopyExtParams(1, bytes, 0, 0, 0), DataCopyPadExtParams<T>(false, 0, 0, static_cast<T>(0)));
}

template<typename T>
__aicore__ inline void Store(const GlobalTensor<T> &to, const LocalTensor<T> &from, uint32_t count)
{
    DataCopyPad(to, from, DataCopyExtParams(1, count * static_cast<uint32_t>(sizeof(T)), 0, 0, 0));
}

/// `rows` rows of `width` elements, `gap` elements apart in global memory, `pitch` from start to start on chip.
template<typename T>
__aicore__ inline void LoadRows(const LocalTensor<T> &to, const GlobalTensor<T> &from, uint32_t rows, uint32_t width, uint64_t gap, uint32_t pitch)
{
    if (gap == 0 && width == pitch) {
        Load(to, from, rows * width);
        return;
    }
    const uint32_t bytes = width * static_cast<uint32_t>(sizeof(T)), filled = AlignUp(width, kBlock<T>);
    DataCopyPad(to, from, DataCopyExtParams(static_cast<uint16_t>(rows), bytes, static_cast<uint32_t>(gap * sizeof(T)), (pitch - filled) / kBlock<T>, 0),
                DataCopyPadExtParams<T>(true, 0, static_cast<uint8_t>(filled - width), static_cast<T>(0)));
}

template<typename T>
__aicore__ inline void StoreRows(const GlobalTensor<T> &to, const LocalTensor<T> &from, uint32_t rows, uint32_t width, uint32_t pitch)
{
    if (width == pitch) {
        Store(to, from, rows * width);
        return;
    }
    const uint32_t bytes = width * static_cast<uint32_t>(sizeof(T));
    DataCopyPad(to, from, DataCopyExtParams(static_cast<uint16_t>(rows), bytes, (pitch - AlignUp(width, kBlock<T>)) / kBlock<T>, 0, 0));
}

class Kernel {
public:
    __aicore__ inline void Init(GM_ADDR xAddress, GM_ADDR weightAddress, GM_ADDR yAddress, const CaseArgs &args, TPipe *pipe)
    {
        total = args.x_size;
        rowLength = args.x_shape[args.x_rank - 1];
        pitch = AlignUp(rowLength, kLane); // a row stays on chip: it must fit a tile
        rowsPerTile = pitch < kTileLength ? Smaller(kTileLength / pitch, kColumnLength) : 1;
        const uint64_t grains = total / rowLength;
        const uint64_t each = grains / GetBlockNum(), extra = grains % GetBlockNum(); // the first `extra` cores take one grain more
        const uint64_t core = GetBlockIdx();
        first = Smaller((core * each + Smaller(core, extra)) * 1, total / rowLength);
        last = Smaller(first + (each + (core < extra ? 1 : 0)) * 1, total / rowLength);
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(xAddress), args.x_size);
        weightGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_WEIGHT *>(weightAddress), args.weight_size);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_Y *>(yAddress), args.y_size);
        pipe->InitBuffer(xQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(weightQueue, kBufferCount, kTileLength * sizeof(DTYPE_WEIGHT));
        pipe->InitBuffer(yQueue, kBufferCount, kTileLength * sizeof(DTYPE_Y));
        pipe->InitBuffer(scratchBuffer, kTileLength * sizeof(Calc));
        scratch = scratchBuffer.Get<Calc>();
        pipe->InitBuffer(columnsBuffer, 3 * kColumnLength * sizeof(Calc));
        columns = columnsBuffer.Get<Calc>();
        pipe->InitBuffer(keptBuffer, kTileLength * sizeof(Calc));
        kept = keptBuffer.Get<Calc>();
        pipe->InitBuffer(reducedBuffer, kLanes * sizeof(Calc));
        reduced = reducedBuffer.Get<Calc>();
        pipe->InitBuffer(workBuffer, kTileLength * sizeof(Calc));
        work = workBuffer.Get<Calc>();
        LocalTensor<DTYPE_WEIGHT> weightOnce = weightQueue.AllocTensor<DTYPE_WEIGHT>();
        Load(weightOnce, weightGm[0], rowLength);
        weightQueue.EnQue(weightOnce);
        weightOnce = weightQueue.DeQue<DTYPE_WEIGHT>();
        Adds(kept[0 * kTileLength], weightOnce, static_cast<Calc>(0), rowLength);
        weightQueue.FreeTensor(weightOnce);
    }

    __aicore__ inline void Process()
    {
        for (uint64_t row = first; row < last; row += rowsPerTile) {
            const uint32_t rows = static_cast<uint32_t>(Smaller(rowsPerTile, last - row));
            const uint64_t column = 0;
            const uint32_t width = static_cast<uint32_t>(rowLength);
            CopyIn(row, rows, column, width);
            Compute(row, rows, column, width);
            CopyOut(row, rows, column, width);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)
    {
        LocalTensor<DTYPE_X> xIn = xQueue.AllocTensor<DTYPE_X>();
        LoadRows(xIn, xGm[row * rowLength + column], rows, width, 0, pitch);
        xQueue.EnQue(xIn);
    }

    __aicore__ inline void Compute(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)
    {
        const uint32_t span = rows * pitch;
        LocalTensor<Calc> x = xQueue.DeQue<Calc>();
        LocalTensor<Calc> weight = kept[0 * kTileLength];
        LocalTensor<Calc> yOut = yQueue.AllocTensor<Calc>();
        // m = mean(x, axis=-1)
        LocalTensor<Calc> mPart1 = columns;
        for (uint32_t r = 0; r < rows; ++r) {
            mPart1.SetValue(r, static_cast<Calc>(ReducedBySum(x[r * pitch], width)));
        }
        WaitForScalar();
        LocalTensor<Calc> m = columns[2 * kColumnLength];
        Muls(m, mPart1, static_cast<Calc>(1.0f / static_cast<float>(static_cast<int32_t>(rowLength))), rows);
        // d = sub(x, m)
        LocalTensor<Calc> d = x;
        WaitForVector();
        for (uint32_t r = 0; r < rows; ++r) {
            Adds(d[r * pitch], x[r * pitch], static_cast<Calc>(-m.GetValue(r)), width);
        }
        // q = square(d)
        LocalTensor<Calc> q = scratch;
        Mul(q, d, d, span);
        // v = mean(q, axis=-1)
        LocalTensor<Calc> vPart1 = columns[kColumnLength];
        for (uint32_t r = 0; r < rows; ++r) {
            vPart1.SetValue(r, static_cast<Calc>(ReducedBySum(q[r * pitch], width)));
        }
        WaitForScalar();
        LocalTensor<Calc> v = columns[2 * kColumnLength];
        Muls(v, vPart1, static_cast<Calc>(1.0f / static_cast<float>(static_cast<int32_t>(rowLength))), rows);
        // e = add(v, 0.001)
        LocalTensor<Calc> e = v;
        Adds(e, v, static_cast<Calc>(0.001f), rows);
        // r = sqrt(e)
        LocalTensor<Calc> rValue = e;
        Sqrt(rValue, e, rows);
        // n = div(d, r)
        LocalTensor<Calc> n = d;
        WaitForVector();
        for (uint32_t r = 0; r < rows; ++r) {
            Muls(n[r * pitch], d[r * pitch], static_cast<Calc>(1.0f / static_cast<float>(rValue.GetValue(r))), width);
        }
        // y = mul(n, weight)
        LocalTensor<Calc> y = yOut;
        for (uint32_t r = 0; r < rows; ++r) {
            Mul(y[r * pitch], n[r * pitch], weight, width);
        }
        yQueue.EnQue(yOut);
        xQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)
    {
        LocalTensor<DTYPE_Y> yOut = yQueue.DeQue<DTYPE_Y>();
        StoreRows(yGm[row * rowLength + column], yOut, rows, width, pitch);
        yQueue.FreeTensor(yOut);
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

    GlobalTensor<DTYPE_X> xGm;
    GlobalTensor<DTYPE_WEIGHT> weightGm;
    GlobalTensor<DTYPE_Y> yGm;
    TQue<QuePosition::VECIN, kBufferCount> xQueue;
    TQue<QuePosition::VECIN, kBufferCount> weightQueue;
    TQue<QuePosition::VECOUT, kBufferCount> yQueue;
    TBuf<QuePosition::VECCALC> scratchBuffer;
    LocalTensor<Calc> scratch;
    TBuf<QuePosition::VECCALC> columnsBuffer;
    LocalTensor<Calc> columns;
    TBuf<QuePosition::VECCALC> keptBuffer;
    LocalTensor<Calc> kept;
    TBuf<QuePosition::VECCALC> reducedBuffer;
    LocalTensor<Calc> reduced;
    TBuf<QuePosition::VECCALC> workBuffer;
    LocalTensor<Calc> work;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
    uint64_t rowLength = 0;
    uint32_t pitch = 0; // elements from row to row on chip
    uint32_t rowsPerTile = 0;
};

} // namespace

extern "C" __global__ __aicore__ void row_scale(GM_ADDR x, GM_ADDR weight, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(args, tiling);
    TPipe pipe;
    Kernel op;
    op.Init(x, weight, y, args, &pipe);
    op.Process();
}
