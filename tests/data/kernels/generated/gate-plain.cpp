// one half times the other
//
// Split over cores: one; tiles of 2048 elements, 1 buffer a queue; tails: scalar; rows: row-by-row.
// Computed in native type; reductions: scalar; fusion: steps; in place: false; division by div; scalars by duplicate; constants per-tile.

#include "kernel_operator.h"
#include <type_traits>

using namespace AscendC;

namespace {

using Calc = half; // what is computed in

template<typename... T>
constexpr uint32_t SmallestSize()
{
    uint32_t smallest = 8;
    ((smallest = sizeof(T) < smallest ? sizeof(T) : smallest), ...);
    return smallest;
}
constexpr uint32_t kSmallest = SmallestSize<Calc, DTYPE_X, DTYPE_Y>(); // bytes of the smallest element
constexpr uint32_t kTileLength = 2048; // elements
constexpr uint32_t kBufferCount = 1;
constexpr uint32_t kGrain = 64; // elements: shares of cores start at whole blocks in every type
constexpr uint32_t kLane = ONE_BLK_SIZE / kSmallest; // rows start at whole blocks
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

/// `rows` rows of `width` elements, `gap` elements apart in global memory, `pitch` from start to start on chip.
template<typename T>
__aicore__ inline void LoadRows(const LocalTensor<T> &to, const GlobalTensor<T> &from, uint32_t rows, uint32_t width, uint64_t gap, uint32_t pitch)
{
    for (uint32_t r = 0; r < rows; ++r) {
        Load(to[r * pitch], from[r * (width + gap)], width);
    }
}

template<typename T>
__aicore__ inline void StoreRows(const GlobalTensor<T> &to, const LocalTensor<T> &from, uint32_t rows, uint32_t width, uint32_t pitch)
{
    for (uint32_t r = 0; r < rows; ++r) {
        Store(to[static_cast<uint64_t>(r) * width], from[r * pitch], width);
    }
}

__aicore__ inline uint32_t AxisOf(int64_t axis, uint32_t rank)
{
    return static_cast<uint32_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
}

/// Elements from one index of the axis before `axis` to the next.
__aicore__ inline uint64_t RunLength(const uint32_t *shape, uint32_t rank, int64_t axis)
{
    uint64_t length = 1;
    for (uint32_t i = AxisOf(axis, rank); i < rank; ++i) {
        length *= shape[i];
    }
    return length;
}

class Kernel {
public:
    __aicore__ inline void Init(GM_ADDR aPieceAddress, GM_ADDR bPieceAddress, GM_ADDR yAddress, const CaseArgs &args, TPipe *pipe)
    {
        total = args.y_size;
        rowLength = RunLength(args.x_shape, args.x_rank, args.dim) / 2;
        pitch = rowLength <= kTileLength ? AlignUp(rowLength, kLane) : kTileLength;
        rowsPerTile = pitch < kTileLength ? Smaller(kTileLength / pitch, kColumnLength) : 1;
        aPieceParts = 2;
        aPieceIndex = 0;
        bPieceParts = 2;
        bPieceIndex = 1;
        first = 0;
        last = GetBlockIdx() == 0 ? total / rowLength : 0; // one core does it all
        aPieceGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(aPieceAddress), args.x_size);
        bPieceGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(bPieceAddress), args.x_size);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_Y *>(yAddress), args.y_size);
        pipe->InitBuffer(aPieceQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(bPieceQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(yQueue, kBufferCount, kTileLength * sizeof(DTYPE_Y));
    }

    __aicore__ inline void Process()
    {
        for (uint64_t row = first; row < last; row += rowsPerTile) {
            const uint32_t rows = static_cast<uint32_t>(Smaller(rowsPerTile, last - row));
            for (uint64_t column = 0; column < rowLength; column += kTileLength) {
                const uint32_t width = static_cast<uint32_t>(Smaller(kTileLength, rowLength - column));
                CopyIn(row, rows, column, width);
                Compute(row, rows, column, width);
                CopyOut(row, rows, column, width);
            }
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)
    {
        LocalTensor<DTYPE_X> aPieceIn = aPieceQueue.AllocTensor<DTYPE_X>();
        LoadRows(aPieceIn, aPieceGm[(row * aPieceParts + aPieceIndex) * rowLength + column], rows, width, (aPieceParts - 1) * rowLength, pitch);
        aPieceQueue.EnQue(aPieceIn);
        LocalTensor<DTYPE_X> bPieceIn = bPieceQueue.AllocTensor<DTYPE_X>();
        LoadRows(bPieceIn, bPieceGm[(row * bPieceParts + bPieceIndex) * rowLength + column], rows, width, (bPieceParts - 1) * rowLength, pitch);
        bPieceQueue.EnQue(bPieceIn);
    }

    __aicore__ inline void Compute(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)
    {
        const uint32_t span = rows * pitch;
        LocalTensor<Calc> a = aPieceQueue.DeQue<Calc>();
        LocalTensor<Calc> b = bPieceQueue.DeQue<Calc>();
        LocalTensor<Calc> yOut = yQueue.AllocTensor<Calc>();
        // y = mul(a, b)
        LocalTensor<Calc> y = yOut;
        Mul(y, a, b, span);
        yQueue.EnQue(yOut);
        aPieceQueue.FreeTensor(a);
        bPieceQueue.FreeTensor(b);
    }

    __aicore__ inline void CopyOut(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)
    {
        LocalTensor<DTYPE_Y> yOut = yQueue.DeQue<DTYPE_Y>();
        StoreRows(yGm[row * rowLength + column], yOut, rows, width, pitch);
        yQueue.FreeTensor(yOut);
    }

    GlobalTensor<DTYPE_X> aPieceGm;
    GlobalTensor<DTYPE_X> bPieceGm;
    GlobalTensor<DTYPE_Y> yGm;
    TQue<QuePosition::VECIN, kBufferCount> aPieceQueue;
    TQue<QuePosition::VECIN, kBufferCount> bPieceQueue;
    TQue<QuePosition::VECOUT, kBufferCount> yQueue;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
    uint64_t rowLength = 0;
    uint32_t pitch = 0; // elements from row to row on chip
    uint32_t rowsPerTile = 0;
    uint64_t aPieceParts = 0;
    uint64_t aPieceIndex = 0;
    uint64_t bPieceParts = 0;
    uint64_t bPieceIndex = 0;
};

} // namespace

extern "C" __global__ __aicore__ void gate(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(args, tiling);
    TPipe pipe;
    Kernel op;
    op.Init(x, x, y, args, &pipe);
    op.Process();
}
