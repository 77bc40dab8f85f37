#pragma once

#include "core/evaluate/tensor.h"

#include <memory>

namespace sage {

/// A value of the reference that is held whole.
struct HeldValue {
    std::vector<double> real;
    std::vector<std::int64_t> integer; ///< filled instead of real for integers and booleans
};

/// Elements of an input or of a held value, seen in another shape: a broadcast axis has stride 0, a piece of a split
/// starts at an offset. Reading a range of it is the only way data enters an evaluation.
class TensorView
{
public:
    TensorView() = default;
    TensorView(const Tensor *tensor, Shape shape);
    TensorView(const HeldValue *held, Shape shape);

    [[nodiscard]] const Shape &shape() const { return m_shape; }
    /// As an operand of a value of the larger shape (NumPy broadcasting).
    [[nodiscard]] TensorView broadcastTo(const Shape &target) const;
    /// Piece `index` of `parts` equal ones along the axis.
    [[nodiscard]] TensorView piece(std::size_t axis, std::int64_t parts, std::int64_t index) const;

    /// Elements start, start + 1, ... in row-major order of the shape.
    void read(std::int64_t start, std::span<double> out) const;
    void read(std::int64_t start, std::span<std::int64_t> out) const;

private:
    template<typename Number>
    void walk(std::int64_t start, std::span<Number> out) const;
    void load(std::int64_t offset, std::int64_t stride, std::span<double> out) const;
    void load(std::int64_t offset, std::int64_t stride, std::span<std::int64_t> out) const;
    void setDense();
    void mergeAxes();

    const Tensor *m_tensor = nullptr; ///< one of the two is set
    const HeldValue *m_held = nullptr;
    std::int64_t m_offset = 0; ///< elements
    Shape m_shape;
    std::vector<std::int64_t> m_strides; ///< elements, one for each axis of m_shape
    Shape m_sizes;                       ///< the same walk with as few axes as possible
    std::vector<std::int64_t> m_steps;
};

} // namespace sage
