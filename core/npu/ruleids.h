#pragma once

#include <array>
#include <string_view>

namespace sage::npu {

/// Every id that a finding of the emulator can have, sorted. The part before the dot is its rule.
/// Whoever words findings in another language needs a text for each; a test holds the list to the sources.
inline constexpr std::array<std::string_view, 55> findingIds{
    "aliasing.overlap", "alignment.ub", "assert.failed", "bounds.buffer-read", "bounds.buffer-write", "bounds.crash",
    "bounds.gm-input", "bounds.gm-read", "bounds.gm-stomped", "bounds.gm-write", "bounds.no-tensor", "bounds.ub-read",
    "bounds.ub-write", "budget.cycles", "budget.findings", "budget.memory", "budget.processor", "budget.stack", "capacity.ub", "capacity.ub-reserved",
    "count.block", "count.compare", "coverage.unwritten", "flag.id", "flag.left-set", "flag.none-free", "flag.set-twice",
    "flag.wait-unset", "legality.atomic", "legality.compare", "legality.crash", "legality.deq-scale", "legality.exit",
    "legality.pipe", "legality.position", "legality.raw-write", "legality.tampered", "legality.type", "queue.empty", "queue.enque-state",
    "queue.foreign", "queue.freed-queued", "queue.freed-twice", "queue.full", "queue.no-buffers", "queue.no-free",
    "queue.not-freed", "queue.too-many", "range.copy", "range.count", "range.padding", "range.truncated", "sync.too-few-cores",
    "uninitialised.gm", "uninitialised.ub"};

} // namespace sage::npu
