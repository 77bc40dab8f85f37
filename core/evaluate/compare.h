#pragma once

#include "core/evaluate/reference.h"
#include "core/model/feedback.h"

namespace sage {

/// How an output's elements are judged. Defaults by dtype: an element fails if |d| > bound max(1, |ref|) with bound
/// 1/512 for float16, 1/256 + 2^-14 for bfloat16, 1/2048 + 2^-14 for float32, 0 for integers and booleans.
struct Judgement {
    double bound = 0;
    bool relativeAbsolute = false; ///< the card's other form: fails if |d| > bound and |d| / (|ref| + 1e-7) > bound

    bool operator==(const Judgement &) const = default;
};

[[nodiscard]] Judgement judgementOf(const Tolerance &tolerance, DType dtype);

/// Compares what a kernel left in an output with the reference, which is rounded here, once, to the output's dtype.
/// Non-finite values must match in kind and place. The worst element is the first non-finite mismatch, else the one
/// with the largest error in units of max(1, |ref|); none where nothing differs. Exact for every integer.
/// Errors: evaluate.reference.
[[nodiscard]] Result<ErrorStats> compareOutput(const Tensor &output, Reference &reference, const Judgement &judgement);

} // namespace sage
