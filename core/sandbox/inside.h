#pragma once

#include "core/plain/result.h"

#include <functional>

namespace sage::sandbox {

/// The kernel runner's work in the confined process: reads the job from the inherited files, calls `confine` before
/// the first byte of the kernel is loaded, runs it, and returns the process's exit code.
using KernelMain = std::function<int(const std::function<Result<void>()> &confine)>;

/// `sage-kernel-runner confine`: the parent of the hostile process, PID 1 in bubblewrap's namespace. Starts it, waits,
/// kills what it left behind in the namespace and reports its true wait status (bubblewrap would fold it into a code).
[[nodiscard]] int confineMain(const KernelMain &kernelMain);

} // namespace sage::sandbox
