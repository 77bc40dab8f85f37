#pragma once

#include <cmath>
#include <optional>
#include <vector>

namespace sage {

/// exp of the mean logarithm, added up in the values' order; empty for no values, or where one is not above zero.
[[nodiscard]] inline std::optional<double> geometricMean(const std::vector<double> &values)
{
    double logarithms = 0;
    for (const double value : values) {
        if (!(value > 0))
            return std::nullopt;
        logarithms += std::log(value);
    }
    return values.empty() ? std::nullopt : std::optional<double>(std::exp(logarithms / static_cast<double>(values.size())));
}

} // namespace sage
