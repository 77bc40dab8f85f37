// Ways a kernel can end, and what it may do across cores. args: x, y (4096 halves), workspace, tiling (a number).
#include "kernel_operator.h"

#include <cstdlib>
#include <cstring>

using namespace AscendC;

namespace {

constexpr uint32_t total = 4096;

/// A finding before the end: it must survive it.
void faultBefore(GM_ADDR y)
{
    TPipe pipe;
    TBuf<> buf;
    pipe.InitBuffer(buf, 512);
    LocalTensor<half> t = buf.Get<half>();
    Duplicate(t, half(1), 256);
    GlobalTensor<half> out;
    out.SetGlobalBuffer((__gm__ half *)y, total);
    DataCopy(out, t, 250);
}

/// Every core adds its number plus one to every element of y, which core 0 cleared.
void atomicSum(GM_ADDR y)
{
    TPipe pipe;
    TBuf<> buf;
    pipe.InitBuffer(buf, total * sizeof(float) / 2);
    LocalTensor<float> t = buf.Get<float>();
    GlobalTensor<float> out;
    out.SetGlobalBuffer((__gm__ float *)y, total / 2);
    if (GetBlockIdx() == 0) {
        Duplicate(t, 0.0f, int32_t(total / 2));
        DataCopy(out, t, total / 2);
    }
    SyncAll();
    Duplicate(t, float(GetBlockIdx() + 1), int32_t(total / 2));
    SetAtomicAdd<float>();
    DataCopy(out, t, total / 2);
    SetAtomicNone();
}

/// Each core writes its part of the workspace; after they met, core 0 reads all of it.
void exchange(GM_ADDR y, GM_ADDR workspace)
{
    TPipe pipe;
    TBuf<> buf;
    pipe.InitBuffer(buf, total * sizeof(half));
    LocalTensor<half> t = buf.Get<half>();
    GlobalTensor<half> out, middle;
    out.SetGlobalBuffer((__gm__ half *)y, total);
    middle.SetGlobalBuffer((__gm__ half *)GetUserWorkspace(workspace), total);
    const uint32_t part = total / uint32_t(GetBlockNum());
    Duplicate(t, half(float(GetBlockIdx())), int32_t(part));
    DataCopy(middle[part * GetBlockIdx()], t, part);
    SyncAll();
    if (GetBlockIdx() != 0)
        return;
    DataCopy(t, middle, total);
    DataCopy(out, t, total);
}

__attribute__((noipa)) void poke(uintptr_t address)
{
    *(volatile int *)(address + 8) = 1;
}

int divideBy(volatile int value)
{
    return 7 / value;
}

void deep(volatile char *above)
{
    volatile char here[4096];
    here[0] = above ? above[0] : 1;
    deep(here);
    here[1] = here[0];
}

template<void (*unary)(const LocalTensor<half> &, const LocalTensor<half> &, const int32_t &), void (*scalar)(const LocalTensor<half> &, const LocalTensor<half> &, const half &, const int32_t &),
         void (*binary)(const LocalTensor<half> &, const LocalTensor<half> &, const LocalTensor<half> &, const int32_t &)>
void chain(GM_ADDR x, GM_ADDR y)
{
    TPipe pipe;
    TBuf<> buf;
    pipe.InitBuffer(buf, total * sizeof(half));
    LocalTensor<half> t = buf.Get<half>();
    GlobalTensor<half> in, out;
    in.SetGlobalBuffer((__gm__ half *)x, total);
    out.SetGlobalBuffer((__gm__ half *)y, total);
    DataCopy(t, in, total);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
    unary(t, t, int32_t(total));
    pipe_barrier(PIPE_V);
    scalar(t, t, half(2), int32_t(total));
    binary(t, t, t, int32_t(total));
    DataCopy(out, t, total);
    printf("core %d of %d: %f", int(GetBlockIdx()), int(GetBlockNum()), t.GetValue(1));
}

} // namespace

extern "C" void sage_launch(void **args)
{
    GM_ADDR x = (GM_ADDR)args[0];
    GM_ADDR y = (GM_ADDR)args[1];
    GM_ADDR workspace = (GM_ADDR)args[2];
    uint32_t what;
    std::memcpy(&what, args[3], 4);
    if (what < 10)
        faultBefore(y);
    switch (what) {
    case 0: poke(what); break;
    case 1: std::exit(0);
    case 2: std::abort();
    case 3: *(volatile int *)y = divideBy(0); break;
    case 4: y[total * 2] = 1; break;        // the guard page behind an output
    case 5: x[0] = 1; break;                // an input is read only
    case 6: deep(nullptr); break;           // stack overflow
    case 7: __builtin_trap();
    case 8: _Exit(3);
    case 10: atomicSum(y); break;
    case 11: exchange(y, workspace); break;
    case 12: chain<Abs<half>, Muls<half>, Add<half>>(x, y); break;
    default: break;
    }
}
