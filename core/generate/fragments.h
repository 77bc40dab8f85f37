#pragma once

#include "core/generate/plan.h"
#include "core/generate/variants.h"

#include <optional>

namespace sage::lowering {

/// How much of a fragment's iteration space (rows of rowLength elements) a value covers.
enum class Extent : std::uint8_t { Scalar, Column, Row, Full };

/// How a tensor in global memory lies against the iteration space.
enum class Access : std::uint8_t {
    Same,          ///< element for element
    Scalar,        ///< one element
    Row,           ///< one row, the same for every row
    Column,        ///< one element a row
    Repeat,        ///< a suffix of the shape, repeated
    Piece,         ///< one of equal parts along an axis of a larger tensor
    General,       ///< any other broadcast, whole rows
    GeneralColumn, ///< any other broadcast, one element a row
};

[[nodiscard]] Extent extentOf(Access access);

/// One of `parts` equal pieces of a tensor. All but the name are C++ texts.
struct Piece {
    std::string tensor; ///< whose shape is cut, as `args` names it
    std::string axis;
    std::string parts;
    std::string index;
    bool operator==(const Piece &) const = default;
};

struct GmTensor {
    std::string value;    ///< in the step language
    std::string argument; ///< the kernel argument or the temporary that holds it
    std::string type;     ///< C++ type of an element as stored
    bool temporary = false;
    Access access = Access::Same;
    std::optional<Piece> piece;
    std::string shape;    ///< card tensor of this shape, as `args` names it; "" = none
};

/// The shape that a fragment iterates over: that of a card tensor, or of a piece of one.
struct Base {
    std::string tensor;
    std::optional<Piece> piece;
    bool reduced = false; ///< its last axis has size 1
};

enum class FragmentKind : std::uint8_t { Map, AxisReduce, Concat };

/// Steps that one loop nest computes. Becomes one class of the kernel.
struct Fragment {
    FragmentKind kind = FragmentKind::Map;
    std::vector<Step> steps;
    std::vector<bool> lastAxis;
    std::vector<GmTensor> inputs;
    std::vector<GmTensor> outputs;
    Base base;
    bool flat = false;      ///< nothing depends on rows: one range of elements
    bool runByPiece = false; ///< a row is the contiguous run of a piece, which may span several axes
};

/// Cuts a variant's steps into fragments: as few as possible, or one a step where the plan says so.
/// Errors generate.cannot-lower, which names the step.
[[nodiscard]] Result<std::vector<Fragment>> fragmentsOf(const OperatorSpec &card, const Variant &variant, const Plan &plan);

/// C++ of a fragment's number of elements and of the length of its last axis.
[[nodiscard]] std::string totalText(const Base &base);
[[nodiscard]] std::string lastAxisText(const Base &base);
/// The contiguous run of a fragment whose rows follow a piece.
[[nodiscard]] std::string runText(const Piece &piece);

} // namespace sage::lowering
