#pragma once

// What the kernels of rules.cpp share.

#include "kernel_operator.h"

#include <cstdlib>
#include <cstring>

using namespace AscendC;

namespace {

constexpr uint32_t total = 4096;

struct Case {
    char name[32];
    uint32_t faulty;
};

struct Io {
    GlobalTensor<half> x, y;
    GlobalTensor<int32_t> w;
    bool faulty;
};

using In = TQue<TPosition::VECIN, 1>;
using Out = TQue<TPosition::VECOUT, 1>;
using Buf = TBuf<TPosition::VECCALC>;

/// Core 0 writes all of y: the rule at hand is then the only thing to report.
void fill(Io &io)
{
    if (GetBlockIdx() != 0)
        return;
    TPipe pipe;
    Buf buf;
    pipe.InitBuffer(buf, total * sizeof(half));
    LocalTensor<half> t = buf.Get<half>();
    Duplicate(t, half(1), int32_t(total));
    DataCopy(io.y, t, total);
}

LocalTensor<half> filled(TPipe &pipe, Buf &buf, uint32_t count, half value = half(2))
{
    pipe.InitBuffer(buf, count * sizeof(half));
    LocalTensor<half> t = buf.Get<half>();
    Duplicate(t, value, int32_t(count));
    return t;
}

struct Scratch {
    explicit Scratch(uint32_t count) : tensor(filled(pipe, buffer, count)) {}

    TPipe pipe;
    Buf buffer;
    LocalTensor<half> tensor;
};

} // namespace
