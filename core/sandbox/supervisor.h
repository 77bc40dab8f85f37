#pragma once

namespace sage::sandbox {

/// `sage-kernel-runner supervise`: see process.h. Returns the exit code (0: the Ending was written).
[[nodiscard]] int superviseMain();

} // namespace sage::sandbox
