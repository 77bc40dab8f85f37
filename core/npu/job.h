#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What the engine asks of the kernel runner and what it answers. Both travel as JSON through inherited
// memory files (see runner.h); tensors lie in memory files of their own.

namespace sage::npu {

enum class BufferRole : std::uint8_t { Input, Output, Workspace, Tiling };

/// One kernel argument: a range of the tensor memory file, mapped at an address of its own with guard pages.
struct BufferSpec {
    std::string name;
    BufferRole role = BufferRole::Input;
    std::uint64_t offset = 0; ///< bytes from the start of the tensor memory file; multiple of 4096
    std::uint64_t size = 0;   ///< bytes that the kernel may touch
    std::uint32_t elementSize = 1;
};

struct LaunchSpec {
    std::string library;         ///< path of the compiled kernel
    std::string profile;         ///< path of the device profile (YAML converted to JSON by the engine)
    std::uint32_t blockDim = 1;  ///< cores launched
    std::vector<BufferSpec> buffers; ///< in kernel argument order
    std::uint64_t cycleLimit = 0;    ///< simulated cycles of one core; above: verdict timeout
    bool automaticSync = true;       ///< the device compiler's automatic synchronisation is on
};

} // namespace sage::npu
