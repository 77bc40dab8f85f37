#include "core/model/shapes.h"

#include <algorithm>
#include <cmath>

namespace sage {

namespace {

/// Where an inference stands: for messages, and for looking names up.
class Inference
{
public:
    Inference(const OperatorSpec &card, const OperatorCase &one) : m_card(card), m_case(one) {}

    [[nodiscard]] Result<TypedProgram> run()
    {
        if (const Result<void> inputs = addInputs(); !inputs)
            return fail(inputs.error());
        for (const Step &step : m_card.reference) {
            if (step.condition && !holds(*step.condition))
                continue;
            if (m_program.types.contains(step.result))
                return wrong(step, "the name " + step.result + " is taken");
            Result<ValueType> type = typeOf(step);
            if (!type)
                return fail(type.error());
            m_program.types[step.result] = std::move(*type);
            m_program.steps.push_back(step);
        }
        for (const TensorSpec &output : m_card.outputs) {
            if (!m_program.types.contains(output.name))
                return fail("card.shapes", "Card " + m_card.name + ", case " + std::to_string(m_case.index) + ": no step computes the output " + output.name + ".");
        }
        return std::move(m_program);
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(const Step &step, const std::string &why) const
    {
        return fail("card.shapes", "Card " + m_card.name + ", case " + std::to_string(m_case.index) + ", step \"" + toText(step) + "\": " + why + ".", {},
                    {{"card", m_card.name}, {"step", toText(step)}, {"why", why}});
    }

    [[nodiscard]] Result<void> addInputs()
    {
        for (const TensorSpec &input : m_card.inputs) {
            const auto shape = m_case.shapes.find(input.name);
            if (shape == m_case.shapes.end())
                return fail("card.shapes", "Card " + m_card.name + ", case " + std::to_string(m_case.index) + ": no shape is given for the input " + input.name + ".");
            const DTypeInfo &dtype = info(dtypeIn(input, m_case));
            m_program.types[input.name] = {shape->second, dtype.floating ? ValueClass::Real : dtype.type == DType::Bool ? ValueClass::Boolean : ValueClass::Integer};
        }
        for (const AttributeSpec &attribute : m_card.attributes)
            m_program.types[attribute.name] = {{}, attribute.type == AttributeSpec::Type::Float ? ValueClass::Real : ValueClass::Integer};
        return {};
    }

    [[nodiscard]] bool holds(const StepCondition &condition) const
    {
        const auto value = m_case.attributes.find(condition.attribute);
        return value != m_case.attributes.end() && value->second.is_string()
            && std::find(condition.values.begin(), condition.values.end(), value->second.get<std::string>()) != condition.values.end();
    }

    [[nodiscard]] Result<std::vector<ValueType>> operands(const Step &step) const
    {
        std::vector<ValueType> types;
        for (const StepArgument &argument : step.arguments) {
            if (!argument.isName()) {
                const bool whole = argument.number() == std::trunc(argument.number());
                types.push_back({{}, whole ? ValueClass::Integer : ValueClass::Real});
                continue;
            }
            const auto found = m_program.types.find(argument.name());
            if (found == m_program.types.end())
                return wrong(step, "nothing is called " + argument.name());
            types.push_back(found->second);
        }
        return types;
    }

    [[nodiscard]] Result<ValueType> typeOf(const Step &step) const
    {
        const Result<std::vector<ValueType>> types = operands(step);
        if (!types)
            return fail(types.error());
        switch (info(step.op).kind) {
        case StepKind::Unary: return unary(step, types->front());
        case StepKind::Binary:
        case StepKind::Comparison:
        case StepKind::Select: return broadcasting(step, *types);
        case StepKind::Reduction: return reduction(step, types->front());
        case StepKind::Move: return move(step, *types);
        }
        return wrong(step, "the operation has no type rule");
    }

    [[nodiscard]] static Result<ValueType> unary(const Step &step, ValueType type)
    {
        using enum StepOp;
        switch (step.op) {
        case IsFinite:
        case IsInf:
        case IsNan:
        case LogicalNot: type.kind = ValueClass::Boolean; break;
        case Copy:
        case Neg:
        case Abs:
        case Relu:
        case Sign:
        case Square: break;
        default: type.kind = ValueClass::Real;
        }
        return type;
    }

    [[nodiscard]] Result<ValueType> broadcasting(const Step &step, const std::vector<ValueType> &types) const
    {
        ValueType result = types.front();
        for (std::size_t i = 1; i < types.size(); ++i) {
            Result<Shape> shape = broadcastShape(result.shape, types[i].shape);
            if (!shape)
                return wrong(step, shape.error().message);
            result.shape = std::move(*shape);
        }
        const bool comparing = info(step.op).kind == StepKind::Comparison || step.op == StepOp::LogicalAnd || step.op == StepOp::LogicalOr;
        if (comparing) {
            result.kind = ValueClass::Boolean;
            return result;
        }
        const std::size_t firstValue = step.op == StepOp::Select ? 1 : 0;
        result.kind = ValueClass::Integer;
        for (std::size_t i = firstValue; i < types.size(); ++i) {
            if (types[i].kind == ValueClass::Real)
                result.kind = ValueClass::Real;
        }
        if (step.op == StepOp::Div || step.op == StepOp::Pow)
            result.kind = ValueClass::Real;
        return result;
    }

    [[nodiscard]] Result<std::size_t> axis(const Step &step, std::size_t rank) const
    {
        const Result<std::int64_t> given = parameterOf(step, "axis", m_case);
        if (!given)
            return wrong(step, given.error().message);
        const std::int64_t resolved = *given < 0 ? *given + static_cast<std::int64_t>(rank) : *given;
        if (resolved < 0 || resolved >= static_cast<std::int64_t>(rank))
            return wrong(step, "axis " + std::to_string(*given) + " does not exist in a tensor of rank " + std::to_string(rank));
        return static_cast<std::size_t>(resolved);
    }

    [[nodiscard]] Result<ValueType> reduction(const Step &step, ValueType type) const
    {
        if (step.op == StepOp::Mean)
            type.kind = ValueClass::Real;
        const auto given = step.parameters.find("axis");
        if (given != step.parameters.end() && given->second == "all") {
            type.shape = {1};
            return type;
        }
        const Result<std::size_t> at = axis(step, type.shape.size());
        if (!at)
            return fail(at.error());
        type.shape[*at] = 1;
        return type;
    }

    [[nodiscard]] Result<ValueType> move(const Step &step, std::vector<ValueType> types) const
    {
        if (types.empty())
            return wrong(step, "an operand is missing");
        ValueType type = types.front();
        if (step.op == StepOp::Broadcast) {
            type.shape = types[1].shape;
        } else if (step.op == StepOp::Cast) {
            const auto to = step.parameters.find("to");
            const std::optional<DType> dtype = to != step.parameters.end() && to->second.is_string() ? dtypeFromName(to->second.get<std::string>()) : std::nullopt;
            if (!dtype)
                return wrong(step, "to= must name a dtype");
            type.kind = info(*dtype).floating ? ValueClass::Real : *dtype == DType::Bool ? ValueClass::Boolean : ValueClass::Integer;
        } else {
            const Result<std::size_t> at = axis(step, type.shape.size());
            if (!at)
                return fail(at.error());
            return step.op == StepOp::Split ? split(step, type, *at) : concat(step, types, *at);
        }
        return type;
    }

    [[nodiscard]] Result<ValueType> split(const Step &step, ValueType type, std::size_t at) const
    {
        const Result<std::int64_t> parts = parameterOf(step, "parts", m_case);
        const Result<std::int64_t> index = parameterOf(step, "index", m_case);
        if (!parts || !index)
            return wrong(step, (!parts ? parts : index).error().message);
        if (*parts < 1 || type.shape[at] % *parts != 0)
            return wrong(step, "an axis of " + std::to_string(type.shape[at]) + " cannot be split into " + std::to_string(*parts) + " equal parts");
        if (*index < 0 || *index >= *parts)
            return wrong(step, "index must be in 0.." + std::to_string(*parts - 1));
        type.shape[at] /= *parts;
        return type;
    }

    [[nodiscard]] Result<ValueType> concat(const Step &step, const std::vector<ValueType> &types, std::size_t at) const
    {
        ValueType type = types.front();
        for (std::size_t i = 1; i < types.size(); ++i) {
            Shape expected = type.shape;
            if (types[i].shape.size() != expected.size())
                return wrong(step, "the operands have different ranks");
            expected[at] = types[i].shape[at];
            if (types[i].shape != expected)
                return wrong(step, "the operands differ in an axis other than the joined one");
            type.shape[at] += types[i].shape[at];
        }
        return type;
    }

    const OperatorSpec &m_card;
    const OperatorCase &m_case;
    TypedProgram m_program;
};

} // namespace

std::int64_t TypedProgram::axisOf(const Step &step, const OperatorCase &one, std::size_t rank)
{
    const Result<std::int64_t> axis = parameterOf(step, "axis", one);
    return !axis ? 0 : *axis < 0 ? *axis + static_cast<std::int64_t>(rank) : *axis;
}

Result<TypedProgram> inferTypes(const OperatorSpec &card, const OperatorCase &one)
{
    return Inference(card, one).run();
}

Result<std::int64_t> parameterOf(const Step &step, std::string_view name, const OperatorCase &one)
{
    const auto given = step.parameters.find(std::string(name));
    if (given == step.parameters.end())
        return fail("card.parameter", "the parameter " + std::string(name) + " is missing");
    Json value = given->second;
    if (value.is_string()) {
        const auto attribute = one.attributes.find(value.get<std::string>());
        if (attribute == one.attributes.end())
            return fail("card.parameter", "the parameter " + std::string(name) + " names the attribute " + value.get<std::string>() + ", which does not exist");
        value = attribute->second;
    }
    if (!value.is_number_integer())
        return fail("card.parameter", "the parameter " + std::string(name) + " must be a whole number");
    return value.get<std::int64_t>();
}

Result<Shape> broadcastShape(const Shape &a, const Shape &b)
{
    Shape result(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::int64_t left = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t right = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (left != right && left != 1 && right != 1)
            return fail("card.broadcast", "the operands' shapes do not fit together (" + std::to_string(left) + " against " + std::to_string(right) + ")");
        result[result.size() - 1 - i] = std::max(left == 0 || right == 0 ? 0 : left, left == 0 || right == 0 ? 0 : right);
    }
    return result;
}

} // namespace sage
