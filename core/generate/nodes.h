#pragma once

#include "core/generate/fragments.h"

namespace sage::lowering {

/// What one vector instruction, or one reduction over a tile, does.
enum class NodeOp : std::uint8_t {
    Add, Sub, Mul, Div, Max, Min,              // two operands, one of which may be a scalar
    Exp, Ln, Sqrt, Rsqrt, Reciprocal, Abs,     // one operand
    Copy,                                      // to a larger extent: a scalar or a row filled in
    Floor, Ceil, Rint, Trunc,                  // by way of integers
    ThroughHalf, ThroughBfloat16,              // rounded to a narrower type and back
    IsFinite, IsInf, IsNan,                    // from the bits of a float
    SumRow, MaxRow, MinRow,                    // over the last axis
    SumAll, MaxAll, MinAll,                    // over everything
};

struct Value {
    std::string name;     ///< C++ variable; "" for literals
    Extent extent = Extent::Scalar;
    std::string text;     ///< scalars: a C++ expression of type float (or int32_t in whole-number kernels)
    std::optional<double> literal;
    int tensor = -1;      ///< position among the fragment's inputs
    int node = -1;        ///< the node that computes it
};

struct Node {
    NodeOp op = NodeOp::Copy;
    int a = -1;
    int b = -1;
    int result = -1;
    int step = 0; ///< position of the step it belongs to
};

/// A fragment's steps as nodes, in an order in which operands come first.
struct Program {
    std::vector<Value> values;
    std::vector<Node> nodes;
    std::vector<int> outputs; ///< value of each of the fragment's outputs
    bool needsFloat = false;  ///< some step cannot be computed in a narrower type
    bool reduces = false;     ///< sums and extremes exist for floating types only
};

[[nodiscard]] bool isRowReduction(NodeOp op);
[[nodiscard]] bool isFullReduction(NodeOp op);
[[nodiscard]] bool isReduction(NodeOp op);

/// What holds for a whole kernel.
struct LoweringContext {
    const OperatorSpec &card;
    const Plan &plan;
    bool wholeNumbers = false; ///< some dtype of the card is computed in integers throughout
};

/// Errors generate.cannot-lower, which names the step.
[[nodiscard]] Result<Program> programOf(const LoweringContext &context, const Variant &variant, const Fragment &fragment);

/// A number as a C++ literal of type float, locale-free and exact.
[[nodiscard]] std::string floatLiteral(double number);

} // namespace sage::lowering
