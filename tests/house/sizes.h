#pragma once

#include "tests/house/sourcetree.h"

namespace sage::house {

/// The house's measures. What is over is reported; what is over twice is fatal.
struct Limits {
    int functionLines = 60; ///< from the first line of the signature to the closing brace
    int sourceLines = 500;  ///< .cpp
    int headerLines = 300;  ///< .h
    int parameters = 5;
};

/// Measures one C++ file. A function is a body in braces at namespace or class level behind a
/// parameter list; lambdas belong to the function they are written in.
[[nodiscard]] std::vector<Finding> measure(const SourceFile &file, const Limits &limits = {});

} // namespace sage::house
