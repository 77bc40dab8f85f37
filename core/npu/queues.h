#pragma once

#include "core/npu/include/sage_npu/abi.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace sage::npu {

/// One buffer that InitBuffer cut from UB.
struct UbBuffer {
    enum class State : std::uint8_t { Free, Allocated, Queued, Taken };

    std::uint32_t first = 0, size = 0; ///< bytes of UB
    std::uint32_t queue = 0;
    State state = State::Free;
    bool published = false; ///< raw pointers into it exist: its bytes are not tracked
};

/// A TQue, TQueBind or TBuf of one core: its buffers and the tensors that wait in it.
struct Queue {
    std::uint8_t position = 0;
    std::uint32_t depth = 1;
    bool plain = false; ///< TBuf
    std::vector<std::uint32_t> buffers; ///< ids, in the order of allocation
    std::deque<std::uint32_t> waiting;
    std::size_t next = 0; ///< where the search for a free buffer begins
    abi::Site site{};     ///< its InitBuffer
};

[[nodiscard]] const char *positionName(std::uint8_t position);

} // namespace sage::npu
