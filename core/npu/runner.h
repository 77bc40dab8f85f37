#pragma once

#include "core/plain/result.h"

#include <functional>

namespace sage::npu {

/// Runs one launch in this process: reads the job (LaunchSpec as JSON) from jobFd, maps the tensors from
/// tensorFd, reads the device profile, calls confine(), opens the kernel library, runs all cores and writes
/// the answer to resultFd (see runresult.h). Call once per process, on its only thread: the kernel's code is
/// hostile, and after this nothing in the process is to be trusted.
/// Signals: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS and SIGXCPU write what is known, then act as usual.
/// Errors: npu.bad-job, npu.bad-profile, npu.map, npu.load, npu.bad-library and those of confine(); they are in
/// resultFd too.
[[nodiscard]] Result<void> runJob(int jobFd, int tensorFd, int resultFd, const std::function<Result<void>()> &confine);

} // namespace sage::npu
