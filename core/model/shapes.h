#pragma once

#include "core/model/card.h"

namespace sage {

enum class ValueClass : std::uint8_t { Real, Integer, Boolean };

/// What is known of a value before anything is computed.
struct ValueType {
    Shape shape;
    ValueClass kind = ValueClass::Real;
    bool operator==(const ValueType &) const = default;
};

/// A case's steps (conditions resolved) with the type of every input, attribute and step.
struct TypedProgram {
    std::vector<Step> steps;
    std::map<std::string, ValueType> types;

    /// The step's axis in [0, rank). Only for a step that inferTypes accepted: there the parameter is known to fit.
    [[nodiscard]] static std::int64_t axisOf(const Step &step, const OperatorCase &one, std::size_t rank);
};

/// Shapes and kinds of every value of the card in a case. Errors: card.shapes with card, case, step.
[[nodiscard]] Result<TypedProgram> inferTypes(const OperatorSpec &card, const OperatorCase &one);

/// A step's integer parameter: a number, or an attribute of the case. Error card.parameter.
[[nodiscard]] Result<std::int64_t> parameterOf(const Step &step, std::string_view name, const OperatorCase &one);

/// NumPy broadcasting of two shapes. Error card.broadcast.
[[nodiscard]] Result<Shape> broadcastShape(const Shape &a, const Shape &b);

} // namespace sage
