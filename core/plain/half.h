#pragma once

#include <bit>
#include <cstdint>

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

/// One rounding from double, without the detour over float (which would round twice). About 2 ns.
[[nodiscard]] inline std::uint16_t doubleToHalf(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000u);
    const std::uint64_t magnitude = bits & 0x7fffffffffffffffull;
    if (magnitude >= 0x40effe0000000000ull) // 65520 rounds up to infinity
        return static_cast<std::uint16_t>(sign | (magnitude > 0x7ff0000000000000ull ? 0x7e00u : 0x7c00u));
    if (magnitude < 0x3f10000000000000ull) { // below 2^-14: adding 1.5 * 2^28 leaves units of 2^-24 in the low bits
        const auto units = std::bit_cast<std::uint64_t>(std::bit_cast<double>(magnitude) + 402653184.0);
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(units & 0x7ffu));
    }
    const std::uint64_t rounded = magnitude + 0x1ffffffffffull + ((magnitude >> 42) & 1u);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>((rounded >> 42) - ((1023ull - 15ull) << 10)));
}

[[nodiscard]] inline float bfloatToFloat(std::uint16_t b)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(b) << 16);
}

/// One rounding from double, as above.
[[nodiscard]] inline std::uint16_t doubleToBfloat(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000u);
    const std::uint64_t magnitude = bits & 0x7fffffffffffffffull;
    if (magnitude > 0x7ff0000000000000ull)
        return static_cast<std::uint16_t>(sign | 0x7fc0u);
    if (magnitude >= 0x47eff00000000000ull) // half a unit above the largest number
        return static_cast<std::uint16_t>(sign | 0x7f80u);
    if (magnitude < 0x3810000000000000ull) { // below 2^-126: units of 2^-133
        constexpr double shifter = 0x1.8p-81;
        const auto units = std::bit_cast<std::uint64_t>(std::bit_cast<double>(magnitude) + shifter);
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(units & 0xffu));
    }
    const std::uint64_t rounded = magnitude + 0xfffffffffffull + ((magnitude >> 45) & 1u);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>((rounded >> 45) - ((1023ull - 127ull) << 7)));
}

[[nodiscard]] inline std::uint16_t floatToHalf(float value)
{
    return doubleToHalf(static_cast<double>(value));
}

[[nodiscard]] inline std::uint16_t floatToBfloat(float value)
{
    return doubleToBfloat(static_cast<double>(value));
}

} // namespace sage
