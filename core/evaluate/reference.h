#pragma once

#include "core/evaluate/tensor.h"
#include "core/model/shapes.h"

#include <functional>
#include <memory>

namespace sage {

/// Consecutive elements of a computed value, row-major. One of the two spans is filled: integers and booleans are
/// exact integers (arithmetic modulo 2^64), everything else is double.
struct ReferenceBlock {
    std::int64_t start = 0;
    std::span<const double> real;
    std::span<const std::int64_t> integer;
};

/// What the operator of a card computes in one case, in double precision: an interpreter of the step language.
///
/// Element-wise steps are evaluated together, block by block, so that a chain over 8 M elements stays in the cache and
/// needs no memory; only reductions, joins and values of another shape are kept whole. Sums add block sums.
/// Thread rule: one thread at a time. The inputs must outlive the object.
class Reference
{
public:
    using Sink = std::function<void(const ReferenceBlock &)>;

    /// Inputs in the card's order, as drawn. Errors: card.shapes; evaluate.reference names a step that cannot be computed.
    [[nodiscard]] static Result<Reference> make(const OperatorSpec &card, const OperatorCase &one, const std::vector<Tensor> &inputs);

    /// The value's elements in order, not yet rounded to the output's dtype.
    [[nodiscard]] Result<void> visit(const std::string &value, const Sink &sink);

    /// The whole value, rounded once to the dtype; integers wrap. For small tensors, tests and dumps.
    [[nodiscard]] Result<Tensor> tensor(const std::string &value, DType dtype);

    [[nodiscard]] const Shape &shapeOf(const std::string &value) const;

    Reference(Reference &&) noexcept;
    Reference &operator=(Reference &&) noexcept;
    ~Reference();

private:
    class Interpreter;
    explicit Reference(std::unique_ptr<Interpreter> interpreter);
    std::unique_ptr<Interpreter> m_interpreter;
};

} // namespace sage
