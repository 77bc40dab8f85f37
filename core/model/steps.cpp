#include "core/model/steps.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace sage {

namespace {

constexpr double largestExact = 9007199254740992.0; ///< 2^53: whole numbers up to here are exact in double

/// Reads one line from left to right. Every failure quotes the line.
class StepReader
{
public:
    explicit StepReader(std::string_view line) : m_line(line) {}

    [[nodiscard]] Result<Step> read()
    {
        Step step;
        if (take('[')) {
            if (const Result<void> condition = readCondition(step); !condition)
                return fail(condition.error());
        }
        step.result = word();
        if (step.result.empty() || !take('='))
            return invalid("name = operation(...)");
        const std::string operation = word();
        const auto found = std::find_if(stepOps().begin(), stepOps().end(), [&](const StepOpInfo &entry) { return entry.name == operation; });
        if (found == stepOps().end())
            return invalid("a known operation instead of \"" + operation + "\"");
        step.op = found->op;
        if (const Result<void> arguments = readArguments(step); !arguments)
            return fail(arguments.error());
        if (found->operands >= 0 && static_cast<int>(step.arguments.size()) != found->operands)
            return invalid(std::to_string(found->operands) + " operand(s) for " + operation);
        return step;
    }

private:
    [[nodiscard]] tl::unexpected<Error> invalid(const std::string &expected) const
    {
        return fail("steps.invalid", "The step \"" + std::string(m_line) + "\" cannot be read: expected " + expected + " at column " + std::to_string(m_at + 1) + ".", {},
                    {{"line", std::string(m_line)}, {"expected", expected}});
    }

    void skipSpace()
    {
        while (m_at < m_line.size() && std::isspace(static_cast<unsigned char>(m_line[m_at])))
            ++m_at;
    }

    [[nodiscard]] bool take(char c)
    {
        skipSpace();
        if (m_at >= m_line.size() || m_line[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    [[nodiscard]] std::string word()
    {
        skipSpace();
        const std::size_t begin = m_at;
        while (m_at < m_line.size() && (std::isalnum(static_cast<unsigned char>(m_line[m_at])) || m_line[m_at] == '_'))
            ++m_at;
        if (begin < m_at && std::isdigit(static_cast<unsigned char>(m_line[begin]))) {
            m_at = begin;
            return {};
        }
        return std::string(m_line.substr(begin, m_at - begin));
    }

    [[nodiscard]] std::optional<double> number()
    {
        skipSpace();
        double value = 0;
        const char *begin = m_line.data() + m_at;
        const auto got = std::from_chars(begin, m_line.data() + m_line.size(), value);
        if (got.ec != std::errc())
            return std::nullopt;
        m_at += static_cast<std::size_t>(got.ptr - begin);
        return value;
    }

    [[nodiscard]] Result<void> readCondition(Step &step)
    {
        StepCondition condition;
        condition.attribute = word();
        if (condition.attribute.empty() || !take('='))
            return invalid("[attribute=value|value]");
        do {
            condition.values.push_back(word());
        } while (take('|'));
        if (!take(']') || condition.values.back().empty())
            return invalid("\"]\" after the condition");
        step.condition = std::move(condition);
        return {};
    }

    [[nodiscard]] Result<void> readArguments(Step &step)
    {
        if (!take('('))
            return invalid("\"(\"");
        if (take(')'))
            return {};
        do {
            const std::string name = word();
            if (name.empty()) {
                const std::optional<double> value = number();
                if (!value)
                    return invalid("a name or a number");
                step.arguments.push_back({*value});
            } else if (take('=')) {
                const std::string value = word();
                const std::optional<double> figure = value.empty() ? number() : std::nullopt;
                if (value.empty() && !figure)
                    return invalid("a value for \"" + name + "\"");
                step.parameters[name] = value.empty() ? numeric(*figure) : Json(value);
            } else {
                step.arguments.push_back({name});
            }
        } while (take(','));
        if (!take(')'))
            return invalid("\",\" or \")\"");
        skipSpace();
        if (m_at != m_line.size())
            return invalid("the end of the line");
        return {};
    }

    /// Whole numbers stay integers, so that axis=1 reads back as 1.
    [[nodiscard]] static Json numeric(double value)
    {
        const bool fits = std::fabs(value) < largestExact && value == std::trunc(value);
        return fits ? Json(static_cast<std::int64_t>(value)) : Json(value);
    }

    std::string_view m_line;
    std::size_t m_at = 0;
};

[[nodiscard]] std::string numberText(double value)
{
    return canonical(Json(value));
}

} // namespace

const std::vector<StepOpInfo> &stepOps()
{
    using enum StepOp;
    static const std::vector<StepOpInfo> table{
        {Copy, "copy", StepKind::Unary, 1}, {Neg, "neg", StepKind::Unary, 1}, {Abs, "abs", StepKind::Unary, 1}, {Sqrt, "sqrt", StepKind::Unary, 1},
        {Rsqrt, "rsqrt", StepKind::Unary, 1}, {Reciprocal, "reciprocal", StepKind::Unary, 1}, {Exp, "exp", StepKind::Unary, 1}, {Log, "log", StepKind::Unary, 1},
        {Sigmoid, "sigmoid", StepKind::Unary, 1}, {Tanh, "tanh", StepKind::Unary, 1}, {Erf, "erf", StepKind::Unary, 1}, {Relu, "relu", StepKind::Unary, 1},
        {Sign, "sign", StepKind::Unary, 1}, {Square, "square", StepKind::Unary, 1}, {Floor, "floor", StepKind::Unary, 1}, {Ceil, "ceil", StepKind::Unary, 1},
        {Round, "round", StepKind::Unary, 1}, {Trunc, "trunc", StepKind::Unary, 1}, {Sin, "sin", StepKind::Unary, 1}, {Cos, "cos", StepKind::Unary, 1},
        {LogicalNot, "not", StepKind::Unary, 1}, {IsFinite, "isfinite", StepKind::Unary, 1}, {IsInf, "isinf", StepKind::Unary, 1}, {IsNan, "isnan", StepKind::Unary, 1},
        {Add, "add", StepKind::Binary, 2}, {Sub, "sub", StepKind::Binary, 2}, {Mul, "mul", StepKind::Binary, 2}, {Div, "div", StepKind::Binary, 2},
        {Maximum, "maximum", StepKind::Binary, 2}, {Minimum, "minimum", StepKind::Binary, 2}, {Pow, "pow", StepKind::Binary, 2},
        {LogicalAnd, "and", StepKind::Binary, 2}, {LogicalOr, "or", StepKind::Binary, 2},
        {Less, "lt", StepKind::Comparison, 2}, {LessEqual, "le", StepKind::Comparison, 2}, {Greater, "gt", StepKind::Comparison, 2},
        {GreaterEqual, "ge", StepKind::Comparison, 2}, {Equal, "eq", StepKind::Comparison, 2}, {NotEqual, "ne", StepKind::Comparison, 2},
        {Select, "select", StepKind::Select, 3},
        {Sum, "sum", StepKind::Reduction, 1}, {Mean, "mean", StepKind::Reduction, 1}, {Max, "max", StepKind::Reduction, 1}, {Min, "min", StepKind::Reduction, 1},
        {Split, "split", StepKind::Move, 1}, {Concat, "concat", StepKind::Move, -1}, {Broadcast, "broadcast", StepKind::Move, 2}, {Cast, "cast", StepKind::Move, 1},
    };
    return table;
}

const StepOpInfo &info(StepOp op)
{
    return *std::find_if(stepOps().begin(), stepOps().end(), [op](const StepOpInfo &entry) { return entry.op == op; });
}

Result<Step> parseStep(std::string_view line)
{
    return StepReader(line).read();
}

std::string toText(const Step &step)
{
    std::string text;
    if (step.condition) {
        text += '[' + step.condition->attribute + '=';
        for (std::size_t i = 0; i < step.condition->values.size(); ++i)
            text += (i ? "|" : "") + step.condition->values[i];
        text += "] ";
    }
    text += step.result + " = " + std::string(info(step.op).name) + '(';
    bool first = true;
    for (const StepArgument &argument : step.arguments) {
        text += (first ? "" : ", ") + (argument.isName() ? argument.name() : numberText(argument.number()));
        first = false;
    }
    for (const auto &[name, value] : step.parameters) {
        text += (first ? "" : ", ") + name + '=' + (value.is_string() ? value.get<std::string>() : canonical(value));
        first = false;
    }
    return text + ')';
}

} // namespace sage
