#include "core/evaluate/reference.h"

#include "core/evaluate/segment.h"

#include <algorithm>
#include <map>

namespace sage {

namespace {

[[nodiscard]] bool isIntegerKind(ValueClass kind)
{
    return kind != ValueClass::Real;
}

/// A reduction sees its operand as [outer, axis, inner].
struct ReductionShape {
    std::int64_t outer = 1;
    std::int64_t axis = 1;
    std::int64_t inner = 1;
};

[[nodiscard]] ReductionShape reductionShape(const Step &step, const OperatorCase &one, const Shape &shape)
{
    const auto given = step.parameters.find("axis");
    if (given != step.parameters.end() && given->second == "all")
        return {1, elementCount(shape), 1};
    const auto at = static_cast<std::size_t>(TypedProgram::axisOf(step, one, shape.size()));
    ReductionShape result;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        (axis < at ? result.outer : axis == at ? result.axis : result.inner) *= shape[axis];
    return result;
}

template<typename Number>
[[nodiscard]] Number combine(StepOp op, Number held, Number value)
{
    if constexpr (std::is_same_v<Number, double>) {
        if (op == StepOp::Sum || op == StepOp::Mean)
            return held + value;
        if (held != held || value != value)
            return held != held ? held : value;
    } else if (op == StepOp::Sum) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(held) + static_cast<std::uint64_t>(value));
    }
    return op == StepOp::Max ? std::max(held, value) : std::min(held, value);
}

/// Folds consecutive elements of the operand into the result.
template<typename Number>
class Reducer
{
public:
    Reducer(StepOp op, ReductionShape shape, std::vector<Number> &result) : m_op(op), m_shape(shape), m_result(result)
    {
        m_result.assign(static_cast<std::size_t>(shape.outer * shape.inner), Number{});
        m_started.assign(m_result.size(), false);
    }

    void add(std::int64_t start, std::span<const Number> values)
    {
        const std::int64_t slab = m_shape.axis * m_shape.inner;
        std::size_t done = 0;
        while (done < values.size()) {
            const std::int64_t at = start + static_cast<std::int64_t>(done);
            const std::int64_t outer = at / slab;
            const std::int64_t inner = at % m_shape.inner;
            // One column is folded along a run of its own first, which keeps long sums accurate.
            const std::int64_t run = m_shape.inner == 1 ? slab - at % slab : m_shape.inner - inner;
            const std::size_t length = std::min(values.size() - done, static_cast<std::size_t>(run));
            const std::span<const Number> part = values.subspan(done, length);
            if (m_shape.inner == 1)
                fold(outer, partial(part));
            else
                for (std::size_t i = 0; i < length; ++i)
                    fold(outer * m_shape.inner + inner + static_cast<std::int64_t>(i), part[i]);
            done += length;
        }
    }

private:
    [[nodiscard]] Number partial(std::span<const Number> part) const
    {
        Number value = part[0];
        for (std::size_t i = 1; i < part.size(); ++i)
            value = combine(m_op, value, part[i]);
        return value;
    }

    void fold(std::int64_t place, Number value)
    {
        const auto at = static_cast<std::size_t>(place);
        m_result[at] = m_started[at] ? combine(m_op, m_result[at], value) : value;
        m_started[at] = true;
    }

    StepOp m_op;
    ReductionShape m_shape;
    std::vector<Number> &m_result;
    std::vector<bool> m_started;
};

} // namespace

class Reference::Interpreter
{
public:
    Interpreter(const OperatorCase &one, TypedProgram program) : m_case(one), m_program(std::move(program))
    {
        for (const Step &step : m_program.steps)
            m_steps[step.result] = &step;
    }

    void addInput(const Tensor &tensor) { m_inputs[tensor.name] = &tensor; }

    [[nodiscard]] const ValueType &typeOf(const std::string &name) const
    {
        static const ValueType none;
        const auto found = m_program.types.find(name);
        return found == m_program.types.end() ? none : found->second;
    }

    /// Runs the value's segment over all its elements.
    template<typename Body>
    void forEachBlock(const std::string &name, Body body)
    {
        Segment segment;
        std::map<std::string, std::size_t> slots;
        const Shape shape = typeOf(name).shape;
        const std::size_t result = slotOf(name, shape, segment, slots);
        segment.finish(result);
        const std::int64_t count = elementCount(shape);
        for (std::int64_t start = 0; start < count; start += Segment::blockLength) {
            segment.evaluate(start, static_cast<std::size_t>(std::min(Segment::blockLength, count - start)));
            body(start, segment);
        }
    }

private:
    [[nodiscard]] static bool isElementWise(const Step &step)
    {
        const StepKind kind = info(step.op).kind;
        return step.op == StepOp::Cast || (kind != StepKind::Reduction && kind != StepKind::Move);
    }

    std::size_t slotOf(const std::string &name, const Shape &target, Segment &segment, std::map<std::string, std::size_t> &slots)
    {
        if (const auto known = slots.find(name); known != slots.end())
            return known->second;
        const auto step = m_steps.find(name);
        std::size_t slot = 0;
        if (step == m_steps.end() && !m_inputs.contains(name))
            slot = attributeSlot(name, segment);
        else if (step != m_steps.end() && isElementWise(*step->second) && !m_held.contains(name) && typeOf(name).shape == target)
            slot = stepSlot(*step->second, target, segment, slots);
        else
            slot = segment.addLeaf(viewOf(name).broadcastTo(target), isIntegerKind(typeOf(name).kind));
        slots[name] = slot;
        return slot;
    }

    std::size_t stepSlot(const Step &step, const Shape &target, Segment &segment, std::map<std::string, std::size_t> &slots)
    {
        std::vector<std::size_t> operands;
        for (const StepArgument &argument : step.arguments) {
            if (argument.isName())
                operands.push_back(slotOf(argument.name(), target, segment, slots));
            else
                operands.push_back(segment.addConstant(argument.number(), argument.number() == static_cast<double>(truncateToInteger(argument.number()))));
        }
        return segment.addStep(step, std::move(operands), typeOf(step.result).kind);
    }

    std::size_t attributeSlot(const std::string &name, Segment &segment)
    {
        const auto found = m_case.attributes.find(name);
        const Json value = found == m_case.attributes.end() ? Json(0) : found->second;
        if (value.is_number_float()) // the kernel gets a float
            return segment.addConstant(static_cast<double>(static_cast<float>(value.get<double>())), false);
        if (value.is_boolean())
            return segment.addConstant(value.get<bool>() ? 1 : 0, true);
        const bool real = typeOf(name).kind == ValueClass::Real;
        return segment.addConstant(value.is_number() ? value.get<double>() : 0.0, !real);
    }

    /// The value as something that can be read at any place: an input, a piece of one, or a held value.
    TensorView viewOf(const std::string &name)
    {
        if (const auto input = m_inputs.find(name); input != m_inputs.end())
            return TensorView(input->second, input->second->shape);
        const Step &step = *m_steps.at(name);
        if (step.op == StepOp::Broadcast && step.arguments.front().isName())
            return viewOf(step.arguments.front().name()).broadcastTo(typeOf(name).shape);
        if (step.op == StepOp::Split && step.arguments.front().isName()) {
            const TensorView whole = viewOf(step.arguments.front().name());
            const auto axis = static_cast<std::size_t>(TypedProgram::axisOf(step, m_case, whole.shape().size()));
            return whole.piece(axis, parameterOf(step, "parts", m_case).value_or(1), parameterOf(step, "index", m_case).value_or(0));
        }
        return TensorView(&hold(step), typeOf(name).shape);
    }

    const HeldValue &hold(const Step &step)
    {
        if (const auto held = m_held.find(step.result); held != m_held.end())
            return held->second;
        HeldValue value;
        if (info(step.op).kind == StepKind::Reduction)
            reduce(step, value);
        else if (step.op == StepOp::Concat)
            join(step, value);
        else
            keep(step, value);
        return m_held.emplace(step.result, std::move(value)).first->second;
    }

    void keep(const Step &step, HeldValue &value)
    {
        forEachBlock(step.result, [&](std::int64_t, const Segment &segment) {
            if (segment.resultIsInteger())
                value.integer.insert(value.integer.end(), segment.integers().begin(), segment.integers().end());
            else
                value.real.insert(value.real.end(), segment.real().begin(), segment.real().end());
        });
    }

    void reduce(const Step &step, HeldValue &value)
    {
        const std::string operand = step.arguments.front().name();
        const ReductionShape shape = reductionShape(step, m_case, typeOf(operand).shape);
        if (isIntegerKind(typeOf(step.result).kind)) {
            Reducer<std::int64_t> reducer(step.op, shape, value.integer);
            forEachBlock(operand, [&](std::int64_t start, const Segment &segment) { reducer.add(start, segment.integers()); });
            return;
        }
        Reducer<double> reducer(step.op, shape, value.real);
        std::vector<double> converted; // the mean of integers is real
        forEachBlock(operand, [&](std::int64_t start, const Segment &segment) {
            if (segment.resultIsInteger()) {
                converted.assign(segment.integers().begin(), segment.integers().end());
                reducer.add(start, converted);
            } else {
                reducer.add(start, segment.real());
            }
        });
        if (step.op == StepOp::Mean) {
            for (double &mean : value.real)
                mean /= static_cast<double>(shape.axis);
        }
    }

    void join(const Step &step, HeldValue &value)
    {
        const Shape &shape = typeOf(step.result).shape;
        const auto count = static_cast<std::size_t>(elementCount(shape));
        const bool integer = isIntegerKind(typeOf(step.result).kind);
        (integer ? value.integer.resize(count) : value.real.resize(count));
        const ReductionShape whole = reductionShape(step, m_case, shape);
        std::int64_t place = 0; // where the operand's part of each slab begins
        for (const StepArgument &argument : step.arguments) {
            const TensorView part = viewOf(argument.name());
            const std::int64_t length = reductionShape(step, m_case, part.shape()).axis * whole.inner;
            for (std::int64_t outer = 0; outer < whole.outer; ++outer) {
                const auto target = static_cast<std::size_t>(outer * whole.axis * whole.inner + place);
                if (integer)
                    part.read(outer * length, std::span(value.integer).subspan(target, static_cast<std::size_t>(length)));
                else
                    part.read(outer * length, std::span(value.real).subspan(target, static_cast<std::size_t>(length)));
            }
            place += length;
        }
    }

    const OperatorCase &m_case;
    TypedProgram m_program;
    std::map<std::string, const Step *> m_steps;
    std::map<std::string, const Tensor *> m_inputs;
    std::map<std::string, HeldValue> m_held;
};

Reference::Reference(std::unique_ptr<Interpreter> interpreter) : m_interpreter(std::move(interpreter)) {}
Reference::Reference(Reference &&) noexcept = default;
Reference &Reference::operator=(Reference &&) noexcept = default;
Reference::~Reference() = default;

Result<Reference> Reference::make(const OperatorSpec &card, const OperatorCase &one, const std::vector<Tensor> &inputs)
{
    Result<TypedProgram> program = inferTypes(card, one);
    if (!program)
        return fail(program.error());
    for (const Step &step : program->steps) {
        const bool needsTensor = info(step.op).kind == StepKind::Reduction || (info(step.op).kind == StepKind::Move && step.op != StepOp::Cast);
        if (needsTensor && std::any_of(step.arguments.begin(), step.arguments.end(), [](const StepArgument &argument) { return !argument.isName(); }))
            return fail("evaluate.reference", "Card " + card.name + ", step \"" + toText(step) + "\": this operation needs a tensor, not a number.", {}, {{"card", card.name}, {"step", toText(step)}});
    }
    auto interpreter = std::make_unique<Interpreter>(one, std::move(*program));
    for (const Tensor &input : inputs)
        interpreter->addInput(input);
    return Reference(std::move(interpreter));
}

Result<void> Reference::visit(const std::string &value, const Sink &sink)
{
    try {
        m_interpreter->forEachBlock(value, [&](std::int64_t start, const Segment &segment) {
            if (segment.resultIsInteger())
                sink({start, {}, segment.integers()});
            else
                sink({start, segment.real(), {}});
        });
    } catch (const std::exception &problem) {
        return fail("evaluate.reference", "The reference of " + value + " could not be computed.", problem.what(), {{"value", value}});
    }
    return {};
}

Result<Tensor> Reference::tensor(const std::string &value, DType dtype)
{
    Tensor result = makeTensor(value, dtype, shapeOf(value));
    const Result<void> visited = visit(value, [&](const ReferenceBlock &block) {
        std::byte *target = result.bytes.data() + static_cast<std::size_t>(block.start) * sizeOf(dtype);
        if (block.integer.empty())
            storeReal(dtype, block.real, target);
        else
            storeInteger(dtype, block.integer, target);
    });
    if (!visited)
        return fail(visited.error());
    return result;
}

const Shape &Reference::shapeOf(const std::string &value) const
{
    return m_interpreter->typeOf(value).shape;
}

} // namespace sage
