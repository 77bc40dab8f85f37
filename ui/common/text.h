#pragma once

#include <QString>

#include <optional>
#include <string>
#include <string_view>

// The engine speaks UTF-8 std::string, the ui QString: this is the border, and how figures are written.

namespace sage::ui {

[[nodiscard]] inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

[[nodiscard]] inline std::string utf8(const QString &string)
{
    return string.toStdString();
}

/// "—", shown where there is no value.
[[nodiscard]] QString dash();
/// Fixed decimals, a point in every language.
[[nodiscard]] QString number(double value, int decimals);
/// With a sign also for positive values.
[[nodiscard]] QString signedNumber(double value, int decimals);
/// 12345 -> "12,345".
[[nodiscard]] QString grouped(qint64 value);
/// Microseconds with three significant digits or so: "12.9 µs", "1.24 ms".
[[nodiscard]] QString latency(const std::optional<double> &microseconds);
/// reference / best: "3.21×".
[[nodiscard]] QString speedUp(const std::optional<double> &reference, const std::optional<double> &best);
/// First eight characters of an id or a hash.
[[nodiscard]] QString shortId(std::string_view id);
/// "2 h 05 min", "3 min 20 s", "12 s".
[[nodiscard]] QString duration(qint64 milliseconds);

} // namespace sage::ui
