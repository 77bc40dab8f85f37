#pragma once

#include "core/base/ids.h"
#include "core/model/steps.h"
#include "core/plain/dtype.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sage {

inline constexpr std::size_t mostCases = 1000; ///< of a card: each is a process in every round
inline constexpr std::size_t mostSteps = 1000; ///< of a card's reference

using Shape = std::vector<std::int64_t>;

/// How the elements of an input are drawn; in the tensor's dtype.
struct Draw {
    enum class Kind : std::uint8_t { Normal, Uniform, Integer, Constant };
    Kind kind = Kind::Normal;
    double low = 0;   ///< Uniform: [low, high); Integer: low..high, both included; Constant: low
    double high = 1;
    double scale = 1; ///< Normal: standard deviation
    double shift = 0; ///< Normal: mean
    bool absolute = false;  ///< take |value|
    double tieShare = 0;    ///< share of elements copied from the same position of the first input (comparisons)

    bool operator==(const Draw &) const = default;
};

struct TensorSpec {
    std::string name;
    std::optional<DType> dtype; ///< empty: the case's dtype
    Draw draw;                  ///< inputs only
    std::optional<Draw> integerDraw; ///< used instead where the tensor's dtype is not floating
    bool compared = true;       ///< outputs only

    bool operator==(const TensorSpec &) const = default;
};

struct AttributeSpec {
    enum class Type : std::uint8_t { Int, Float, Bool, Choice };
    std::string name;
    Type type = Type::Int;
    Json fallback;                    ///< value where a case gives none
    std::vector<std::string> choices; ///< Choice: the kernel sees the position in this list as int32

    bool operator==(const AttributeSpec &) const = default;
};

struct OperatorCase {
    int index = 0;
    DType dtype = DType::F32;
    std::map<std::string, Shape> shapes;    ///< per input
    std::map<std::string, Json> attributes; ///< every attribute of the card, fallback applied
    std::string origin;                     ///< "benchmark" with its case id, or "own"

    bool operator==(const OperatorCase &) const = default;
};

/// An element fails if |d| > bound(dtype) max(1, |ref|). Integers and booleans are exact.
/// relative and absolute: the other form, fails if |d| > absolute and |d| / (|ref| + 1e-7) > relative.
struct Tolerance {
    std::map<std::string, double> bound;            ///< by dtype name; missing: the default of that dtype
    std::map<std::string, double> relativeAbsolute; ///< by dtype name: fails only if both errors are above

    bool operator==(const Tolerance &) const = default;
};

/// An operator card: what the operator computes, on what, and how outputs are judged.
struct OperatorSpec {
    std::string name;
    std::string entry; ///< kernel entry: the name in snake case
    int level = 1;
    std::string category;
    std::string summary;
    std::vector<TensorSpec> inputs;  ///< in kernel argument order
    std::vector<TensorSpec> outputs; ///< after the inputs
    std::vector<AttributeSpec> attributes;
    std::vector<Step> reference;
    Tolerance tolerance;
    std::vector<OperatorCase> cases;
    Hash hash; ///< of the card's content

    [[nodiscard]] const TensorSpec *input(std::string_view inputName) const;
    [[nodiscard]] const AttributeSpec *attribute(std::string_view attributeName) const;
    bool operator==(const OperatorSpec &) const = default;
};

[[nodiscard]] std::int64_t elementCount(const Shape &shape);
/// The dtype a tensor has in a case.
[[nodiscard]] DType dtypeIn(const TensorSpec &tensor, const OperatorCase &one);

/// Reads a card. Errors: yaml.invalid, card.invalid (names the card, the field and what is wrong with it);
/// shapes and types of every case are inferred, so a card that loads can be evaluated.
[[nodiscard]] Result<OperatorSpec> parseCard(std::string_view yaml, std::string_view what);
[[nodiscard]] Result<OperatorSpec> readCard(const std::filesystem::path &path);

} // namespace sage
