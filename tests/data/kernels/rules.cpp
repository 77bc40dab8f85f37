// One small kernel per rule, each in a faulty and a repaired version. The test finds the faulty call by its
// marker comment. x: 4096 halves, input; y: 4096 halves, output (written by fill at the end, unless the rule is
// about it); w: workspace of 4096 bytes.
#include "rules.h"

namespace {

void capacity(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 2, io.faulty ? 100 * 1024 : 64 * 1024); // FAULT capacity.ub
}

void reserved(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 1, io.faulty ? 190 * 1024 : 160 * 1024); // FAULT capacity.ub-reserved
}

void alignment(Io &io)
{
    const Scratch s(256);
    const uint32_t offset = io.faulty ? 8 : 16;
    Adds(s.tensor[offset], s.tensor[offset], half(1), 64); // FAULT alignment.ub
}

void ubEnd(Io &io)
{
    const Scratch s(256);
    Duplicate(s.tensor, half(1), io.faulty ? 100000 : 256); // FAULT bounds.ub-write
}

void bufferEnd(Io &io)
{
    TPipe pipe;
    Buf a, b;
    LocalTensor<half> t = filled(pipe, a, 256);
    pipe.InitBuffer(b, 512);
    Duplicate(t, half(1), io.faulty ? 272 : 256); // FAULT bounds.buffer-write
}

void scalarEnd(Io &io)
{
    TPipe pipe;
    Buf a, b;
    LocalTensor<half> t = filled(pipe, a, 256);
    filled(pipe, b, 256);
    const half value = t.GetValue(io.faulty ? 256 : 255); // FAULT bounds.buffer-read
    t.SetValue(0, value);
}

void gmRead(Io &io)
{
    const Scratch s(256);
    DataCopy(s.tensor, io.x[io.faulty ? total - 128 : total - 256], 256); // FAULT bounds.gm-read
}

void gmWrite(Io &io)
{
    const Scratch s(256);
    DataCopyPad(io.y[total - 255], s.tensor, DataCopyExtParams{1, io.faulty ? 512u : 510u, 0, 0, 0}); // FAULT bounds.gm-write
}

void gmScalar(Io &io)
{
    const half value = io.x.GetValue(io.faulty ? total : total - 1); // FAULT bounds.gm-read scalar
    io.y.SetValue(0, value);
}

void gmInput(Io &io)
{
    const Scratch s(256);
    DataCopy(io.faulty ? io.x : io.y, s.tensor, 256); // FAULT bounds.gm-input
}

void noTensor(Io &io)
{
    TPipe pipe;
    Buf a;
    LocalTensor<half> t = filled(pipe, a, 256), nothing;
    Abs(t, io.faulty ? nothing : t, 256); // FAULT bounds.no-tensor
}

/// Two cores write different values over each other, or meet inside a block, or write the same again.
void stomped(Io &io)
{
    Scratch s(256);
    if (io.faulty)
        Duplicate(s.tensor, half(float(GetBlockIdx())), 256);
    const uint32_t first = uint32_t(GetBlockIdx()) * 230;
    DataCopyPad(io.y[first], s.tensor, DataCopyExtParams{1, 500, 0, 0, 0}); // FAULT bounds.gm-stomped
}

void countBlock(Io &io)
{
    const Scratch s(256);
    DataCopy(io.y, s.tensor, io.faulty ? 250 : 256); // FAULT count.block
}

void countCompare(Io &io)
{
    TPipe pipe;
    Buf a, b;
    LocalTensor<half> t = filled(pipe, a, 256);
    pipe.InitBuffer(b, 64);
    CompareScalar(b.Get<uint8_t>(), t, half(0), CMPMODE::GT, io.faulty ? 200 : 256); // FAULT count.compare
}

void strideTruncated(Io &io)
{
    const Scratch s(256);
    DataCopyParams params;
    params.blockCount = 2;
    params.blockLen = 1;
    params.srcStride = io.faulty ? 70000 : 10;
    DataCopy(s.tensor, io.x, params); // FAULT range.truncated
}

void blocksTooMany(Io &io)
{
    const Scratch s(total);
    DataCopyPad(s.tensor, io.x, DataCopyExtParams{uint16_t(io.faulty ? 5000 : 128), io.faulty ? 0u : 64u, 0, 0, 0}, DataCopyPadExtParams<half>{false, 0, 0, half(0)}); // FAULT range.copy
}

void countNegative(Io &io)
{
    const Scratch s(256);
    Abs(s.tensor, s.tensor, io.faulty ? -1 : 256); // FAULT range.count
}

void paddingWide(Io &io)
{
    const Scratch s(256);
    DataCopyPad(s.tensor, io.x, DataCopyExtParams{1, 64, 0, 0, 0}, DataCopyPadExtParams<half>{true, uint8_t(io.faulty ? 20 : 16), 0, half(0)}); // FAULT range.padding
}

void queueEmpty(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 1, 512);
    if (!io.faulty) {
        LocalTensor<half> t = queue.AllocTensor<half>();
        queue.EnQue(t);
    }
    LocalTensor<half> t = queue.DeQue<half>(); // FAULT queue.empty
    queue.FreeTensor(t);
}

void queueNoFree(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 1, 512);
    LocalTensor<half> first = queue.AllocTensor<half>();
    if (!io.faulty)
        queue.FreeTensor(first);
    LocalTensor<half> second = queue.AllocTensor<half>(); // FAULT queue.no-free
    queue.FreeTensor(second);
}

void queueFreedTwice(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 2, 512);
    LocalTensor<half> t = queue.AllocTensor<half>();
    if (io.faulty)
        queue.FreeTensor(t);
    queue.FreeTensor(t); // FAULT queue.freed-twice
}

void queueForeign(Io &io)
{
    TPipe pipe;
    In queue;
    Out other;
    pipe.InitBuffer(queue, 1, 512);
    pipe.InitBuffer(other, 1, 512);
    LocalTensor<half> t = queue.AllocTensor<half>(), o = other.AllocTensor<half>();
    if (io.faulty)
        other.FreeTensor(t); // FAULT queue.foreign
    queue.FreeTensor(t);
    other.FreeTensor(o);
}

void queueNotFreed(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 1, 512); // FAULT queue.not-freed
    LocalTensor<half> t = queue.AllocTensor<half>();
    if (!io.faulty)
        queue.FreeTensor(t);
}

void queueTooMany(Io &io)
{
    TPipe pipe;
    In a, b, c;
    pipe.InitBuffer(a, 4, 512);
    pipe.InitBuffer(b, 4, 512);
    if (io.faulty)
        pipe.InitBuffer(c, 1, 512); // FAULT queue.too-many
}

void queueTwice(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 2, 512);
    LocalTensor<half> t = queue.AllocTensor<half>();
    queue.EnQue(t);
    if (io.faulty) {
        queue.EnQue(t); // FAULT queue.enque-state
        queue.DeQue<half>();
    }
    queue.FreeTensor(queue.DeQue<half>());
}

void queueFull(Io &io)
{
    TPipe pipe;
    In queue; // depth 1
    pipe.InitBuffer(queue, 2, 512);
    LocalTensor<half> first = queue.AllocTensor<half>(), second = queue.AllocTensor<half>();
    queue.EnQue(first);
    if (!io.faulty)
        queue.FreeTensor(queue.DeQue<half>());
    queue.EnQue(second); // FAULT queue.full
    while (queue.HasTensorInQue())
        queue.FreeTensor(queue.DeQue<half>());
}

void queueFreedWaiting(Io &io)
{
    TPipe pipe;
    In queue;
    pipe.InitBuffer(queue, 1, 512);
    LocalTensor<half> t = queue.AllocTensor<half>();
    queue.EnQue(t);
    if (io.faulty)
        queue.FreeTensor(t); // FAULT queue.freed-queued
    queue.FreeTensor(queue.DeQue<half>());
}

void queueNoBuffers(Io &io)
{
    TPipe pipe;
    In queue;
    if (!io.faulty)
        pipe.InitBuffer(queue, 1, 512);
    LocalTensor<half> t = queue.AllocTensor<half>(); // FAULT queue.no-buffers
    queue.FreeTensor(t);
}

void flagUnset(Io &io)
{
    if (!io.faulty)
        SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID0); // FAULT flag.wait-unset
}

void flagTwice(Io &io)
{
    SetFlag<HardEvent::V_MTE3>(EVENT_ID1);
    if (!io.faulty)
        WaitFlag<HardEvent::V_MTE3>(EVENT_ID1);
    SetFlag<HardEvent::V_MTE3>(EVENT_ID1); // FAULT flag.set-twice
    WaitFlag<HardEvent::V_MTE3>(EVENT_ID1);
}

void flagLeft(Io &io)
{
    SetFlag<HardEvent::S_V>(EVENT_ID2); // FAULT flag.left-set
    if (!io.faulty)
        WaitFlag<HardEvent::S_V>(EVENT_ID2);
}

void flagNoneFree(Io &io)
{
    TPipe pipe;
    for (int32_t i = 0; i < (io.faulty ? 9 : 8); ++i)
        GetTPipePtr()->AllocEventID<HardEvent::MTE2_V>(); // FAULT flag.none-free
}

void flagId(Io &io)
{
    const int32_t id = io.faulty ? 8 : 7;
    SetFlag<HardEvent::S_V>(id); // FAULT flag.id
    if (!io.faulty)
        WaitFlag<HardEvent::S_V>(id);
}

void pipeFix(Io &io)
{
    if (io.faulty)
        PipeBarrier<PIPE_FIX>(); // FAULT legality.pipe
    else
        PipeBarrier<PIPE_ALL>();
}

void typeIllegal(Io &io)
{
    const Scratch s(256);
    if (io.faulty)
        Add(s.tensor.ReinterpretCast<bfloat16_t>(), s.tensor.ReinterpretCast<bfloat16_t>(), s.tensor.ReinterpretCast<bfloat16_t>(), 256); // FAULT legality.type
    else
        Add(s.tensor, s.tensor, s.tensor, 256);
}

void positionIllegal(Io &io)
{
    TPipe pipe;
    TBuf<TPosition::A1> cube;
    Buf vector;
    if (io.faulty)
        pipe.InitBuffer(cube, 512); // FAULT legality.position
    else
        pipe.InitBuffer(vector, 512);
}

void compareInt(Io &io)
{
    TPipe pipe;
    Buf a, b;
    LocalTensor<int32_t> t = filled(pipe, a, 256).ReinterpretCast<int32_t>();
    pipe.InitBuffer(b, 64);
    Compare(b.Get<uint8_t>(), t, t, io.faulty ? CMPMODE::LT : CMPMODE::EQ, 128); // FAULT legality.compare
}

void deqScale(Io &io)
{
    TPipe pipe;
    Buf a, b;
    LocalTensor<int32_t> t = filled(pipe, a, 256).ReinterpretCast<int32_t>();
    LocalTensor<half> u = filled(pipe, b, 128);
    if (!io.faulty)
        SetDeqScale(half(1));
    Cast(u, t, RoundMode::CAST_NONE, 128); // FAULT legality.deq-scale
}

void atomicIllegal(Io &io)
{
    if (io.faulty)
        SetAtomicAdd<int64_t>(); // FAULT legality.atomic
    else
        SetAtomicAdd<float>();
    SetAtomicNone();
}

void poisonScalar(Io &io)
{
    TPipe pipe;
    Buf a;
    pipe.InitBuffer(a, 512);
    LocalTensor<half> t = a.Get<half>();
    Duplicate(t, half(1), io.faulty ? 100 : 256);
    const half value = t.GetValue(100); // FAULT uninitialised.ub scalar
    t.SetValue(0, value);
}

/// Garbage in a tile's unused tail may be computed with, but must not leave the core.
void poisonOut(Io &io)
{
    TPipe pipe;
    Buf a;
    pipe.InitBuffer(a, 512);
    LocalTensor<half> t = a.Get<half>();
    DataCopyPad(t, io.x, DataCopyExtParams{1, 500, 0, 0, 0}, DataCopyPadExtParams<half>{false, 0, 0, half(0)});
    Adds(t, t, half(1), 256);
    DataCopyPad(io.y, t, DataCopyExtParams{1, io.faulty ? 512u : 500u, 0, 0, 0}); // FAULT uninitialised.ub
}

void poisonReduce(Io &io)
{
    TPipe pipe;
    Buf a, b;
    pipe.InitBuffer(a, 512);
    LocalTensor<half> t = a.Get<half>(), work = filled(pipe, b, 256);
    Duplicate(t, half(1), 200);
    ReduceSum(work, t, work, io.faulty ? 256 : 200); // FAULT uninitialised.ub reduce
}

void workspaceRead(Io &io)
{
    TPipe pipe;
    Buf a;
    pipe.InitBuffer(a, 512);
    LocalTensor<int32_t> t = a.Get<int32_t>();
    Duplicate(t, int32_t(1), 128);
    if (!io.faulty)
        DataCopy(io.w, t, 128);
    DataCopy(t, io.w, 128); // FAULT uninitialised.gm
}

void coverage(Io &io)
{
    const Scratch s(total);
    DataCopy(io.y, s.tensor, io.faulty ? total - 16 : total);
}

void rawWrite(Io &io)
{
    Scratch s(total);
    DataCopy(io.y, s.tensor, io.faulty ? total - 16 : total);
    for (uint32_t i = total - 16; io.faulty && i < total; ++i)
        io.y.GetPhyAddr()[i] = half(2);
}

void tampered(Io &io)
{
    if (io.faulty)
        sage_npu_binding.core->scalarAhead = -1e6;
    SetAtomicNone();
}

void syncMissing(Io &io)
{
    if (io.faulty && GetBlockIdx() == 1)
        return;
    SyncAll(); // FAULT sync.too-few-cores
}

void overlap(Io &io)
{
    const Scratch s(512);
    Adds(s.tensor[io.faulty ? 16 : 256], s.tensor, half(1), 256); // FAULT aliasing.overlap
}

/// In place from narrow to wide: results overwrite what was not read yet.
void overlapWide(Io &io)
{
    const Scratch s(512);
    Cast(s.tensor.ReinterpretCast<float>(), s.tensor[io.faulty ? 0 : 256], RoundMode::CAST_NONE, io.faulty ? 256 : 128); // FAULT aliasing.overlap wide
}

void budget(Io &io)
{
    const Scratch s(256);
    for (int32_t i = 0; io.faulty || i < 10; ++i)
        Adds(s.tensor, s.tensor, half(1), 256); // FAULT budget.cycles
}

void flood(Io &io)
{
    Scratch s(256);
    for (int32_t i = 0; i < (io.faulty ? 200000 : 10); ++i)
        s.tensor.SetValue(0, s.tensor.GetValue(io.faulty ? 200000 : 0)); // FAULT budget.findings
}

void asserted(Io &io)
{
    ASSERT(!io.faulty); // FAULT assert.failed
}

struct Entry {
    const char *name;
    void (*run)(Io &);
    bool filled; ///< fill() follows
};

const Entry entries[] = {
    {"capacity", capacity, true}, {"reserved", reserved, true}, {"alignment", alignment, true}, {"ubEnd", ubEnd, true},
    {"bufferEnd", bufferEnd, true}, {"scalarEnd", scalarEnd, true}, {"gmRead", gmRead, true}, {"gmWrite", gmWrite, true}, {"gmScalar", gmScalar, true},
    {"gmInput", gmInput, true}, {"noTensor", noTensor, true}, {"stomped", stomped, false}, {"countBlock", countBlock, true}, {"countCompare", countCompare, true},
    {"strideTruncated", strideTruncated, true}, {"blocksTooMany", blocksTooMany, true}, {"countNegative", countNegative, true}, {"paddingWide", paddingWide, true},
    {"queueEmpty", queueEmpty, true}, {"queueNoFree", queueNoFree, true}, {"queueFreedTwice", queueFreedTwice, true}, {"queueForeign", queueForeign, true},
    {"queueNotFreed", queueNotFreed, true}, {"queueTooMany", queueTooMany, true}, {"queueTwice", queueTwice, true}, {"queueNoBuffers", queueNoBuffers, true}, {"queueFull", queueFull, true}, {"queueFreedWaiting", queueFreedWaiting, true}, {"flagNoneFree", flagNoneFree, true},
    {"flagUnset", flagUnset, true}, {"flagTwice", flagTwice, true}, {"flagLeft", flagLeft, true}, {"flagId", flagId, true}, {"pipeFix", pipeFix, true},
    {"typeIllegal", typeIllegal, true}, {"positionIllegal", positionIllegal, true}, {"compareInt", compareInt, true}, {"deqScale", deqScale, true},
    {"atomicIllegal", atomicIllegal, true}, {"poisonScalar", poisonScalar, true}, {"poisonOut", poisonOut, true}, {"poisonReduce", poisonReduce, true},
    {"workspaceRead", workspaceRead, true}, {"coverage", coverage, false}, {"rawWrite", rawWrite, false}, {"tampered", tampered, true}, {"syncMissing", syncMissing, true}, {"overlap", overlap, true},
    {"overlapWide", overlapWide, true}, {"budget", budget, true}, {"flood", flood, true}, {"asserted", asserted, true},
};

} // namespace

extern "C" void sage_launch(void **args)
{
    Case wanted;
    std::memcpy(&wanted, args[3], sizeof(wanted));
    Io io;
    io.x.SetGlobalBuffer((__gm__ half *)args[0], total);
    io.y.SetGlobalBuffer((__gm__ half *)args[1], total);
    io.w.SetGlobalBuffer((__gm__ int32_t *)args[2], 1024);
    io.faulty = wanted.faulty != 0;
    for (const Entry &entry : entries) {
        if (std::strcmp(entry.name, wanted.name) != 0)
            continue;
        entry.run(io);
        if (entry.filled)
            fill(io);
    }
}
