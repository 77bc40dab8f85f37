#pragma once

#include "core/evaluate/tensor.h"
#include "core/model/kernel.h"

#include <cstddef>
#include <string>
#include <vector>

// How a kernel-only kernel is called: what is generated beside its files, and what its last argument points to.
//
//     extern "C" __global__ __aicore__ void <entry>(GM_ADDR inputs..., GM_ADDR outputs..., GM_ADDR workspace, GM_ADDR tiling)
//
// `tiling` holds a CaseArgs: sizes, rank and shape of every input and output, then the attributes. GET_TILING_DATA
// reads it. DTYPE_<NAME> is the element type of a tensor, the name in upper case. A field bears its attribute's name;
// where that is a word of C++ or all in capitals, as macros are, "_" stands behind it (core/model/names.h).

namespace sage {

/// One compilation serves all cases whose tensors have these dtypes (inputs, then outputs).
struct KernelVariant {
    std::vector<DType> dtypes;
    std::vector<std::size_t> cases; ///< positions in the card's list

    bool operator==(const KernelVariant &) const = default;
};

/// The distinct dtype sets of a card's cases, in the order of their first case.
[[nodiscard]] std::vector<KernelVariant> variantsOf(const OperatorSpec &card);

/// case_args.h for a variant: the DTYPE_ macros and struct CaseArgs.
[[nodiscard]] std::string caseArgsHeader(const OperatorSpec &card, const KernelVariant &variant);

/// wrapper.cpp: includes the kernel's main file and defines sage_launch(void **args), which calls the entry.
/// `hidesEmulator`: from the kernel's first line on the compiler refuses the names of the emulator's internals, however they are
/// put together.
[[nodiscard]] std::string wrapperSource(const OperatorSpec &card, const std::string &mainFile, bool hidesEmulator);

/// The head of the function that a kernel must define, in the card's names.
[[nodiscard]] std::string entrySignature(const OperatorSpec &card);

/// The bytes of a CaseArgs: outputs with their shapes, in the card's order. Errors: card.shapes.
[[nodiscard]] Result<std::vector<std::byte>> caseArgsBytes(const OperatorSpec &card, const OperatorCase &one);

/// Empty tensors for the outputs of a case. Errors: card.shapes.
[[nodiscard]] Result<std::vector<Tensor>> outputTensors(const OperatorSpec &card, const OperatorCase &one);

/// "x [48, 128], y [48, 128]": a case for people.
[[nodiscard]] std::string shapesText(const OperatorSpec &card, const OperatorCase &one);

} // namespace sage
