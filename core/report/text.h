#pragma once

#include "core/base/json.h"

#include <optional>
#include <string>
#include <vector>

namespace sage {

/// A fixed number of decimals, without locale. "-" for nothing.
[[nodiscard]] std::string fixed(double value, int decimals);
[[nodiscard]] std::string fixed(const std::optional<double> &value, int decimals);

/// Three significant digits, as a power of ten where that is shorter: "2.38e-07". "-" for what is not finite.
[[nodiscard]] std::string significant(double value);

/// Columns padded to equal width, counted in bytes; columns of figures to the right, but the first. First row = header, underlined.
[[nodiscard]] std::string alignedTable(const std::vector<std::vector<std::string>> &rows);

/// The same with every column to the left and no padding at line ends.
[[nodiscard]] std::string leftAlignedTable(const std::vector<std::vector<std::string>> &rows);

/// The same without a header.
[[nodiscard]] std::string leftAlignedRows(const std::vector<std::vector<std::string>> &rows);

/// JSON for people: indented by two, with a line break at the end; broken UTF-8 is replaced, not thrown on.
[[nodiscard]] std::string pretty(const Json &json);

/// A CSV cell: quoted where it holds a comma, a quote or a line break.
[[nodiscard]] std::string csvCell(const std::string &text);

} // namespace sage
