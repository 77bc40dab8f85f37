#pragma once

#include "core/plain/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What the engine asks of the kernel runner. It travels as JSON through an inherited memory file (see
// runner.h); tensors lie in a memory file of their own.

namespace sage::npu {

/// InOut: the kernel finds data there and may overwrite it; it counts as written from the start.
enum class BufferRole : std::uint8_t { Input, Output, Workspace, Tiling, InOut };

/// One kernel argument: a range of the tensor memory file, mapped at an address of its own with guard pages.
struct BufferSpec {
    std::string name;
    BufferRole role = BufferRole::Input;
    std::uint64_t offset = 0; ///< bytes from the start of the tensor memory file; multiple of 4096
    std::uint64_t size = 0;   ///< bytes that the kernel may touch
    std::uint32_t elementSize = 1;

    bool operator==(const BufferSpec &) const = default;
};

struct LaunchSpec {
    std::string library;         ///< path of the compiled kernel
    std::string profile;         ///< path of the device profile (JSON, resources/devices)
    std::uint32_t blockDim = 1;  ///< cores launched
    std::vector<BufferSpec> buffers; ///< in kernel argument order
    std::uint64_t cycleLimit = 0;    ///< simulated cycles of one core; above: verdict timeout; 0: none
    bool automaticSync = true;       ///< the device compiler's automatic synchronisation is on
    std::uint64_t tilingKey = 0;     ///< what TILING_KEY_IS compares with
    std::uint8_t poison = 0xff;      ///< every byte of outputs, workspace and UB before the run; 0xff: NaN in every format

    bool operator==(const LaunchSpec &) const = default;
};

[[nodiscard]] std::string toJson(const LaunchSpec &spec);

/// Errors: npu.bad-job (which field, and what was expected).
[[nodiscard]] Result<LaunchSpec> launchSpecFromJson(std::string_view text);

} // namespace sage::npu
