// Variants of one half addition, and of loads alone, whose order and times are known from public measurements.
// args: x, y, z, tiling.
#include "kernel_operator.h"

using namespace AscendC;

namespace {

struct Plan {
    uint64_t total;
    uint32_t tile;
    uint32_t buffers;
    uint32_t scalar;   ///< element by element with GetValue and SetValue
    uint32_t bypass;   ///< past the L2 cache
    uint32_t bankGap;  ///< bytes between the two inputs, against bank conflicts
    uint32_t rows;     ///< loads only: rows of tile elements, `stride` elements apart; 0: the addition
    uint32_t stride;
};

class AddVariant
{
public:
    AddVariant(void **args, const Plan &plan) : m_plan(plan)
    {
        const uint64_t perCore = plan.total / GetBlockNum();
        const uint64_t first = perCore * GetBlockIdx();
        m_length = perCore;
        m_x.SetGlobalBuffer((__gm__ half *)args[0] + first, perCore);
        m_y.SetGlobalBuffer((__gm__ half *)args[1] + first, perCore);
        m_z.SetGlobalBuffer((__gm__ half *)args[2] + first, perCore);
        if (plan.bypass) {
            m_x.SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE);
            m_y.SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE);
            m_z.SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE);
        }
        m_pipe.InitBuffer(m_inX, plan.buffers, plan.tile * sizeof(half));
        if (plan.bankGap)
            m_pipe.InitBuffer(m_gap, plan.bankGap);
        m_pipe.InitBuffer(m_inY, plan.buffers, plan.tile * sizeof(half));
        m_pipe.InitBuffer(m_out, plan.buffers, plan.tile * sizeof(half));
    }

    void run()
    {
        for (uint64_t offset = 0; offset < m_length; offset += m_plan.tile) {
            const uint32_t count = m_length - offset < m_plan.tile ? m_length - offset : m_plan.tile;
            LocalTensor<half> x = m_inX.AllocTensor<half>(), y = m_inY.AllocTensor<half>();
            DataCopy(x, m_x[offset], count);
            DataCopy(y, m_y[offset], count);
            m_inX.EnQue(x);
            m_inY.EnQue(y);
            compute(count);
            LocalTensor<half> z = m_out.DeQue<half>();
            DataCopy(m_z[offset], z, count);
            m_out.FreeTensor(z);
        }
    }

private:
    void compute(uint32_t count)
    {
        LocalTensor<half> x = m_inX.DeQue<half>(), y = m_inY.DeQue<half>(), z = m_out.AllocTensor<half>();
        if (m_plan.scalar) {
            for (uint32_t i = 0; i < count; ++i)
                z.SetValue(i, x.GetValue(i) + y.GetValue(i));
        } else {
            Add(z, x, y, int32_t(count));
        }
        m_out.EnQue(z);
        m_inX.FreeTensor(x);
        m_inY.FreeTensor(y);
    }

    Plan m_plan;
    uint64_t m_length;
    TPipe m_pipe;
    TQue<TPosition::VECIN, 2> m_inX, m_inY;
    TQue<TPosition::VECOUT, 2> m_out;
    TBuf<> m_gap;
    GlobalTensor<half> m_x, m_y, m_z;
};

void loads(void **args, const Plan &plan)
{
    TPipe pipe;
    TBuf<> buffer;
    pipe.InitBuffer(buffer, 147456);
    LocalTensor<half> t = buffer.Get<half>();
    GlobalTensor<half> x;
    const uint64_t perCore = plan.total / GetBlockNum();
    x.SetGlobalBuffer((__gm__ half *)args[0]); // 64 rows of 12288, read again and again by all cores
    const uint32_t tile = plan.tile * plan.rows;
    const uint32_t slots = 65536 / tile;
    const DataCopyParams rows(uint16_t(plan.rows), uint16_t(plan.tile / 16), uint16_t((plan.stride - plan.tile) / 16), 0);
    for (uint64_t done = 0; done < perCore; done += tile)
        DataCopy(t[(done / tile % slots) * tile], x[plan.rows == 1 ? done % 786432 : done / plan.rows % plan.stride], rows);
}

} // namespace

extern "C" void sage_launch(void **args)
{
    GET_TILING_DATA_WITH_STRUCT(Plan, plan, (GM_ADDR)args[3]);
    if (plan.rows)
        return loads(args, plan);
    AddVariant(args, plan).run();
}
