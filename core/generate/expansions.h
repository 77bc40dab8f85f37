#pragma once

#include "core/generate/nodes.h"

namespace sage::lowering {

/// Where nodes are appended. Binary operations choose their form by the operands' extents and the plan.
class NodeSink
{
public:
    /// wholeNumbers: the kernel may compute in integers, for which fewer instructions exist.
    NodeSink(Program &program, const Plan &plan, bool wholeNumbers) : m_program(program), m_plan(plan), m_wholeNumbers(wholeNumbers) {}

    void enterStep(int step) { m_step = step; }
    void needFloat() { m_program.needsFloat = true; }
    [[nodiscard]] const Plan &plan() const { return m_plan; }

    int add(Value value);
    int number(double literal);
    int constant(std::string text); ///< a constant of the kernel
    int node(NodeOp op, int a, int b, Extent extent);
    int unary(NodeOp op, int a);
    int binary(NodeOp op, int a, int b);

    int plus(int a, double b) { return binary(NodeOp::Add, a, number(b)); }
    int times(int a, double b) { return binary(NodeOp::Mul, a, number(b)); }
    int atLeast(int a, double b) { return binary(NodeOp::Max, a, number(b)); }
    int atMost(int a, double b) { return binary(NodeOp::Min, a, number(b)); }
    /// min(max(a, low), high)
    int clamp(int a, double low, double high) { return atMost(atLeast(a, low), high); }
    /// 1 / a
    int inverse(int a);
    int magnitude(int a);
    /// 1 where a > 0, else 0: scaled up until every positive value is above 1, without any comparison.
    int isPositive(int a);

    [[nodiscard]] Extent extentOf(int value) const { return m_program.values[static_cast<std::size_t>(value)].extent; }
    [[nodiscard]] std::optional<double> literalOf(int value) const { return m_program.values[static_cast<std::size_t>(value)].literal; }

private:
    Program &m_program;
    const Plan &m_plan;
    bool m_wholeNumbers;
    int m_step = 0;
};

/// An element-wise step as nodes. Error generate.cannot-lower names the step.
[[nodiscard]] Result<int> expand(NodeSink &nodes, const Step &step, const std::vector<int> &operands);

} // namespace sage::lowering
