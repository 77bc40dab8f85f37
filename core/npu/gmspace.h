#pragma once

#include "core/npu/bitmap.h"
#include "core/npu/job.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sage::npu {

/// One kernel argument in memory, and what is known about its bytes.
struct GmBuffer {
    BufferSpec spec;
    std::uint8_t *data = nullptr;
    std::unique_ptr<Bitmap> written; ///< what the kernel wrote; null: read only
    bool poisoned = false;           ///< bytes that the kernel did not write are not to be read
    std::vector<std::uint16_t> owner; ///< per 32 bytes: core + 1 of the last writer in this phase, 0 = none
    bool writable = false;

    [[nodiscard]] bool holds(const void *at) const { return at >= data && at < data + spec.size; }
};

/// Global memory as the kernel sees it: each argument is mapped at an address of its own, between guard pages.
class GmSpace
{
public:
    GmSpace() = default;
    GmSpace(const GmSpace &) = delete;
    GmSpace &operator=(const GmSpace &) = delete;
    ~GmSpace();

    /// Maps the buffers from the tensor memory file and poisons outputs and workspace. Errors: npu.map.
    [[nodiscard]] Result<void> map(const LaunchSpec &spec, int tensorFd);

    [[nodiscard]] std::vector<GmBuffer> &buffers() { return m_buffers; }
    /// The buffer that holds the address; of a range that starts outside, the nearest: null only if there is none.
    [[nodiscard]] GmBuffer *find(const void *at);
    [[nodiscard]] bool inside(const GmBuffer &buffer, const void *at, std::uint64_t size) const;

    /// The next phase after all cores met: writing what another core wrote before is allowed again.
    void startPhase();

    /// Records a write that is about to happen; true if it changes bytes that another core wrote in this phase.
    /// The same bytes again are no conflict: tiles that step back over their neighbour's end do that.
    bool recordWrite(GmBuffer &buffer, std::uint64_t first, std::uint64_t size, const std::uint8_t *bytes, std::uint32_t core);

private:
    struct Mapping {
        void *start;
        std::size_t size;
    };
    [[nodiscard]] static bool changesOthers(const GmBuffer &buffer, std::uint64_t first, std::uint64_t size, const std::uint8_t *bytes, std::uint16_t mine);
    [[nodiscard]] Result<void> mapBuffer(GmBuffer &buffer, int tensorFd);

    std::vector<GmBuffer> m_buffers;
    std::vector<Mapping> m_mappings;
    std::size_t m_last = 0;
};

} // namespace sage::npu
