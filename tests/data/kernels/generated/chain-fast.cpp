// y = sigmoid(x scale) x
//
// Split over cores: balanced; tiles of 2048 elements, 2 buffers a queue; tails: padded; rows: strided.
// Computed in mixed type; reductions: folded; fusion: resident; in place: true; division by reciprocal; scalars by scalar-form; constants kept.

#include "kernel_operator.h"
#include <type_traits>

using namespace AscendC;

namespace {

using Calc = std::conditional_t<std::is_same_v<DTYPE_X, half>, half, float>; // what is computed in

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

/// Where a result is computed: in the outgoing tensor where that has the type, else in `spare`.
template<typename T>
__aicore__ inline LocalTensor<Calc> Target(const LocalTensor<T> &out, const LocalTensor<Calc> &spare)
{
    if constexpr (std::is_same_v<T, Calc>) {
        return out;
    } else {
        return spare;
    }
}

class Kernel {
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
        pipe->InitBuffer(scratchBuffer, 2 * kTileLength * sizeof(Calc));
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
        LocalTensor<DTYPE_X> xIn = xQueue.DeQue<DTYPE_X>();
        LocalTensor<Calc> x = Widened(xIn, scratch, count);
        LocalTensor<DTYPE_Y> yOut = yQueue.AllocTensor<DTYPE_Y>();
        // t = mul(x, scale)
        LocalTensor<Calc> t = scratch[kTileLength];
        Muls(t, x, static_cast<Calc>(scale), count);
        // s = sigmoid(t)
        LocalTensor<Calc> s = t;
        Muls(s, t, static_cast<Calc>(-1.0f), count);
        Exp(s, s, count);
        Adds(s, s, static_cast<Calc>(1.0f), count);
        Reciprocal(s, s, count);
        Muls(s, s, static_cast<Calc>(1.0f), count);
        // y = mul(s, x)
        LocalTensor<Calc> y = Target(yOut, s);
        Mul(y, s, x, count);
        Narrowed(yOut, y, count);
        yQueue.EnQue(yOut);
        xQueue.FreeTensor(xIn);
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
    TBuf<QuePosition::VECCALC> scratchBuffer;
    LocalTensor<Calc> scratch;
    float scale = 0;
    uint64_t total = 0;
    uint64_t first = 0; // this core's share
    uint64_t last = 0;
};

} // namespace

extern "C" __global__ __aicore__ void scaled_sigmoid(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(args, tiling);
    TPipe pipe;
    Kernel op;
    op.Init(x, y, args, &pipe);
    op.Process();
}
