#pragma once

#include "core/model/card.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sage {

/// A dense, row-major tensor in the engine's own memory, elements in their dtype, little endian.
struct Tensor {
    std::string name;
    DType dtype = DType::F32;
    Shape shape;
    std::vector<std::byte> bytes;

    [[nodiscard]] std::int64_t count() const { return elementCount(shape); }
    bool operator==(const Tensor &) const = default;
};

/// An empty tensor's bytes: count elements of the dtype, all zero.
[[nodiscard]] Tensor makeTensor(std::string name, DType dtype, Shape shape);

/// Elements first, first + stride, ... as numbers. Integers are exact in the second form; the first rounds int64
/// beyond 2^53. `data` holds elements of the dtype; out has one place for each.
void loadReal(DType dtype, const std::byte *data, std::int64_t stride, std::span<double> out);
void loadInteger(DType dtype, const std::byte *data, std::int64_t stride, std::span<std::int64_t> out);

/// Numbers to elements: one rounding (nearest even) to floating types; to integers towards zero, then wrapped;
/// to bool 1 where not zero. `data` has room for values.size() elements.
void storeReal(DType dtype, std::span<const double> values, std::byte *data);
void storeInteger(DType dtype, std::span<const std::int64_t> values, std::byte *data);

/// The value an element has after storeReal, as a number.
void roundReal(DType dtype, std::span<double> values);
/// An integer as an element of the dtype holds it.
[[nodiscard]] std::int64_t wrapInteger(DType dtype, std::int64_t value);
/// A real number as an integer: towards zero; NaN is 0; out of range is the nearest bound of int64.
[[nodiscard]] std::int64_t truncateToInteger(double value);

} // namespace sage
