#include "ui/common/wordingtables.h"

#include <QtCore/qglobal.h>

#include <array>

// {name} stands for the finding's figure, {object} for its object, of that name.
namespace sage::ui {

namespace {

using D = Domain;

constexpr auto table = std::to_array<Wording>({
    {D::Finding, "aliasing.overlap", QT_TRANSLATE_NOOP("Wording", "{op}: the destination at UB offset {destination} overlaps a source without being the same range.")},

    {D::Finding, "alignment.ub", QT_TRANSLATE_NOOP("Wording", "{op}: misaligned access of {size} bytes at UB offset {offset}; a start must be a multiple of {alignment}.")},

    {D::Finding, "assert.failed", QT_TRANSLATE_NOOP("Wording", "ASSERT failed: {condition}")},

    {D::Finding, "bounds.buffer-read", QT_TRANSLATE_NOOP("Wording", "{op}: read of {size} bytes goes {over} bytes beyond its buffer of {buffer} bytes.")},
    {D::Finding, "bounds.buffer-write", QT_TRANSLATE_NOOP("Wording", "{op}: write of {size} bytes goes {over} bytes beyond its buffer of {buffer} bytes.")},
    {D::Finding, "bounds.crash", QT_TRANSLATE_NOOP("Wording", "The kernel read or wrote memory that belongs to no tensor.")},
    {D::Finding, "bounds.gm-input", QT_TRANSLATE_NOOP("Wording", "{op}: writes {size} bytes into the input {object}.")},
    {D::Finding, "bounds.gm-read", QT_TRANSLATE_NOOP("Wording", "{op}: illegal read of {size} bytes at byte {offset} of {object}, which has {limit}.")},
    {D::Finding, "bounds.gm-stomped", QT_TRANSLATE_NOOP("Wording", "{op}: {size} bytes at byte {offset} of {object} were written by another core before.")},
    {D::Finding, "bounds.gm-write", QT_TRANSLATE_NOOP("Wording", "{op}: illegal write of {size} bytes at byte {offset} of {object}, which has {limit}.")},
    {D::Finding, "bounds.input-modified", QT_TRANSLATE_NOOP("Wording", "The input {object} was overwritten.")},
    {D::Finding, "bounds.no-tensor", QT_TRANSLATE_NOOP("Wording", "{op}: the {role} is a LocalTensor that was never taken from a queue or a buffer.")},
    {D::Finding, "bounds.ub-read", QT_TRANSLATE_NOOP("Wording", "{op}: illegal read of {size} bytes at UB offset {offset}; UB ends at {limit}.")},
    {D::Finding, "bounds.ub-write", QT_TRANSLATE_NOOP("Wording", "{op}: illegal write of {size} bytes at UB offset {offset}; UB ends at {limit}.")},

    {D::Finding, "budget.cycles", QT_TRANSLATE_NOOP("Wording", "The core passed the limit of {limit} simulated cycles.")},
    {D::Finding, "budget.findings", QT_TRANSLATE_NOOP("Wording", "More than {limit} faults: the run was ended.")},
    {D::Finding, "budget.memory", QT_TRANSLATE_NOOP("Wording", "The kernel asked for more memory than was left of its {limit} MiB.")},
    {D::Finding, "budget.stack", QT_TRANSLATE_NOOP("Wording", "The kernel needed more than the {limit} KiB of stack that a core has.")},
    {D::Finding, "budget.processor", QT_TRANSLATE_NOOP("Wording", "The kernel used up its processor time.")},

    {D::Finding, "capacity.ub", QT_TRANSLATE_NOOP("Wording", "InitBuffer asks for {asked} bytes of UB with {used} in use: {over} more than its {limit}.")},
    {D::Finding, "capacity.ub-reserved", QT_TRANSLATE_NOOP("Wording", "InitBuffer asks for {asked} bytes of UB with {used} in use: {over} more than the {limit} that are free by default.")},

    {D::Finding, "count.block", QT_TRANSLATE_NOOP("Wording", "{op}: {size} bytes are no multiple of 32; hardware drops the last {dropped} silently.")},
    {D::Finding, "count.compare", QT_TRANSLATE_NOOP("Wording", "{op}: {count} elements are {size} bytes, not a multiple of 256.")},

    {D::Finding, "coverage.unwritten", QT_TRANSLATE_NOOP("Wording", "{missing} of {elements} elements of output {object} were never written, the first at index {first}.")},

    {D::Finding, "flag.id", QT_TRANSLATE_NOOP("Wording", "{op}: event id {id} does not exist; ids are 0 to 7.")},
    {D::Finding, "flag.left-set", QT_TRANSLATE_NOOP("Wording", "SetFlag: event id {id} is set at the end of the kernel and nobody waited for it.")},
    {D::Finding, "flag.none-free", QT_TRANSLATE_NOOP("Wording", "All eight ids of the event are in use.")},
    {D::Finding, "flag.set-twice", QT_TRANSLATE_NOOP("Wording", "SetFlag: event id {id} is set already and nobody waited for it.")},
    {D::Finding, "flag.wait-unset", QT_TRANSLATE_NOOP("Wording", "WaitFlag: pipe {to} waits for event id {id} that pipe {from} is never told to set before.")},

    {D::Finding, "legality.atomic", QT_TRANSLATE_NOOP("Wording", "SetAtomicAdd: global memory cannot add {type}.")},
    {D::Finding, "legality.compare", QT_TRANSLATE_NOOP("Wording", "{op}: int32_t can be compared for equality only.")},
    {D::Finding, "legality.crash", QT_TRANSLATE_NOOP("Wording", "The kernel did something that its core cannot do, and was ended.")},
    {D::Finding, "legality.deq-scale", QT_TRANSLATE_NOOP("Wording", "Cast from int32_t to half multiplies by the scale of SetDeqScale, which was not called.")},
    {D::Finding, "legality.exit", QT_TRANSLATE_NOOP("Wording", "The kernel ended the whole process.")},
    {D::Finding, "legality.pipe", QT_TRANSLATE_NOOP("Wording", "{op}: a vector core has no pipe {pipe} to wait for.")},
    {D::Finding, "legality.position", QT_TRANSLATE_NOOP("Wording", "InitBuffer: a vector core has no memory for position {position}.")},
    {D::Finding, "legality.raw-write", QT_TRANSLATE_NOOP("Wording", "{elements} elements of output {object} were written through a raw pointer, which is neither checked nor timed.")},
    {D::Finding, "legality.tampered", QT_TRANSLATE_NOOP("Wording", "The kernel changed the emulator's own state: its clocks, its counts or its function table.")},
    {D::Finding, "legality.type", QT_TRANSLATE_NOOP("Wording", "{op} does not exist for this type on this core.")},

    {D::Finding, "queue.empty", QT_TRANSLATE_NOOP("Wording", "DeQue: the queue is empty.")},
    {D::Finding, "queue.enque-state", QT_TRANSLATE_NOOP("Wording", "EnQue: the tensor is not one that AllocTensor gave out.")},
    {D::Finding, "queue.foreign", QT_TRANSLATE_NOOP("Wording", "{verb}: the tensor comes from {tensor}, not from this queue.")},
    {D::Finding, "queue.freed-queued", QT_TRANSLATE_NOOP("Wording", "FreeTensor: the tensor is still in the queue.")},
    {D::Finding, "queue.freed-twice", QT_TRANSLATE_NOOP("Wording", "FreeTensor: the tensor was freed before.")},
    {D::Finding, "queue.full", QT_TRANSLATE_NOOP("Wording", "EnQue: the queue is full.")},
    {D::Finding, "queue.no-buffers", QT_TRANSLATE_NOOP("Wording", "A queue or buffer is used that InitBuffer never gave memory.")},
    {D::Finding, "queue.no-free", QT_TRANSLATE_NOOP("Wording", "AllocTensor: all {buffers} buffers of the queue are in use.")},
    {D::Finding, "queue.not-freed", QT_TRANSLATE_NOOP("Wording", "At the end {kept} of {buffers} buffers are not free ({waiting} still in the queue).")},
    {D::Finding, "queue.too-many", QT_TRANSLATE_NOOP("Wording", "The queues of one position hold {buffers} buffers; the hardware has events for {limit}.")},

    {D::Finding, "range.copy", QT_TRANSLATE_NOOP("Wording", "{op}: {blockCount} blocks of {size} bytes; at most 4095 blocks, of at most 2097151 bytes, are possible.")},
    {D::Finding, "range.count", QT_TRANSLATE_NOOP("Wording", "{op}: the count {count} is negative.")},
    {D::Finding, "range.padding", QT_TRANSLATE_NOOP("Wording", "{op}: {left} and {right} padding elements; one side takes at most 32 bytes.")},
    {D::Finding, "range.truncated", QT_TRANSLATE_NOOP("Wording", "{op}: a block count, length or stride does not fit its field and is cut off.")},

    {D::Finding, "sync.too-few-cores", QT_TRANSLATE_NOOP("Wording", "{waiting} of {cores} cores wait in SyncAll, {ended} ended without calling it.")},

    {D::Finding, "uninitialised.gm", QT_TRANSLATE_NOOP("Wording", "{op}: reads {object} at byte {offset}, which nothing wrote.")},
    {D::Finding, "uninitialised.ub", QT_TRANSLATE_NOOP("Wording", "{op}: the {role} holds bytes that nothing wrote, the first {into} bytes into its {size}.")},
});

} // namespace

std::span<const Wording> findingWordings()
{
    return table;
}

} // namespace sage::ui
