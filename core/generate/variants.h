#pragma once

#include "core/generate/identifier.h"
#include "core/model/card.h"
#include "core/model/names.h"
#include "core/model/shapes.h"

namespace sage::lowering {

/// One case with the types of its values.
struct Instance {
    const OperatorCase *one = nullptr;
    std::map<std::string, ValueType> types;
};

/// Cases that compute the same steps in the same way. A kernel has one class a variant and chooses at run time.
struct Variant {
    std::string name;      ///< in class names, "" where there is only one
    std::string condition; ///< C++ over `args`, "" where there is only one
    std::vector<Step> steps;
    std::vector<bool> lastAxis; ///< per step: a reduction along the last axis in all its cases
    std::vector<Instance> instances;

    [[nodiscard]] const Shape &shapeOf(std::size_t instance, const std::string &value) const;
};

/// Errors card.shapes; generate.cannot-lower where cases differ in a way that a kernel cannot tell at run time.
[[nodiscard]] Result<std::vector<Variant>> variantsOf(const OperatorSpec &card);

/// Whether the step reduces everything.
[[nodiscard]] bool reducesAll(const Step &step);

/// A parameter as C++: a number, or `args.<attribute>`.
[[nodiscard]] std::string parameterText(const Step &step, std::string_view name);

/// "DTYPE_X" for x.
[[nodiscard]] std::string dtypeMacro(const std::string &tensor);
/// The first letter in upper case, for names of classes and functions.
[[nodiscard]] std::string capitalised(const std::string &name);

} // namespace sage::lowering
