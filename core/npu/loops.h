#pragma once

#include "core/npu/include/sage_npu/abi.h"

#include <array>
#include <cstddef>
#include <cstdint>

// The arithmetic of vector instructions, one loop per instruction and type. The loops are compiled twice, for
// AVX2 with F16C and for any x86-64; both give the same bits, and a test compares them.

namespace sage::npu {

struct LoopArgs {
    void *dst = nullptr;
    const void *a = nullptr;
    const void *b = nullptr;
    const void *extra = nullptr; ///< select mask
    std::uint64_t scalar = 0;    ///< raw bits
    std::size_t count = 0;       ///< elements
    std::uint8_t mode = 0;
    float deqScale = 1;
};

using Loop = void (*)(const LoopArgs &);

/// By instruction, destination type and source type; null where vector cores have no such instruction.
class LoopTable
{
public:
    [[nodiscard]] Loop find(abi::Op op, abi::Type type, abi::Type source) const { return m_loops[at(op, type, source)]; }
    void add(abi::Op op, abi::Type type, abi::Type source, Loop loop) { m_loops[at(op, type, source)] = loop; }

private:
    static constexpr std::size_t types = static_cast<std::size_t>(abi::Type::None) + 1;
    static constexpr std::size_t at(abi::Op op, abi::Type type, abi::Type source)
    {
        return (static_cast<std::size_t>(op) * types + static_cast<std::size_t>(type)) * types + static_cast<std::size_t>(source);
    }
    std::array<Loop, static_cast<std::size_t>(abi::Op::Count) * types * types> m_loops{};
};

[[nodiscard]] const LoopTable &plainLoops();
[[nodiscard]] const LoopTable &avx2Loops();   ///< call only where hasAvx2Loops()
[[nodiscard]] bool hasAvx2Loops();
[[nodiscard]] const LoopTable &fastestLoops();

} // namespace sage::npu
