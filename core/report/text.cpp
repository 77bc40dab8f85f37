#include "core/report/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace sage {

namespace {

/// "-", "12", "-0.07", "3/4 (75.0 %)".
[[nodiscard]] bool isFigure(const std::string &cell)
{
    const std::size_t first = cell.find_first_not_of("+-.");
    return cell.empty() || cell == "-" || (first != std::string::npos && first <= 1 && cell[first] >= '0' && cell[first] <= '9');
}

/// Whether everything below a column's header is a figure.
[[nodiscard]] bool hasFigures(const std::vector<std::vector<std::string>> &rows, std::size_t column)
{
    return std::all_of(rows.begin() + (rows.empty() ? 0 : 1), rows.end(), [column](const std::vector<std::string> &row) { return column >= row.size() || isFigure(row[column]); });
}

[[nodiscard]] std::string table(const std::vector<std::vector<std::string>> &rows, bool figuresRight, bool header = true)
{
    std::vector<std::size_t> widths;
    for (const std::vector<std::string> &row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    std::vector<bool> right(widths.size(), false);
    for (std::size_t i = 1; i < widths.size(); ++i)
        right[i] = figuresRight && hasFigures(rows, i);
    std::string text;
    for (std::size_t line = 0; line < rows.size(); ++line) {
        std::string row;
        std::string rule;
        for (std::size_t i = 0; i < rows[line].size(); ++i) {
            const std::string padding(widths[i] - rows[line][i].size(), ' ');
            row += (i ? "  " : "") + (right[i] ? padding + rows[line][i] : rows[line][i] + padding);
            rule += (i ? "  " : "") + std::string(widths[i], '-');
        }
        text += row.substr(0, row.find_last_not_of(' ') + 1) + '\n';
        if (header && line == 0)
            text += rule + '\n';
    }
    return text;
}

} // namespace

std::string fixed(double value, int decimals)
{
    if (!std::isfinite(value))
        return "-";
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    return end.ec == std::errc() ? std::string(buffer.data(), end.ptr) : "-";
}

std::string significant(double value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 3);
    return std::isfinite(value) && end.ec == std::errc() ? std::string(buffer.data(), end.ptr) : "-";
}

std::string fixed(const std::optional<double> &value, int decimals)
{
    return value ? fixed(*value, decimals) : "-";
}

std::string alignedTable(const std::vector<std::vector<std::string>> &rows)
{
    return table(rows, true);
}

std::string leftAlignedTable(const std::vector<std::vector<std::string>> &rows)
{
    return table(rows, false);
}

std::string leftAlignedRows(const std::vector<std::vector<std::string>> &rows)
{
    return table(rows, false, false);
}

std::string pretty(const Json &json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string csvCell(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace sage
