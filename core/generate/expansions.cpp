#include "core/generate/expansions.h"

#include <algorithm>
#include <cmath>

namespace sage::lowering {

namespace {

int sigmoid(NodeSink &n, int x)
{
    return n.inverse(n.plus(n.unary(NodeOp::Exp, n.times(x, -1)), 1));
}

/// 1 - 2 / (exp(2 x) + 1), with |x| limited to where the exponential fits the compute type.
int hyperbolicTangent(NodeSink &n, int x)
{
    const int limited = n.binary(NodeOp::Min, x, n.constant("kTanhLimit"));
    const int e = n.unary(NodeOp::Exp, n.times(limited, 2));
    return n.plus(n.times(n.inverse(n.plus(e, 1)), -2), 1);
}

int sign(NodeSink &n, int x)
{
    int value = x;
    for (int i = 0; i < 2; ++i)
        value = n.clamp(n.binary(NodeOp::Mul, value, n.constant("kStretch")), -1, 1);
    return value;
}

/// Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: absolute error below 1.5e-7.
int errorFunction(NodeSink &n, int x)
{
    const int distance = n.magnitude(x);
    const int t = n.inverse(n.plus(n.times(distance, 0.3275911), 1));
    int series = n.plus(n.times(t, 1.061405429), -1.453152027);
    for (const double coefficient : {1.421413741, -0.284496736, 0.254829592})
        series = n.plus(n.binary(NodeOp::Mul, series, t), coefficient);
    series = n.binary(NodeOp::Mul, series, t);
    const int decay = n.unary(NodeOp::Exp, n.times(n.binary(NodeOp::Mul, distance, distance), -1));
    const int magnitude = n.plus(n.times(n.binary(NodeOp::Mul, series, decay), -1), 1);
    const int direction = sign(n, x);
    return n.binary(NodeOp::Mul, magnitude, direction);
}

/// Sine by reduction to [-pi/2, pi/2] in three parts of pi and the Taylor polynomial of degree 11.
int sine(NodeSink &n, int x, double quarter)
{
    n.needFloat();
    const int turns = n.unary(NodeOp::Rint, n.plus(n.times(x, 1 / M_PI), quarter));
    const int shifted = quarter == 0 ? turns : n.plus(turns, -quarter);
    int r = x;
    for (const double part : {-3.140625, -0.0009670257568359375, -6.277114152908325e-07})
        r = n.binary(NodeOp::Add, r, n.times(shifted, part));
    const int square = n.binary(NodeOp::Mul, r, r);
    int series = n.plus(n.times(square, -1.0 / 39916800), 1.0 / 362880);
    for (const double coefficient : {-1.0 / 5040, 1.0 / 120, -1.0 / 6, 1.0})
        series = n.plus(n.binary(NodeOp::Mul, series, square), coefficient);
    const int wave = n.binary(NodeOp::Mul, series, r);
    const int parity = n.binary(NodeOp::Sub, turns, n.times(n.unary(NodeOp::Floor, n.times(turns, 0.5)), 2));
    return n.binary(NodeOp::Mul, wave, n.plus(n.times(parity, -2), 1));
}

int different(NodeSink &n, int a, int b)
{
    const int distance = n.binary(NodeOp::Sub, a, b);
    return n.isPositive(n.magnitude(distance));
}

int negated(NodeSink &n, int flag)
{
    return n.plus(n.times(flag, -1), 1);
}

/// Whole exponents up to 8 by multiplication, halves by roots, others as exp(b ln a) for positive a.
int power(NodeSink &n, int a, int b)
{
    const std::optional<double> exponent = n.literalOf(b);
    if (exponent && std::fabs(*exponent) <= 8 && *exponent == std::floor(*exponent) && *exponent != 0) {
        int result = a;
        for (int i = 1; i < static_cast<int>(std::fabs(*exponent)); ++i)
            result = n.binary(NodeOp::Mul, result, a);
        return *exponent > 0 ? (result == a ? n.plus(a, 0) : result) : n.inverse(result);
    }
    if (exponent == 0.5)
        return n.unary(NodeOp::Sqrt, a);
    n.needFloat();
    return n.unary(NodeOp::Exp, n.binary(NodeOp::Mul, n.unary(NodeOp::Ln, a), b));
}

int chosen(NodeSink &n, int condition, int yes, int no)
{
    const int first = n.binary(NodeOp::Mul, yes, condition);
    return n.binary(NodeOp::Add, first, n.binary(NodeOp::Mul, negated(n, condition), no));
}

int floatOnly(NodeSink &n, NodeOp op, int a)
{
    n.needFloat();
    return n.unary(op, a);
}

Result<int> castTo(NodeSink &n, const Step &step, int a)
{
    const std::string to = step.parameters.contains("to") && step.parameters.at("to").is_string() ? step.parameters.at("to").get<std::string>() : "";
    const std::optional<DType> type = dtypeFromName(to);
    if (!type)
        return fail("generate.cannot-lower", "The step \"" + toText(step) + "\" cannot be lowered: it names no dtype.");
    if (*type == DType::F32)
        return n.plus(a, 0);
    if (*type == DType::Bool)
        return different(n, a, n.number(0));
    n.needFloat();
    return n.unary(*type == DType::F16 ? NodeOp::ThroughHalf : *type == DType::BF16 ? NodeOp::ThroughBfloat16 : NodeOp::Trunc, a);
}

Result<int> unaryStep(NodeSink &n, const Step &step, int a)
{
    using enum StepOp;
    switch (step.op) {
    case Copy:
    case Broadcast: return n.node(NodeOp::Copy, a, -1, step.op == Broadcast ? Extent::Full : n.extentOf(a));
    case Neg: return n.times(a, -1);
    case Abs: return n.magnitude(a);
    case Sqrt: return n.unary(NodeOp::Sqrt, a);
    case Rsqrt: return n.plan().division == Division::Reciprocal ? n.unary(NodeOp::Rsqrt, a) : n.inverse(n.unary(NodeOp::Sqrt, a));
    case Reciprocal: return n.inverse(a);
    case Exp: return n.unary(NodeOp::Exp, a);
    case Log: return n.unary(NodeOp::Ln, a);
    case Sigmoid: return sigmoid(n, a);
    case Tanh: return hyperbolicTangent(n, a);
    case Erf: return errorFunction(n, a);
    case Relu: return n.atLeast(a, 0);
    case Sign: return sign(n, a);
    case Square: return n.binary(NodeOp::Mul, a, a);
    case Floor: return floatOnly(n, NodeOp::Floor, a);
    case Ceil: return floatOnly(n, NodeOp::Ceil, a);
    case Round: return floatOnly(n, NodeOp::Rint, a);
    case Trunc: return floatOnly(n, NodeOp::Trunc, a);
    case Sin: return sine(n, a, 0);
    case Cos: return sine(n, a, 0.5);
    case LogicalNot: return negated(n, a);
    case IsFinite: return floatOnly(n, NodeOp::IsFinite, a);
    case IsInf: return floatOnly(n, NodeOp::IsInf, a);
    case IsNan: return floatOnly(n, NodeOp::IsNan, a);
    case Cast: return castTo(n, step, a);
    default: return fail("generate.cannot-lower", "The step \"" + toText(step) + "\" cannot be lowered: its operation is not element-wise.", {}, {{"step", toText(step)}});
    }
}

Result<int> binaryStep(NodeSink &n, const Step &step, int a, int b)
{
    using enum StepOp;
    switch (step.op) {
    case Add: return n.binary(NodeOp::Add, a, b);
    case Sub: return n.binary(NodeOp::Sub, a, b);
    case Mul: return n.binary(NodeOp::Mul, a, b);
    case Div: return n.binary(NodeOp::Div, a, b);
    case Maximum: return n.binary(NodeOp::Max, a, b);
    case Minimum: return n.binary(NodeOp::Min, a, b);
    case Pow: return power(n, a, b);
    case LogicalAnd: return n.binary(NodeOp::Mul, a, b);
    case LogicalOr: return n.binary(NodeOp::Max, a, b);
    case Less: return n.isPositive(n.binary(NodeOp::Sub, b, a));
    case Greater: return n.isPositive(n.binary(NodeOp::Sub, a, b));
    case LessEqual: return negated(n, n.isPositive(n.binary(NodeOp::Sub, a, b)));
    case GreaterEqual: return negated(n, n.isPositive(n.binary(NodeOp::Sub, b, a)));
    case Equal: return negated(n, different(n, a, b));
    case NotEqual: return different(n, a, b);
    default: return unaryStep(n, step, a);
    }
}

} // namespace

int NodeSink::add(Value value)
{
    m_program.values.push_back(std::move(value));
    return static_cast<int>(m_program.values.size()) - 1;
}

int NodeSink::number(double literal)
{
    Value value;
    value.literal = literal;
    value.text = floatLiteral(literal);
    return add(std::move(value));
}

int NodeSink::node(NodeOp op, int a, int b, Extent extent)
{
    Value value;
    value.extent = extent;
    value.node = static_cast<int>(m_program.nodes.size());
    const int result = add(std::move(value));
    m_program.nodes.push_back({op, a, b, result, m_step});
    return result;
}

int NodeSink::unary(NodeOp op, int a)
{
    return node(op, a, -1, extentOf(a));
}

int NodeSink::binary(NodeOp op, int a, int b)
{
    const Extent left = extentOf(a), right = extentOf(b);
    const bool mixed = (left == Extent::Row && right == Extent::Column) || (left == Extent::Column && right == Extent::Row);
    const Extent extent = mixed ? Extent::Full : std::max(left, right);
    if (extent == Extent::Scalar)
        return node(op, a, b, extent);
    if (mixed && left == Extent::Column) // a column enters row by row as a scalar, and a row must come first then
        a = node(NodeOp::Copy, a, -1, Extent::Full);
    else if (mixed && op == NodeOp::Sub)
        b = node(NodeOp::Copy, b, -1, Extent::Full);
    if (left == Extent::Scalar || (left == Extent::Column && extent == Extent::Full && !mixed)) {
        if (op == NodeOp::Sub)
            return binary(NodeOp::Add, times(b, -1), a);
        if (op != NodeOp::Div)
            return binary(op, b, a);
        if (m_plan.division == Division::Reciprocal)
            return binary(NodeOp::Mul, unary(NodeOp::Reciprocal, b), a);
        a = node(NodeOp::Copy, a, -1, extent);
    } else if (right == Extent::Scalar && m_plan.broadcast == BroadcastMethod::Duplicate) {
        b = node(NodeOp::Copy, b, -1, extent);
    }
    const bool tensors = extentOf(a) != Extent::Scalar && extentOf(b) != Extent::Scalar && !(extentOf(b) == Extent::Column && extent == Extent::Full);
    if (op == NodeOp::Div && tensors && m_plan.division == Division::Reciprocal)
        return node(NodeOp::Mul, a, unary(NodeOp::Reciprocal, b), extent);
    return node(op, a, b, extent);
}

int NodeSink::inverse(int a)
{
    return binary(NodeOp::Div, number(1), a);
}

int NodeSink::constant(std::string text)
{
    Value value;
    value.text = std::move(text);
    return add(std::move(value));
}

int NodeSink::isPositive(int a)
{
    int value = atLeast(a, 0);
    for (int i = 0; i < 2; ++i)
        value = atMost(binary(NodeOp::Mul, value, constant("kStretch")), 1);
    return value;
}

int NodeSink::magnitude(int a)
{
    return m_wholeNumbers ? binary(NodeOp::Max, a, times(a, -1)) : unary(NodeOp::Abs, a);
}

Result<int> expand(NodeSink &nodes, const Step &step, const std::vector<int> &operands)
{
    if (operands.size() == 3 && step.op == StepOp::Select)
        return chosen(nodes, operands[0], operands[1], operands[2]);
    if (operands.size() == 2)
        return binaryStep(nodes, step, operands[0], operands[1]);
    return unaryStep(nodes, step, operands.front());
}

} // namespace sage::lowering
