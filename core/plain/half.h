#pragma once

#include <bit>
#include <cstdint>
#include <cmath>

// Conversions between double or float and the two 16-bit formats, round to nearest even.
// Plain integer arithmetic: the result is the same with and without F16C.

namespace sage {

[[nodiscard]] inline float halfToFloat(std::uint16_t h)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(h & 0x8000u) << 16;
    std::uint32_t exponent = (h >> 10) & 0x1fu;
    std::uint32_t mantissa = h & 0x3ffu;
    if (exponent == 0x1fu)
        return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
    if (exponent == 0) {
        if (mantissa == 0)
            return std::bit_cast<float>(sign);
        while (!(mantissa & 0x400u)) {
            mantissa <<= 1;
            --exponent;
        }
        ++exponent;
        mantissa &= 0x3ffu;
    }
    return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

namespace detail {

/// Rounds a finite double to a format of `precision` significand bits (hidden bit included), smallest
/// normal exponent `minExponent`, nearest even, in one step. Exact in double for both 16-bit formats and float.
[[nodiscard]] inline double roundToPrecision(double value, int precision, int minExponent)
{
    if (value == 0 || !std::isfinite(value))
        return value;
    int exponent = std::ilogb(value);
    if (exponent < minExponent)
        exponent = minExponent;
    const double unit = std::ldexp(1.0, exponent - precision + 1);
    return std::nearbyint(value / unit) * unit;
}

} // namespace detail

/// One rounding from double, without the detour over float (which would round twice).
[[nodiscard]] inline std::uint16_t doubleToHalf(double value)
{
    const std::uint16_t sign = std::signbit(value) ? 0x8000u : 0u;
    if (std::isnan(value))
        return static_cast<std::uint16_t>(sign | 0x7e00u);
    const double magnitude = std::fabs(detail::roundToPrecision(value, 11, -14));
    if (magnitude > 65504.0)
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 6.103515625e-05) // subnormal: units of 2^-24
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(magnitude * 16777216.0));
    const auto bits = std::bit_cast<std::uint64_t>(magnitude);
    const auto exponent = static_cast<std::uint16_t>((bits >> 52) - 1023 + 15);
    return static_cast<std::uint16_t>(sign | (exponent << 10) | ((bits >> 42) & 0x3ffu));
}

[[nodiscard]] inline std::uint16_t floatToHalf(float value)
{
    return doubleToHalf(static_cast<double>(value));
}

[[nodiscard]] inline float bfloatToFloat(std::uint16_t b)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(b) << 16);
}

[[nodiscard]] inline std::uint16_t doubleToBfloat(double value)
{
    if (std::isnan(value))
        return static_cast<std::uint16_t>(std::signbit(value) ? 0xffc0u : 0x7fc0u);
    const double rounded = detail::roundToPrecision(value, 8, -126);
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(rounded)) >> 16);
}

[[nodiscard]] inline std::uint16_t floatToBfloat(float value)
{
    return doubleToBfloat(static_cast<double>(value));
}

} // namespace sage
