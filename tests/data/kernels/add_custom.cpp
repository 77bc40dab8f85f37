// z = x + y, element by element. Kernel-only contract: the kernel computes its own tiling from the
// shapes that CaseArgs carries, and is launched on all vector cores. DTYPE_X is given by the build.
#include "kernel_operator.h"

using namespace AscendC;

namespace {

constexpr int32_t bufferNumber = 2;
constexpr uint32_t tileLength = 8192;

class AddKernel
{
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint64_t total)
    {
        // Cores take whole 512-byte lines, so that no two of them write one line.
        const uint64_t line = 512 / sizeof(DTYPE_X);
        const uint64_t perCore = AlignUp(DivCeil(total, static_cast<uint64_t>(GetBlockNum())), line);
        const uint64_t first = perCore * static_cast<uint64_t>(GetBlockIdx());
        m_length = first >= total ? 0 : (total - first < perCore ? total - first : perCore);
        m_x.SetGlobalBuffer((__gm__ DTYPE_X *)x + first, m_length);
        m_y.SetGlobalBuffer((__gm__ DTYPE_X *)y + first, m_length);
        m_z.SetGlobalBuffer((__gm__ DTYPE_X *)z + first, m_length);
        m_pipe.InitBuffer(m_inX, bufferNumber, tileLength * sizeof(DTYPE_X));
        m_pipe.InitBuffer(m_inY, bufferNumber, tileLength * sizeof(DTYPE_X));
        m_pipe.InitBuffer(m_outZ, bufferNumber, tileLength * sizeof(DTYPE_X));
    }

    __aicore__ inline void Process()
    {
        for (uint64_t offset = 0; offset < m_length; offset += tileLength) {
            const uint64_t rest = m_length - offset;
            const uint32_t count = static_cast<uint32_t>(rest < tileLength ? rest : tileLength);
            CopyIn(offset, count);
            Compute(count);
            CopyOut(offset, count);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t offset, uint32_t count)
    {
        LocalTensor<DTYPE_X> x = m_inX.AllocTensor<DTYPE_X>();
        LocalTensor<DTYPE_X> y = m_inY.AllocTensor<DTYPE_X>();
        const DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(DTYPE_X)), 0, 0, 0};
        const DataCopyPadExtParams<DTYPE_X> pad{false, 0, 0, 0};
        DataCopyPad(x, m_x[offset], copy, pad);
        DataCopyPad(y, m_y[offset], copy, pad);
        m_inX.EnQue(x);
        m_inY.EnQue(y);
    }

    __aicore__ inline void Compute(uint32_t count)
    {
        LocalTensor<DTYPE_X> x = m_inX.DeQue<DTYPE_X>();
        LocalTensor<DTYPE_X> y = m_inY.DeQue<DTYPE_X>();
        LocalTensor<DTYPE_X> z = m_outZ.AllocTensor<DTYPE_X>();
        Add(z, x, y, static_cast<int32_t>(count));
        m_outZ.EnQue(z);
        m_inX.FreeTensor(x);
        m_inY.FreeTensor(y);
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t count)
    {
        LocalTensor<DTYPE_X> z = m_outZ.DeQue<DTYPE_X>();
        const DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(DTYPE_X)), 0, 0, 0};
        DataCopyPad(m_z[offset], z, copy);
        m_outZ.FreeTensor(z);
    }

    TPipe m_pipe;
    TQue<TPosition::VECIN, bufferNumber> m_inX, m_inY;
    TQue<TPosition::VECOUT, bufferNumber> m_outZ;
    GlobalTensor<DTYPE_X> m_x, m_y, m_z;
    uint64_t m_length = 0;
};

} // namespace

extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(args, tiling);
    AddKernel kernel;
    kernel.Init(x, y, z, args.x_size);
    kernel.Process();
}
