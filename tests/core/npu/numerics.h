#pragma once

#include "core/npu/loops.h"
#include "core/plain/half.h"

#include <QString>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

// Sample values, references and both loop tables, for the tests of arithmetic.

namespace numerics {

using namespace sage::npu;
using abi::Op;
using abi::Type;
using Half = _Float16;

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline const double quietNan = std::nan("");

struct Bf16 {
    std::uint16_t bits;
};

template<typename T> inline constexpr Type typeOf = Type::None;
template<> inline constexpr Type typeOf<Half> = Type::F16;
template<> inline constexpr Type typeOf<Bf16> = Type::BF16;
template<> inline constexpr Type typeOf<float> = Type::F32;
template<> inline constexpr Type typeOf<std::int8_t> = Type::I8;
template<> inline constexpr Type typeOf<std::int16_t> = Type::I16;
template<> inline constexpr Type typeOf<std::int32_t> = Type::I32;
template<> inline constexpr Type typeOf<std::int64_t> = Type::I64;
template<> inline constexpr Type typeOf<std::uint8_t> = Type::U8;
template<> inline constexpr Type typeOf<std::uint16_t> = Type::U16;
template<> inline constexpr Type typeOf<std::uint32_t> = Type::U32;

/// The double nearest to which everything is compared, without _Float16 arithmetic of the compiler.
template<typename T>
double toDouble(T value)
{
    if constexpr (std::is_same_v<T, Half>)
        return sage::halfToFloat(std::bit_cast<std::uint16_t>(value));
    else if constexpr (std::is_same_v<T, Bf16>)
        return sage::bfloatToFloat(value.bits);
    else
        return static_cast<double>(value);
}

template<typename T>
T fromDouble(double value)
{
    if constexpr (std::is_same_v<T, Half>)
        return std::bit_cast<Half>(sage::doubleToHalf(value));
    else if constexpr (std::is_same_v<T, Bf16>)
        return Bf16{sage::doubleToBfloat(value)};
    else
        return static_cast<T>(value);
}

template<typename T>
bool same(T a, T b)
{
    const double x = toDouble(a), y = toDouble(b);
    return (std::isnan(x) && std::isnan(y)) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Values that break arithmetic, and a spread of ordinary ones; longer than one chunk, no multiple of 8.
template<typename T>
std::vector<T> samples(std::uint64_t seed)
{
    std::vector<T> values;
    const double special[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 65504, -65504, 65519, 65520, 6e-8, -6e-8, 3e-5, 1e-3, 127.5, -128.5, 255.5, 32767.5, -32768.5};
    for (const double value : special) {
        if constexpr (std::is_integral_v<T>)
            values.push_back(static_cast<T>(static_cast<std::int64_t>(value)));
        else
            values.push_back(fromDouble<T>(value));
    }
    if constexpr (std::is_integral_v<T>) {
        values.push_back(std::numeric_limits<T>::min());
        values.push_back(std::numeric_limits<T>::max());
    } else {
        for (const double value : {inf, -inf, quietNan, 3e9, -3e9, 1e19, -1e19, 3.4e38})
            values.push_back(fromDouble<T>(value));
    }
    while (values.size() < 1203) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const double unit = static_cast<double>(seed >> 11) / 9007199254740992.0;
        if constexpr (std::is_integral_v<T>)
            values.push_back(static_cast<T>(seed >> 40));
        else
            values.push_back(fromDouble<T>((unit - 0.5) * std::exp2(static_cast<double>((seed >> 3) % 24) - 8)));
    }
    std::rotate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(seed % 7), values.end());
    return values;
}

template<typename T>
std::uint64_t bits(T value)
{
    std::uint64_t raw = 0;
    std::memcpy(&raw, &value, sizeof(T));
    return raw;
}

inline QString describe(Op op, std::size_t at, double got, double expected)
{
    return QStringLiteral("op %1 at %2: got %3, expected %4").arg(static_cast<int>(op)).arg(at).arg(got, 0, 'g', 17).arg(expected, 0, 'g', 17);
}

/// Both loops of an instruction; empty outputs where it does not exist.
template<typename D>
std::vector<std::vector<D>> runBoth(Op op, Type source, LoopArgs args, const std::vector<D> &before)
{
    std::vector<std::vector<D>> outputs;
    std::vector<const LoopTable *> tables{&plainLoops()};
    if (hasAvx2Loops())
        tables.push_back(&avx2Loops());
    for (const LoopTable *table : tables) {
        const Loop loop = table->find(op, typeOf<D>, source);
        std::vector<D> output = before;
        args.dst = output.data();
        if (loop)
            loop(args);
        outputs.push_back(loop ? output : std::vector<D>());
    }
    return outputs;
}

} // namespace numerics
