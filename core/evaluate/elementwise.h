#pragma once

#include "core/model/steps.h"

#include <cstdint>
#include <span>
#include <vector>

// The element-wise operations of the step language on blocks. All spans of one call have the same length.

namespace sage {

using RealOperands = std::vector<std::span<const double>>;
using IntegerOperands = std::vector<std::span<const std::int64_t>>;

/// Arithmetic in double: every unary, binary and select-free operation with a real result. NaN propagates through
/// maximum, minimum, relu and sign; round goes to even.
void applyReal(StepOp op, const RealOperands &in, std::span<double> out);

/// Arithmetic modulo 2^64. Operations that have no integer form (sqrt, div ...) never get here.
void applyInteger(StepOp op, const IntegerOperands &in, std::span<std::int64_t> out);

/// Operations whose result is 0 or 1: comparisons, logical ones, isfinite, isinf, isnan.
void applyTest(StepOp op, const RealOperands &in, std::span<std::int64_t> out);
void applyTest(StepOp op, const IntegerOperands &in, std::span<std::int64_t> out);

/// out = condition ? a : b.
template<typename Number>
void applySelect(std::span<const std::int64_t> condition, std::span<const Number> a, std::span<const Number> b, std::span<Number> out)
{
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = condition[i] != 0 ? a[i] : b[i];
}

} // namespace sage
