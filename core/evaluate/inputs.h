#pragma once

#include "core/base/random.h"
#include "core/evaluate/tensor.h"

namespace sage {

/// The seed of a case's inputs: from (seed of the run, card, case, kernel), so that an evaluation can be repeated
/// exactly and no kernel can know its inputs beforehand.
[[nodiscard]] std::uint64_t inputSeed(std::uint64_t seed, const OperatorSpec &card, const OperatorCase &one, const Hash &kernel);

/// Every input of the case in the card's order, in its dtype. Element i of a tensor depends on (seed, tensor name, i)
/// alone. About 10 ns an element.
[[nodiscard]] std::vector<Tensor> drawInputs(const OperatorSpec &card, const OperatorCase &one, std::uint64_t seed);

/// One input. `first` is the card's first input, where ties are copied from; null for that input itself.
[[nodiscard]] Tensor drawInput(const TensorSpec &spec, const OperatorCase &one, std::uint64_t seed, const Tensor *first);

} // namespace sage
