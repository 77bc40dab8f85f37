#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

// The tensor step language: what an operator card's reference is written in, one operation a line:
//
//     s = sigmoid(x)
//     a = split(x, axis=dim, parts=2, index=0)
//     [reduction=mean|none] y = mul(s, a)
//
// An argument is the name of an input, an attribute or an earlier step, or a number. A parameter is a number,
// a word, or the name of an attribute. A step with a condition in brackets exists only in cases whose attribute
// (a choice) has one of the values named. Binary operations broadcast as NumPy does. Reductions keep the reduced
// axes with size 1, but axis=all gives shape [1].

namespace sage {

enum class StepOp : std::uint8_t {
    // element-wise, one operand
    Copy, Neg, Abs, Sqrt, Rsqrt, Reciprocal, Exp, Log, Sigmoid, Tanh, Erf, Relu, Sign, Square, Floor, Ceil, Round, Trunc, Sin, Cos, LogicalNot,
    IsFinite, IsInf, IsNan,
    // element-wise, two operands
    Add, Sub, Mul, Div, Maximum, Minimum, Pow, LogicalAnd, LogicalOr,
    Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual,
    // three operands: select(condition, a, b)
    Select,
    // reductions: axis (number, attribute, or all)
    Sum, Mean, Max, Min,
    // moves
    Split,     // axis, parts, index: one of `parts` equal pieces
    Concat,    // any number of operands, axis
    Broadcast, // to the shape of the second operand
    Cast,      // to: a dtype name; rounds (nearest even; towards zero for integers)
};

enum class StepKind : std::uint8_t { Unary, Binary, Comparison, Select, Reduction, Move };

struct StepOpInfo {
    StepOp op;
    std::string_view name;
    StepKind kind;
    int operands; ///< -1: any number
};

[[nodiscard]] const StepOpInfo &info(StepOp op);
[[nodiscard]] const std::vector<StepOpInfo> &stepOps();

struct StepArgument {
    std::variant<std::string, double> value; ///< a name, or a number

    [[nodiscard]] bool isName() const { return value.index() == 0; }
    [[nodiscard]] const std::string &name() const { return std::get<0>(value); }
    [[nodiscard]] double number() const { return std::get<1>(value); }
    bool operator==(const StepArgument &) const = default;
};

struct StepCondition {
    std::string attribute;
    std::vector<std::string> values;
    bool operator==(const StepCondition &) const = default;
};

struct Step {
    std::string result;
    StepOp op = StepOp::Copy;
    std::vector<StepArgument> arguments;
    std::map<std::string, Json> parameters; ///< a number, or a string: a word or an attribute's name
    std::optional<StepCondition> condition;

    bool operator==(const Step &) const = default;
};

/// One line of the language. Error steps.invalid quotes the line and says what was expected.
[[nodiscard]] Result<Step> parseStep(std::string_view line);
/// The line that parseStep reads back.
[[nodiscard]] std::string toText(const Step &step);

} // namespace sage
