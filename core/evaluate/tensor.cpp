#include "core/evaluate/tensor.h"

#include "core/plain/half.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace sage {

namespace {

// One struct for each way an element lies in memory.
struct HalfElement {
    using Storage = std::uint16_t;
    static double read(Storage bits) { return static_cast<double>(halfToFloat(bits)); }
    static Storage write(double value) { return doubleToHalf(value); }
};

struct BfloatElement {
    using Storage = std::uint16_t;
    static double read(Storage bits) { return static_cast<double>(bfloatToFloat(bits)); }
    static Storage write(double value) { return doubleToBfloat(value); }
};

struct FloatElement {
    using Storage = float;
    static double read(Storage value) { return static_cast<double>(value); }
    static Storage write(double value) { return static_cast<float>(value); }
};

struct BoolElement {
    using Storage = std::uint8_t;
    static std::uint8_t read(Storage value) { return value; }
    template<typename T>
    static Storage write(T value) { return value != 0 ? 1 : 0; }
};

template<typename Integer>
struct IntegerElement {
    using Storage = Integer;
    static Integer read(Storage value) { return value; }
    static Storage write(double value) { return static_cast<Integer>(truncateToInteger(value)); }
    static Storage write(std::int64_t value) { return static_cast<Integer>(value); }
};

/// Calls body with the element type of the dtype.
template<typename Body>
void withElement(DType dtype, Body body)
{
    switch (dtype) {
    case DType::F16: return body(HalfElement{});
    case DType::BF16: return body(BfloatElement{});
    case DType::F32: return body(FloatElement{});
    case DType::I8: return body(IntegerElement<std::int8_t>{});
    case DType::I16: return body(IntegerElement<std::int16_t>{});
    case DType::I32: return body(IntegerElement<std::int32_t>{});
    case DType::I64: return body(IntegerElement<std::int64_t>{});
    case DType::U8: return body(IntegerElement<std::uint8_t>{});
    case DType::U16: return body(IntegerElement<std::uint16_t>{});
    case DType::U32: return body(IntegerElement<std::uint32_t>{});
    case DType::Bool: return body(BoolElement{});
    }
}

template<typename Number>
Number convert(double value)
{
    if constexpr (std::is_same_v<Number, std::int64_t>)
        return truncateToInteger(value);
    else
        return value;
}

template<typename Number, typename Integer>
    requires std::is_integral_v<Integer>
Number convert(Integer value)
{
    return static_cast<Number>(value);
}

template<typename Number>
void load(DType dtype, const std::byte *data, std::int64_t stride, std::span<Number> out)
{
    withElement(dtype, [&](auto element) {
        using Element = decltype(element);
        using Storage = typename Element::Storage;
        const std::int64_t step = stride * static_cast<std::int64_t>(sizeof(Storage));
        for (Number &number : out) {
            Storage raw;
            std::memcpy(&raw, data, sizeof raw);
            number = convert<Number>(Element::read(raw));
            data += step;
        }
    });
}

template<typename Number>
void store(DType dtype, std::span<const Number> values, std::byte *data)
{
    withElement(dtype, [&](auto element) {
        using Element = decltype(element);
        for (const Number value : values) {
            typename Element::Storage raw;
            if constexpr (std::is_same_v<Element, HalfElement> || std::is_same_v<Element, BfloatElement> || std::is_same_v<Element, FloatElement>)
                raw = Element::write(static_cast<double>(value));
            else
                raw = Element::write(value);
            std::memcpy(data, &raw, sizeof raw);
            data += sizeof raw;
        }
    });
}

} // namespace

Tensor makeTensor(std::string name, DType dtype, Shape shape)
{
    Tensor tensor{std::move(name), dtype, std::move(shape), {}};
    tensor.bytes.resize(static_cast<std::size_t>(tensor.count()) * sizeOf(dtype));
    return tensor;
}

void loadReal(DType dtype, const std::byte *data, std::int64_t stride, std::span<double> out)
{
    load(dtype, data, stride, out);
}

void loadInteger(DType dtype, const std::byte *data, std::int64_t stride, std::span<std::int64_t> out)
{
    load(dtype, data, stride, out);
}

void storeReal(DType dtype, std::span<const double> values, std::byte *data)
{
    store(dtype, values, data);
}

void storeInteger(DType dtype, std::span<const std::int64_t> values, std::byte *data)
{
    store(dtype, values, data);
}

void roundReal(DType dtype, std::span<double> values)
{
    withElement(dtype, [&](auto element) {
        using Element = decltype(element);
        for (double &value : values)
            value = static_cast<double>(Element::read(Element::write(value)));
    });
}

std::int64_t wrapInteger(DType dtype, std::int64_t value)
{
    std::int64_t wrapped = value;
    withElement(dtype, [&](auto element) {
        using Storage = typename decltype(element)::Storage;
        if constexpr (std::is_same_v<decltype(element), BoolElement>)
            wrapped = value != 0 ? 1 : 0;
        else if constexpr (std::is_integral_v<Storage>)
            wrapped = static_cast<std::int64_t>(static_cast<Storage>(value));
    });
    return wrapped;
}

std::int64_t truncateToInteger(double value)
{
    if (std::isnan(value))
        return 0;
    if (value >= 9223372036854775808.0)
        return std::numeric_limits<std::int64_t>::max();
    if (value < -9223372036854775808.0)
        return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(value);
}

} // namespace sage
