// sums along the first axis and both inputs joined
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

__aicore__ inline uint64_t Smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
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

/// The elements as Calc: in the tensor itself where it has that type, else in `spare`.
template<typename T>
__aicore__ inline LocalTensor<Calc> Widened(const LocalTensor<T> &from, const LocalTensor<Calc> &spare, uint32_t count)
{
    if constexpr (std::is_same_v<T, Calc>) {
        return from;
    } else {
        Cast(spare, from, std::is_same_v<T, float> ? RoundMode::CAST_RINT : RoundMode::CAST_NONE, count);
        return spare;
    }
}

/// Calc as the stored type. To integers towards zero, else to the nearest.
template<typename T>
__aicore__ inline void Narrowed(const LocalTensor<T> &to, const LocalTensor<Calc> &from, uint32_t count)
{
    if constexpr (std::is_same_v<T, Calc>) {
        return; // computed in place
    } else {
        constexpr bool wider = sizeof(T) > sizeof(Calc) || (std::is_integral_v<T> && std::is_integral_v<Calc>);
        Cast(to, from, wider ? RoundMode::CAST_NONE : std::is_integral_v<T> ? RoundMode::CAST_TRUNC : RoundMode::CAST_RINT, count);
    }
}

/// A copy of the elements in another tensor, converted where the types differ.
template<typename T, typename U>
__aicore__ inline void Converted(const LocalTensor<T> &to, const LocalTensor<U> &from, uint32_t count)
{
    if constexpr (std::is_same_v<T, U>) {
        Adds(to, from, static_cast<T>(0), count);
    } else if constexpr (std::is_same_v<U, Calc>) {
        Narrowed(to, from, count);
    } else {
        (void)Widened(from, to, count);
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

class KernelOfY {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const CaseArgs &args, TPipe *pipe)
    {
        const uint32_t axis = AxisOf(0, args.x_rank);
        slices = args.x_shape[axis];
        inner = RunLength(args.x_shape, args.x_rank, axis) / slices;
        chunks = DivCeil(inner, static_cast<uint64_t>(kTileLength));
        const uint64_t units = args.x_size / (slices * inner) * chunks;
        const uint64_t grains = units;
        const uint64_t each = grains / GetBlockNum(), extra = grains % GetBlockNum(); // the first `extra` cores take one grain more
        const uint64_t core = GetBlockIdx();
        first = Smaller((core * each + Smaller(core, extra)) * 1, units);
        last = Smaller(first + (each + (core < extra ? 1 : 0)) * 1, units);
        pipe->InitBuffer(xQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(yQueue, kBufferCount, kTileLength * sizeof(DTYPE_Y));
        pipe->InitBuffer(scratchBuffer, 2 * kTileLength * sizeof(Calc));
        sofar = scratchBuffer.Get<Calc>();
        spare = sofar[kTileLength];
    }

    __aicore__ inline void Process()
    {
        for (uint64_t unit = first; unit < last; ++unit) {
            const uint64_t column = unit % chunks * kTileLength;
            ReduceTile(unit / chunks, column, static_cast<uint32_t>(Smaller(kTileLength, inner - column)));
        }
    }

private:
    // y = sum(x, axis=0)
    __aicore__ inline void ReduceTile(uint64_t outer, uint64_t column, uint32_t count)
    {
        for (uint64_t slice = 0; slice < slices; ++slice) {
            LocalTensor<DTYPE_X> arriving = xQueue.AllocTensor<DTYPE_X>();
            Load(arriving, xGm[(outer * slices + slice) * inner + column], count);
            xQueue.EnQue(arriving);
            arriving = xQueue.DeQue<DTYPE_X>();
            LocalTensor<Calc> element = Widened(arriving, spare, count);
            if (slice == 0) {
                Adds(sofar, element, static_cast<Calc>(0), count);
            } else {
                Add(sofar, sofar, element, count);
            }
            xQueue.FreeTensor(arriving);
        }
        LocalTensor<DTYPE_Y> yOut = yQueue.AllocTensor<DTYPE_Y>();
        Converted(yOut, sofar, count);
        yQueue.EnQue(yOut);
        yOut = yQueue.DeQue<DTYPE_Y>();
        Store(yGm[outer * inner + column], yOut, count);
        yQueue.FreeTensor(yOut);
    }

    GlobalTensor<DTYPE_X> xGm;
    TQue<QuePosition::VECIN, kBufferCount> xQueue;
    GlobalTensor<DTYPE_Y> yGm;
    TQue<QuePosition::VECOUT, kBufferCount> yQueue;
    TBuf<QuePosition::VECCALC> scratchBuffer;
    LocalTensor<Calc> sofar;
    LocalTensor<Calc> spare;
    uint64_t slices = 0;
    uint64_t inner = 0;
    uint64_t chunks = 0;
    uint64_t first = 0;
    uint64_t last = 0;
};

class KernelOfJ {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR z, GM_ADDR j, const CaseArgs &args, TPipe *pipe)
    {
        const uint32_t axis = AxisOf(1, args.x_rank);
        runs[0] = RunLength(args.x_shape, args.x_rank, axis);
        runs[1] = RunLength(args.z_shape, args.z_rank, axis);
        run = runs[0] + runs[1];
        const uint64_t rows = args.x_size / runs[0];
        const uint64_t grains = rows;
        const uint64_t each = grains / GetBlockNum(), extra = grains % GetBlockNum(); // the first `extra` cores take one grain more
        const uint64_t core = GetBlockIdx();
        first = Smaller((core * each + Smaller(core, extra)) * 1, rows);
        last = Smaller(first + (each + (core < extra ? 1 : 0)) * 1, rows);
        jGm.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_J *>(j), rows * run);
        pipe->InitBuffer(xQueue, kBufferCount, kTileLength * sizeof(DTYPE_X));
        pipe->InitBuffer(zQueue, kBufferCount, kTileLength * sizeof(DTYPE_Z));
        pipe->InitBuffer(jQueue, kBufferCount, kTileLength * sizeof(DTYPE_J));
        pipe->InitBuffer(scratchBuffer, kTileLength * sizeof(Calc));
        spare = scratchBuffer.Get<Calc>();
    }

    // j = concat(x, z, axis=1)
    __aicore__ inline void Process()
    {
        for (uint64_t row = first; row < last; ++row) {
            uint64_t start = row * run;
            for (uint64_t column = 0; column < runs[0]; column += kTileLength) {
                const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, runs[0] - column));
                LocalTensor<DTYPE_X> arriving = xQueue.AllocTensor<DTYPE_X>();
                Load(arriving, xGm[row * runs[0] + column], count);
                xQueue.EnQue(arriving);
                arriving = xQueue.DeQue<DTYPE_X>();
                LocalTensor<Calc> element = Widened(arriving, spare, count);
                LocalTensor<DTYPE_J> jOut = jQueue.AllocTensor<DTYPE_J>();
                Converted(jOut, element, count);
                jQueue.EnQue(jOut);
                jOut = jQueue.DeQue<DTYPE_J>();
                Store(jGm[start + column], jOut, count);
                jQueue.FreeTensor(jOut);
                xQueue.FreeTensor(arriving);
            }
            start += runs[0];
            for (uint64_t column = 0; column < runs[1]; column += kTileLength) {
                const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, runs[1] - column));
                LocalTensor<DTYPE_Z> arriving = zQueue.AllocTensor<DTYPE_Z>();
                Load(arriving, zGm[row * runs[1] + column], count);
                zQueue.EnQue(arriving);
                arriving = zQueue.DeQue<DTYPE_Z>();
                LocalTensor<Calc> element = Widened(arriving, spare, count);
                LocalTensor<DTYPE_J> jOut = jQueue.AllocTensor<DTYPE_J>();
                Converted(jOut, element, count);
                jQueue.EnQue(jOut);
                jOut = jQueue.DeQue<DTYPE_J>();
                Store(jGm[start + column], jOut, count);
                jQueue.FreeTensor(jOut);
                zQueue.FreeTensor(arriving);
            }
            start += runs[1];
        }
    }

private:
    GlobalTensor<DTYPE_X> xGm;
    TQue<QuePosition::VECIN, kBufferCount> xQueue;
    GlobalTensor<DTYPE_Z> zGm;
    TQue<QuePosition::VECIN, kBufferCount> zQueue;
    GlobalTensor<DTYPE_J> jGm;
    TQue<QuePosition::VECOUT, kBufferCount> jQueue;
    TBuf<QuePosition::VECCALC> scratchBuffer;
    LocalTensor<Calc> spare;
    uint64_t runs[2] = {};
    uint64_t run = 0;
    uint64_t first = 0;
    uint64_t last = 0;
};

} // namespace

extern "C" __global__ __aicore__ void column_sum(GM_ADDR x, GM_ADDR z, GM_ADDR y, GM_ADDR j, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(args, tiling);
    {
        TPipe pipe;
        KernelOfY op;
        op.Init(x, y, args, &pipe);
        op.Process();
    }
    PipeBarrier<PIPE_ALL>();
    SyncAll(); // the next step reads what other cores wrote
    {
        TPipe pipe;
        KernelOfJ op;
        op.Init(x, z, j, args, &pipe);
        op.Process();
    }
}
