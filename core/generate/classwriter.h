#pragma once

#include "core/generate/passwriter.h"

namespace sage::lowering {

/// A class of the kernel: its name, its text, and what its Init takes.
struct KernelClass {
    std::string name;
    std::string text;
    std::vector<GmTensor> tensors; ///< arguments of Init in order
    bool joins = false;            ///< takes a workspace in which cores leave partial results
    Base base;
    FragmentKind kind = FragmentKind::Map;
    bool flat = false;
    std::int64_t calcTiles = 2;  ///< tiles of Calc in scratch
    std::int64_t fixedBytes = 0; ///< whatever the tile length
};

/// The class for a map fragment.
[[nodiscard]] KernelClass writeMapClass(ClassModel &model, const std::string &name);

/// The classes for reductions along an inner axis and for concatenations.
[[nodiscard]] Result<KernelClass> writeAxisReduceClass(const LoweringContext &context, const CalcTypes &types, const Fragment &fragment, const std::string &name);
[[nodiscard]] Result<KernelClass> writeConcatClass(const LoweringContext &context, const CalcTypes &types, const Fragment &fragment, const std::string &name);

/// Lines that set first and last, a core's share of `units`.
void writeShare(SourceText &text, const Plan &plan, const std::string &units, const std::string &grain);

} // namespace sage::lowering
