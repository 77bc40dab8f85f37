#include "core/generate/nodes.h"

#include "core/generate/expansions.h"

#include <charconv>

namespace sage::lowering {

namespace {

/// Turns a fragment's steps into nodes.
class ProgramBuilder
{
public:
    ProgramBuilder(const LoweringContext &context, const Variant &variant, const Fragment &fragment)
        : m_card(context.card), m_variant(variant), m_fragment(fragment), m_nodes(m_program, context.plan, context.wholeNumbers)
    {
    }

    [[nodiscard]] Result<Program> build()
    {
        for (std::size_t i = 0; i < m_fragment.inputs.size(); ++i) {
            const GmTensor &tensor = m_fragment.inputs[i];
            Value value;
            value.name = identifier(tensor.value);
            value.extent = extentOf(tensor.access);
            value.tensor = static_cast<int>(i);
            value.text = value.name;
            m_values[tensor.value] = m_nodes.add(std::move(value));
        }
        for (std::size_t i = 0; i < m_fragment.steps.size(); ++i) {
            m_nodes.enterStep(static_cast<int>(i));
            if (const Result<void> lowered = lower(m_fragment.steps[i], m_fragment.lastAxis[i]); !lowered)
                return fail(lowered.error());
        }
        nameResults();
        return finish();
    }

private:
    [[nodiscard]] Result<int> operand(const StepArgument &argument)
    {
        if (!argument.isName())
            return m_nodes.number(argument.number());
        const auto known = m_values.find(argument.name());
        if (known != m_values.end())
            return known->second;
        const AttributeSpec *attribute = m_card.attribute(argument.name());
        if (!attribute)
            return fail("generate.cannot-lower", "Nothing is called " + argument.name() + " where it is needed.");
        Value value;
        value.name = identifier(attribute->name);
        value.text = value.name;
        return m_values[argument.name()] = m_nodes.add(std::move(value));
    }

    [[nodiscard]] Result<void> lower(const Step &step, bool lastAxis)
    {
        if (step.op == StepOp::Split)
            return {}; // an output that is a piece of an input: stored as it was loaded
        std::vector<int> operands;
        for (std::size_t i = 0; i < step.arguments.size(); ++i) {
            if (step.op == StepOp::Broadcast && i == 1)
                break;
            Result<int> value = operand(step.arguments[i]);
            if (!value)
                return fail(value.error());
            operands.push_back(*value);
        }
        if (info(step.op).kind == StepKind::Reduction) {
            m_values[step.result] = reduce(step, operands.front(), lastAxis);
            return {};
        }
        Result<int> result = expand(m_nodes, step, operands);
        if (!result)
            return fail(result.error());
        m_values[step.result] = *result;
        return {};
    }

    [[nodiscard]] int reduce(const Step &step, int value, bool lastAxis)
    {
        const Extent extent = m_program.values[static_cast<std::size_t>(value)].extent;
        if (lastAxis ? extent == Extent::Column || extent == Extent::Scalar : extent == Extent::Scalar)
            return value; // an axis of one element
        m_program.reduces = true;
        const int full = extent == Extent::Full ? value : m_nodes.node(NodeOp::Copy, value, -1, Extent::Full);
        const bool greatest = step.op == StepOp::Max, least = step.op == StepOp::Min;
        const NodeOp op = lastAxis ? (greatest ? NodeOp::MaxRow : least ? NodeOp::MinRow : NodeOp::SumRow) : (greatest ? NodeOp::MaxAll : least ? NodeOp::MinAll : NodeOp::SumAll);
        const int sum = m_nodes.node(op, full, -1, lastAxis ? Extent::Column : Extent::Scalar);
        if (step.op != StepOp::Mean)
            return sum;
        Value share;
        share.text = lastAxis ? "1.0f / static_cast<float>(static_cast<int32_t>(rowLength))" : "1.0f / static_cast<float>(static_cast<int64_t>(total))";
        return m_nodes.binary(NodeOp::Mul, sum, m_nodes.add(std::move(share)));
    }

    /// The last value of a step bears the step's name; what leads to it is numbered.
    void nameResults()
    {
        std::map<int, int> counters;
        for (const Node &node : m_program.nodes) {
            const std::string &step = m_fragment.steps[static_cast<std::size_t>(node.step)].result;
            Value &value = m_program.values[static_cast<std::size_t>(node.result)];
            const bool final = m_values[step] == node.result;
            value.name = identifier(step) + (final ? "" : "Part" + std::to_string(++counters[node.step]));
            value.text = value.name;
        }
    }

    [[nodiscard]] Result<Program> finish()
    {
        for (const GmTensor &output : m_fragment.outputs) {
            int value = m_values.at(output.value);
            if (widerThan(output.value, m_program.values[static_cast<std::size_t>(value)].extent)) {
                m_nodes.enterStep(static_cast<int>(m_fragment.steps.size()) - 1);
                value = m_nodes.node(NodeOp::Copy, value, -1, Extent::Full);
                m_program.values[static_cast<std::size_t>(value)].name = identifier(output.value) + "Filled";
            }
            m_program.outputs.push_back(value);
        }
        return std::move(m_program);
    }

    /// Whether an output's shape is larger than what was computed for it.
    [[nodiscard]] bool widerThan(const std::string &output, Extent extent) const
    {
        if (extent == Extent::Full)
            return false;
        bool larger = false;
        for (std::size_t i = 0; i < m_variant.instances.size(); ++i) {
            const std::int64_t count = elementCount(m_variant.shapeOf(i, output));
            const Shape &shape = m_variant.shapeOf(i, output);
            const bool column = extent == Extent::Column && !shape.empty() && shape.back() == 1;
            larger |= !column && count > 1;
        }
        return larger;
    }

    const OperatorSpec &m_card;
    const Variant &m_variant;
    const Fragment &m_fragment;
    Program m_program;
    NodeSink m_nodes;
    std::map<std::string, int> m_values;
};

} // namespace

bool isRowReduction(NodeOp op)
{
    return op == NodeOp::SumRow || op == NodeOp::MaxRow || op == NodeOp::MinRow;
}

bool isFullReduction(NodeOp op)
{
    return op == NodeOp::SumAll || op == NodeOp::MaxAll || op == NodeOp::MinAll;
}

bool isReduction(NodeOp op)
{
    return isRowReduction(op) || isFullReduction(op);
}

Result<Program> programOf(const LoweringContext &context, const Variant &variant, const Fragment &fragment)
{
    return ProgramBuilder(context, variant, fragment).build();
}

std::string floatLiteral(double number)
{
    char text[64];
    const auto end = std::to_chars(text, text + sizeof(text), static_cast<float>(number));
    std::string literal(text, end.ptr);
    if (literal.find_first_of(".e") == std::string::npos)
        literal += ".0";
    return literal + "f";
}

} // namespace sage::lowering
