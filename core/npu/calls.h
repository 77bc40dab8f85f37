#pragma once

#include "core/npu/launch.h"

#include <optional>
#include <string>

// What the functions behind abi.h share: entering the runtime, and the checks of one operand.

namespace sage::npu::calls {

/// Settles the clocks and ends the launch when the cycle limit is passed. Every call begins with it.
Launch &enter(const abi::Site &site);

[[nodiscard]] inline abi::Site at(const void *pc) { return {pc, nullptr, 0}; }

[[nodiscard]] std::size_t sizeOf(abi::Type type);
[[nodiscard]] const char *typeName(abi::Type type);
[[nodiscard]] const char *pipeName(abi::Pipe pipe);

/// "VECIN queue 1, buffer 2" or "VECCALC buffer 3".
[[nodiscard]] std::string objectOf(const Core &core, std::uint32_t buffer);

struct OperandCheck {
    const abi::Operand *operand;
    std::uint64_t bytes;
    const char *role; ///< "destination", "source 1"
    const char *pipe;
    const char *op;
    abi::Site site;
    bool writes = false;
    std::uint32_t alignment = 32;
};

/// Bounds and alignment of a range of UB. Nothing: the range does not lie in UB and must not be touched.
[[nodiscard]] std::optional<UbRange> checkOperand(Launch &launch, const OperandCheck &check);

/// Reports bytes of the range that nothing wrote, as something that now leaves UB or decides a value.
void checkWritten(Launch &launch, const OperandCheck &check, const UbRange &range);

void vector(const abi::VectorCall &call);
void copy(const abi::CopyCall &call);
void scalar(abi::ScalarAccess &access);
std::uint32_t queueInit(const abi::QueueInit &init);
abi::Operand queue(const abi::QueueCall &call);
std::uint32_t ask(std::uint32_t queue, abi::QueueQuestion question);
std::int64_t sync(const abi::SyncCall &call);
void publish(const abi::Operand &operand);
void publishGlobal(const void *at);
void print(const char *text, std::size_t size);
std::uint8_t *workspace();

/// At a core's end: buffers not freed, flags set and never waited for.
void checkCoreEnd(Launch &launch);
void checkQueues(Launch &launch, const abi::Site &site);

} // namespace sage::npu::calls
