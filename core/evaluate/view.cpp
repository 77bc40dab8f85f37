#include "core/evaluate/view.h"

#include <algorithm>

namespace sage {

namespace {

/// A held value's elements; which of its two lists is filled says their kind.
template<typename From, typename To>
void copyStrided(const std::vector<From> &from, std::int64_t offset, std::int64_t stride, std::span<To> out)
{
    for (std::size_t i = 0; i < out.size(); ++i) {
        const From value = from[static_cast<std::size_t>(offset + static_cast<std::int64_t>(i) * stride)];
        if constexpr (std::is_same_v<From, double> && std::is_same_v<To, std::int64_t>)
            out[i] = truncateToInteger(value);
        else
            out[i] = static_cast<To>(value);
    }
}

template<typename To>
void copyHeld(const HeldValue &held, std::int64_t offset, std::int64_t stride, std::span<To> out)
{
    if (!held.integer.empty())
        copyStrided(held.integer, offset, stride, out);
    else
        copyStrided(held.real, offset, stride, out);
}

} // namespace

TensorView::TensorView(const Tensor *tensor, Shape shape) : m_tensor(tensor), m_shape(std::move(shape))
{
    setDense();
}

TensorView::TensorView(const HeldValue *held, Shape shape) : m_held(held), m_shape(std::move(shape))
{
    setDense();
}

void TensorView::setDense()
{
    m_strides.assign(m_shape.size(), 1);
    for (std::size_t axis = m_shape.size(); axis-- > 1;)
        m_strides[axis - 1] = m_strides[axis] * m_shape[axis];
    mergeAxes();
}

TensorView TensorView::broadcastTo(const Shape &target) const
{
    TensorView view = *this;
    view.m_shape = target;
    view.m_strides.assign(target.size(), 0);
    const std::size_t missing = target.size() - m_shape.size();
    for (std::size_t axis = 0; axis < m_shape.size(); ++axis)
        view.m_strides[missing + axis] = m_shape[axis] == 1 && target[missing + axis] != 1 ? 0 : m_strides[axis];
    view.mergeAxes();
    return view;
}

TensorView TensorView::piece(std::size_t axis, std::int64_t parts, std::int64_t index) const
{
    TensorView view = *this;
    view.m_shape[axis] /= parts;
    view.m_offset += index * view.m_shape[axis] * m_strides[axis];
    view.mergeAxes();
    return view;
}

void TensorView::mergeAxes()
{
    m_sizes.clear();
    m_steps.clear();
    for (std::size_t axis = 0; axis < m_shape.size(); ++axis) {
        if (m_shape[axis] == 1)
            continue;
        if (!m_sizes.empty() && m_steps.back() == m_strides[axis] * m_shape[axis]) {
            m_sizes.back() *= m_shape[axis];
            m_steps.back() = m_strides[axis];
        } else {
            m_sizes.push_back(m_shape[axis]);
            m_steps.push_back(m_strides[axis]);
        }
    }
    if (m_sizes.empty()) {
        m_sizes.push_back(1);
        m_steps.push_back(0);
    }
}

template<typename Number>
void TensorView::walk(std::int64_t start, std::span<Number> out) const
{
    const std::size_t rank = m_sizes.size();
    std::vector<std::int64_t> position(rank, 0);
    std::int64_t offset = m_offset;
    for (std::size_t axis = rank; axis-- > 0;) {
        position[axis] = start % m_sizes[axis];
        start /= m_sizes[axis];
        offset += position[axis] * m_steps[axis];
    }
    std::size_t done = 0;
    while (done < out.size()) {
        const auto run = std::min(out.size() - done, static_cast<std::size_t>(m_sizes[rank - 1] - position[rank - 1]));
        load(offset, m_steps[rank - 1], out.subspan(done, run));
        done += run;
        position[rank - 1] += static_cast<std::int64_t>(run);
        offset += static_cast<std::int64_t>(run) * m_steps[rank - 1];
        for (std::size_t axis = rank - 1; axis > 0 && position[axis] == m_sizes[axis]; --axis) {
            offset += m_steps[axis - 1] - position[axis] * m_steps[axis];
            position[axis] = 0;
            ++position[axis - 1];
        }
    }
}

void TensorView::load(std::int64_t offset, std::int64_t stride, std::span<double> out) const
{
    if (m_held)
        copyHeld(*m_held, offset, stride, out);
    else
        loadReal(m_tensor->dtype, m_tensor->bytes.data() + static_cast<std::size_t>(offset) * sizeOf(m_tensor->dtype), stride, out);
}

void TensorView::load(std::int64_t offset, std::int64_t stride, std::span<std::int64_t> out) const
{
    if (m_held)
        copyHeld(*m_held, offset, stride, out);
    else
        loadInteger(m_tensor->dtype, m_tensor->bytes.data() + static_cast<std::size_t>(offset) * sizeOf(m_tensor->dtype), stride, out);
}

void TensorView::read(std::int64_t start, std::span<double> out) const
{
    walk(start, out);
}

void TensorView::read(std::int64_t start, std::span<std::int64_t> out) const
{
    walk(start, out);
}

} // namespace sage
