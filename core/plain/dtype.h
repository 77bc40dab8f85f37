#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sage {

/// Element types of tensors. The names are those of operator cards and case tables.
enum class DType : std::uint8_t { F16, BF16, F32, I8, I16, I32, I64, U8, U16, U32, Bool };

struct DTypeInfo {
    DType type;
    std::string_view name;      ///< as written in cards: "float16"
    std::string_view ascendName; ///< as written in kernels: "half"
    std::size_t size;           ///< bytes per element
    bool floating;
    bool isSigned;
};

inline constexpr std::array<DTypeInfo, 11> dtypeTable{{
    {DType::F16, "float16", "half", 2, true, true},
    {DType::BF16, "bfloat16", "bfloat16_t", 2, true, true},
    {DType::F32, "float32", "float", 4, true, true},
    {DType::I8, "int8", "int8_t", 1, false, true},
    {DType::I16, "int16", "int16_t", 2, false, true},
    {DType::I32, "int32", "int32_t", 4, false, true},
    {DType::I64, "int64", "int64_t", 8, false, true},
    {DType::U8, "uint8", "uint8_t", 1, false, false},
    {DType::U16, "uint16", "uint16_t", 2, false, false},
    {DType::U32, "uint32", "uint32_t", 4, false, false},
    {DType::Bool, "bool", "bool", 1, false, false},
}};

[[nodiscard]] constexpr const DTypeInfo &info(DType type)
{
    return dtypeTable[static_cast<std::size_t>(type)];
}

[[nodiscard]] constexpr std::size_t sizeOf(DType type)
{
    return info(type).size;
}

[[nodiscard]] constexpr std::string_view nameOf(DType type)
{
    return info(type).name;
}

/// "float" is accepted for float32, as in the benchmark's case tables.
[[nodiscard]] constexpr std::optional<DType> dtypeFromName(std::string_view name)
{
    for (const DTypeInfo &entry : dtypeTable) {
        if (entry.name == name)
            return entry.type;
    }
    if (name == "float")
        return DType::F32;
    return std::nullopt;
}

} // namespace sage
