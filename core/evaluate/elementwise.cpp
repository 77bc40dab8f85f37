#include "core/evaluate/elementwise.h"

#include <cmath>
#include <type_traits>

namespace sage {

namespace {

template<typename From, typename To, typename Function>
void map(const std::vector<std::span<const From>> &in, std::span<To> out, Function function)
{
    if constexpr (std::is_invocable_v<Function, From, From>) {
        const std::span<const From> a = in[0];
        const std::span<const From> b = in[1];
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<To>(function(a[i], b[i]));
    } else {
        const std::span<const From> a = in[0];
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<To>(function(a[i]));
    }
}

[[nodiscard]] double larger(double a, double b)
{
    return std::isnan(a) || std::isnan(b) ? std::nan("") : a > b ? a : b;
}

[[nodiscard]] double smaller(double a, double b)
{
    return std::isnan(a) || std::isnan(b) ? std::nan("") : a < b ? a : b;
}

[[nodiscard]] double signOf(double a)
{
    return std::isnan(a) ? a : static_cast<double>((a > 0) - (a < 0));
}

void applyTranscendental(StepOp op, const RealOperands &in, std::span<double> out)
{
    using enum StepOp;
    switch (op) {
    case Sqrt: return map(in, out, [](double a) { return std::sqrt(a); });
    case Rsqrt: return map(in, out, [](double a) { return 1.0 / std::sqrt(a); });
    case Exp: return map(in, out, [](double a) { return std::exp(a); });
    case Log: return map(in, out, [](double a) { return std::log(a); });
    case Sigmoid: return map(in, out, [](double a) { return 1.0 / (1.0 + std::exp(-a)); });
    case Tanh: return map(in, out, [](double a) { return std::tanh(a); });
    case Erf: return map(in, out, [](double a) { return std::erf(a); });
    case Sin: return map(in, out, [](double a) { return std::sin(a); });
    case Cos: return map(in, out, [](double a) { return std::cos(a); });
    case Pow: return map(in, out, [](double a, double b) { return std::pow(a, b); });
    default: return;
    }
}

/// The tests that are written alike for both kinds of operands.
template<typename Number>
bool applyComparison(StepOp op, const std::vector<std::span<const Number>> &in, std::span<std::int64_t> out)
{
    using enum StepOp;
    switch (op) {
    case Less: map(in, out, [](Number a, Number b) { return a < b; }); return true;
    case LessEqual: map(in, out, [](Number a, Number b) { return a <= b; }); return true;
    case Greater: map(in, out, [](Number a, Number b) { return a > b; }); return true;
    case GreaterEqual: map(in, out, [](Number a, Number b) { return a >= b; }); return true;
    case Equal: map(in, out, [](Number a, Number b) { return a == b; }); return true;
    case NotEqual: map(in, out, [](Number a, Number b) { return a != b; }); return true;
    case LogicalAnd: map(in, out, [](Number a, Number b) { return a != 0 && b != 0; }); return true;
    case LogicalOr: map(in, out, [](Number a, Number b) { return a != 0 || b != 0; }); return true;
    case LogicalNot: map(in, out, [](Number a) { return a == 0; }); return true;
    default: return false;
    }
}

// Two's complement without undefined overflow.
[[nodiscard]] std::int64_t wrapped(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

[[nodiscard]] std::uint64_t bits(std::int64_t value)
{
    return static_cast<std::uint64_t>(value);
}

} // namespace

void applyReal(StepOp op, const RealOperands &in, std::span<double> out)
{
    using enum StepOp;
    switch (op) {
    case Copy: return map(in, out, [](double a) { return a; });
    case Neg: return map(in, out, [](double a) { return -a; });
    case Abs: return map(in, out, [](double a) { return std::fabs(a); });
    case Reciprocal: return map(in, out, [](double a) { return 1.0 / a; });
    case Relu: return map(in, out, [](double a) { return std::isnan(a) ? a : a > 0 ? a : 0.0; });
    case Sign: return map(in, out, signOf);
    case Square: return map(in, out, [](double a) { return a * a; });
    case Floor: return map(in, out, [](double a) { return std::floor(a); });
    case Ceil: return map(in, out, [](double a) { return std::ceil(a); });
    case Round: return map(in, out, [](double a) { return std::nearbyint(a); });
    case Trunc: return map(in, out, [](double a) { return std::trunc(a); });
    case Add: return map(in, out, [](double a, double b) { return a + b; });
    case Sub: return map(in, out, [](double a, double b) { return a - b; });
    case Mul: return map(in, out, [](double a, double b) { return a * b; });
    case Div: return map(in, out, [](double a, double b) { return a / b; });
    case Maximum: return map(in, out, larger);
    case Minimum: return map(in, out, smaller);
    default: return applyTranscendental(op, in, out);
    }
}

void applyInteger(StepOp op, const IntegerOperands &in, std::span<std::int64_t> out)
{
    using enum StepOp;
    using Int = std::int64_t;
    switch (op) {
    case Neg: return map(in, out, [](Int a) { return wrapped(0 - bits(a)); });
    case Abs: return map(in, out, [](Int a) { return a < 0 ? wrapped(0 - bits(a)) : a; });
    case Relu: return map(in, out, [](Int a) { return a > 0 ? a : Int{0}; });
    case Sign: return map(in, out, [](Int a) { return Int{a > 0} - Int{a < 0}; });
    case Square: return map(in, out, [](Int a) { return wrapped(bits(a) * bits(a)); });
    case Add: return map(in, out, [](Int a, Int b) { return wrapped(bits(a) + bits(b)); });
    case Sub: return map(in, out, [](Int a, Int b) { return wrapped(bits(a) - bits(b)); });
    case Mul: return map(in, out, [](Int a, Int b) { return wrapped(bits(a) * bits(b)); });
    case Maximum: return map(in, out, [](Int a, Int b) { return a > b ? a : b; });
    case Minimum: return map(in, out, [](Int a, Int b) { return a < b ? a : b; });
    default: return map(in, out, [](Int a) { return a; });
    }
}

void applyTest(StepOp op, const RealOperands &in, std::span<std::int64_t> out)
{
    using enum StepOp;
    if (applyComparison(op, in, out))
        return;
    switch (op) {
    case IsFinite: return map(in, out, [](double a) { return std::isfinite(a); });
    case IsInf: return map(in, out, [](double a) { return std::isinf(a); });
    default: return map(in, out, [](double a) { return std::isnan(a); });
    }
}

void applyTest(StepOp op, const IntegerOperands &in, std::span<std::int64_t> out)
{
    if (!applyComparison(op, in, out)) // an integer is always finite
        map(in, out, [op](std::int64_t) { return op == StepOp::IsFinite; });
}

} // namespace sage
