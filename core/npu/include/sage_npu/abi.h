#pragma once

#include <cstddef>
#include <cstdint>

// The border between a compiled kernel and the emulator: plain structs and one table of functions.
// A kernel library imports no symbol of the emulator; the runner finds its binding by name and fills it in.
// Compiled as C++17 in kernels and as C++20 in the runtime.

namespace sage::npu::abi {

inline constexpr std::uint32_t version = 1;

enum class Type : std::uint8_t { F16, BF16, F32, I8, I16, I32, I64, U8, U16, U32, Bool, U64, None };

enum class Op : std::uint8_t {
    Add, Sub, Mul, Div, Max, Min, And, Or, // dst, a, b
    MulAddDst, FusedMulAdd, FusedMulAddRelu, // dst, a, b; dst is read too
    Abs, Exp, Ln, Sqrt, Rsqrt, Reciprocal, Relu, Not, // dst, a
    Adds, Muls, Maxs, Mins, LeakyRelu, ShiftLeft, ShiftRight, Axpy, // dst, a, scalar
    Duplicate, // dst, scalar
    Cast, // dst, a, mode = RoundMode
    Compare, CompareScalar, // dst (bits), a, b or scalar, mode = CMPMODE
    Select, SelectScalar, // dst, mask, a, b or scalar; mode = SELMODE
    ReduceSum, ReduceMax, ReduceMin, // dst, a, work; mode = 1: index too
    CreateVecIndex, // dst, scalar = first value
    Count
};

enum class Pipe : std::uint8_t { S = 0, V = 1, M = 2, MTE1 = 3, MTE2 = 4, MTE3 = 5, All = 6, MTE4 = 7, MTE5 = 8, V2 = 9, Fix = 10 };

/// Where in the kernel a call was made: a return address, or file and line for inlined accessors.
struct Site {
    const void *pc;
    const char *file;
    std::uint32_t line;
};

/// A range of on-chip memory: the tensor's first byte, the bytes up to the tensor's end, the buffer it was cut from.
struct Operand {
    void *data;
    std::uint32_t bytes;
    std::uint32_t buffer;
};

/// A range of global memory; bytes = 0 when the kernel gave SetGlobalBuffer no size.
struct GmOperand {
    void *data;
    std::uint64_t bytes;
    bool cacheBypassed;
};

struct VectorCall {
    Op op;
    Type type;       ///< of the destination; of the sources for Compare
    Type sourceType; ///< of a and b
    std::uint8_t mode;
    Operand dst, a, b, extra;
    std::uint64_t scalar; ///< raw bits in the low bytes
    std::int64_t count;
    const void *pc;
};

enum class CopyPath : std::uint8_t { GmToUb, UbToGm, UbToUb };

/// rows blocks of rowBytes; gaps in bytes between the end of a row and the start of the next.
struct CopyCall {
    CopyPath path;
    Type type;
    bool padded;      ///< DataCopyPad: byte granular, UB rows start at 32-byte boundaries
    bool countForm;   ///< DataCopy(dst, src, count)
    bool fill;        ///< padding value given
    std::uint8_t leftPad, rightPad; ///< elements
    bool truncated;   ///< a field was given a value that its width cannot hold
    Operand ub, ub2;  ///< ub2: source of a UB to UB copy
    GmOperand gm;
    std::uint32_t rows;
    std::uint64_t rowBytes;
    std::uint64_t sourceGap, destinationGap;
    std::uint64_t padValue;
    const void *pc;
};

struct ScalarAccess {
    void *data;
    std::uint64_t bytes; ///< left in the tensor, for the message; 0 when unknown
    std::uint64_t value; ///< raw bits to store, or where a loaded value arrives
    std::int64_t index;
    std::uint32_t size;  ///< bytes of one element
    std::uint32_t buffer;
    bool global, store;
    Site site;
};

struct QueueInit {
    std::uint8_t position; ///< TPosition the buffers live at
    std::uint32_t depth;
    std::uint32_t number;
    std::uint32_t bytes;
    bool plain; ///< TBuf
    const void *pc;
};

enum class QueueVerb : std::uint8_t { Alloc, Enque, Deque, Free, Get };
enum class QueueQuestion : std::uint8_t { HasTensor, Vacant, HasIdle, Count };

struct QueueCall {
    QueueVerb verb;
    std::uint32_t queue;
    Operand tensor;
    const void *pc;
};

enum class SyncVerb : std::uint8_t {
    SetFlag, WaitFlag, PipeBarrier, FetchEvent, AllocEvent, ReleaseEvent, SyncAll, AtomicAdd, AtomicNone, PipeStart, PipeEnd,
    Assert, DataCacheClean, DeqScale, TaskType
};

struct SyncCall {
    SyncVerb verb;
    Pipe from, to;
    std::uint8_t event; ///< HardEvent
    std::int32_t id;
    Type type;
    std::uint64_t bits;
    const char *text;
    const void *pc;
};

/// What inlined accessors read and write directly. Owned by the runtime; one per core.
struct CoreState {
    std::uint8_t *ub;
    std::uint64_t *ubWritten; ///< one bit per byte of UB: something wrote it
    std::uint64_t ubBytes;
    double scalarAhead; ///< scalar cycles not yet entered into the clocks
    double quietAfter;  ///< scalarAhead at which no pipe is busy with UB any more
    double ubAccessCycles;
    double gmAccessCycles;
    std::uint64_t *gmWritten; ///< shadow of the global buffer accessed last; null: all bytes readable
    std::uint8_t *gmFirst;
    std::uint8_t *gmLast; ///< one past the end
    bool gmWritable;
    std::uint32_t blockIndex, blockCount;
    void *pipe; ///< the kernel's TPipe
    std::uint64_t tilingKey;
};

struct Api {
    void (*vector)(const VectorCall &);
    void (*copy)(const CopyCall &);
    void (*scalar)(ScalarAccess &);
    std::uint32_t (*queueInit)(const QueueInit &);
    Operand (*queue)(const QueueCall &);
    std::uint32_t (*ask)(std::uint32_t queue, QueueQuestion);
    std::int64_t (*sync)(const SyncCall &);
    void (*publish)(const Operand &); ///< raw pointer handed out: the range counts as written
    void (*publishGlobal)(const void *); ///< the same for global memory
    void (*print)(const char *text, std::size_t size);
    std::uint8_t *(*workspace)();
};

struct Binding {
    std::uint32_t version;
    const Api *api;
    CoreState *core;
};

} // namespace sage::npu::abi
