#include "core/generate/fragments.h"

#include <algorithm>
#include <set>

namespace sage::lowering {

namespace {

tl::unexpected<Error> cannotLower(const Step &step, const std::string &why)
{
    return fail("generate.cannot-lower", "The step \"" + toText(step) + "\" cannot be lowered: " + why + ".", {}, {{"step", toText(step)}, {"why", why}});
}

std::string storedType(const TensorSpec &tensor, const OperatorSpec &card)
{
    if (tensor.dtype == DType::Bool)
        return "uint8_t";
    const bool maybeBool = !tensor.dtype && std::any_of(card.cases.begin(), card.cases.end(), [](const OperatorCase &one) { return one.dtype == DType::Bool; });
    return maybeBool ? "Stored<" + dtypeMacro(tensor.name) + ">" : dtypeMacro(tensor.name);
}

/// Cuts one variant. Holds what is known about values while walking over the steps.
class Partition
{
public:
    Partition(const OperatorSpec &card, const Variant &variant, const Plan &plan) : m_card(card), m_variant(variant), m_plan(plan)
    {
        for (const TensorSpec &input : card.inputs)
            m_global[input.name] = {input.name, input.name, storedType(input, card), false, Access::Same, {}, input.name};
    }

    [[nodiscard]] Result<std::vector<Fragment>> run()
    {
        for (std::size_t i = 0; i < m_variant.steps.size(); ++i) {
            if (const Result<void> added = add(i); !added)
                return fail(added.error());
        }
        if (const Result<void> flushed = flush(m_variant.steps.size()); !flushed)
            return fail(flushed.error());
        return std::move(m_fragments);
    }

private:
    [[nodiscard]] Result<void> add(std::size_t index)
    {
        const Step &step = m_variant.steps[index];
        if (step.op == StepOp::Split)
            return addView(index);
        const bool axisReduction = info(step.op).kind == StepKind::Reduction && !reducesAll(step) && !m_variant.lastAxis[index];
        if (axisReduction || step.op == StepOp::Concat) {
            if (const Result<void> flushed = flush(index); !flushed)
                return flushed;
            return addWhole(index, axisReduction ? FragmentKind::AxisReduce : FragmentKind::Concat);
        }
        const bool alone = m_plan.fusion == Fusion::Steps && !m_current.empty();
        if (alone || !fits(index)) {
            if (const Result<void> flushed = flush(index); !flushed)
                return flushed;
        }
        m_current.push_back(index);
        return {};
    }

    /// A split moves nothing: it is a way to read the tensor that is cut.
    [[nodiscard]] Result<void> addView(std::size_t index)
    {
        const Step &step = m_variant.steps[index];
        const std::string &source = step.arguments.front().name();
        if (!m_global.contains(source)) {
            if (const Result<void> flushed = flush(index); !flushed)
                return flushed;
        }
        const auto found = m_global.find(source);
        if (found == m_global.end() || found->second.shape.empty() || found->second.piece)
            return cannotLower(step, "the tensor that is split has a shape that no tensor of the card has");
        GmTensor view = found->second;
        view.value = step.result;
        view.access = Access::Piece;
        view.piece = Piece{view.shape, parameterText(step, "axis"), parameterText(step, "parts"), parameterText(step, "index")};
        view.shape.clear();
        m_global[step.result] = view;
        if (isOutput(step.result)) // an output that is only a piece is copied
            m_current.push_back(index);
        return {};
    }

    [[nodiscard]] bool isOutput(const std::string &value) const
    {
        return std::any_of(m_card.outputs.begin(), m_card.outputs.end(), [&](const TensorSpec &output) { return output.name == value; });
    }

    /// A reduction along an inner axis, or a concatenation: reads whole tensors.
    [[nodiscard]] Result<void> addWhole(std::size_t index, FragmentKind kind)
    {
        const Step &step = m_variant.steps[index];
        Fragment fragment;
        fragment.kind = kind;
        fragment.steps = {step};
        fragment.lastAxis = {false};
        for (const StepArgument &argument : step.arguments) {
            const auto found = argument.isName() ? m_global.find(argument.name()) : m_global.end();
            if (found == m_global.end() || found->second.piece || found->second.shape.empty())
                return cannotLower(step, "an operand has a shape that no tensor of the card has");
            fragment.inputs.push_back(found->second);
        }
        fragment.base.tensor = fragment.inputs.front().shape;
        addOutputs(fragment, step.result, index);
        m_fragments.push_back(std::move(fragment));
        return {};
    }

    /// The larger of all shapes in some steps, per case; empty where they do not broadcast.
    [[nodiscard]] std::vector<Shape> baseOf(const std::vector<std::size_t> &steps) const
    {
        std::vector<Shape> bases;
        for (std::size_t i = 0; i < m_variant.instances.size(); ++i) {
            Shape base;
            for (const std::size_t s : steps) {
                std::vector<std::string> names{m_variant.steps[s].result};
                for (const StepArgument &argument : m_variant.steps[s].arguments) {
                    if (argument.isName() && m_variant.steps[s].op != StepOp::Split)
                        names.push_back(argument.name());
                }
                for (const std::string &name : names) {
                    Result<Shape> wider = broadcastShape(base, m_variant.shapeOf(i, name));
                    if (!wider)
                        return {};
                    base = std::move(*wider);
                }
            }
            bases.push_back(std::move(base));
        }
        return bases;
    }

    [[nodiscard]] bool allInstances(const std::vector<Shape> &bases, const std::string &value, bool (*test)(const Shape &shape, const Shape &base)) const
    {
        for (std::size_t i = 0; i < bases.size(); ++i) {
            if (!test(m_variant.shapeOf(i, value), bases[i]))
                return false;
        }
        return true;
    }

    static bool sameCount(const Shape &shape, const Shape &base) { return elementCount(shape) == elementCount(base); }
    static bool single(const Shape &shape, const Shape &) { return elementCount(shape) == 1; }
    static bool lastOnly(const Shape &shape, const Shape &base)
    {
        return !shape.empty() && !base.empty() && shape.back() == base.back() && elementCount(shape) == base.back();
    }
    static bool perRow(const Shape &shape, const Shape &base)
    {
        return !shape.empty() && !base.empty() && shape.back() == 1 && base.back() != 0 && elementCount(shape) == elementCount(base) / base.back();
    }
    static bool suffix(const Shape &shape, const Shape &base)
    {
        std::size_t skip = 0;
        while (skip < shape.size() && shape[skip] == 1)
            ++skip;
        const std::size_t rank = shape.size() - skip;
        return rank > 0 && rank <= base.size() && std::equal(shape.begin() + static_cast<std::ptrdiff_t>(skip), shape.end(), base.end() - static_cast<std::ptrdiff_t>(rank));
    }
    static bool lastEqual(const Shape &shape, const Shape &base) { return !shape.empty() && !base.empty() && shape.back() == base.back(); }
    static bool lastOne(const Shape &shape, const Shape &) { return shape.empty() || shape.back() == 1; }

    /// Whether a value can be stored from a loop over the base, and a reduction's operand covers it.
    [[nodiscard]] bool storable(const std::vector<Shape> &bases, const std::string &value) const
    {
        return allInstances(bases, value, sameCount) || allInstances(bases, value, single) || allInstances(bases, value, perRow);
    }

    [[nodiscard]] bool fits(std::size_t index) const
    {
        if (m_current.empty())
            return true;
        std::vector<std::size_t> steps = m_current;
        steps.push_back(index);
        const std::vector<Shape> bases = baseOf(steps);
        if (bases.empty() || !baseTensor(bases))
            return false;
        for (const std::size_t s : steps) {
            const Step &step = m_variant.steps[s];
            if (isOutput(step.result) && !storable(bases, step.result))
                return false;
            if (info(step.op).kind == StepKind::Reduction && !allInstances(bases, step.arguments.front().name(), sameCount))
                return false;
            if (info(step.op).kind == StepKind::Reduction && !storable(bases, step.result))
                return false;
        }
        return true;
    }

    /// A card tensor, or a piece of one, that has the base's shape in every case.
    [[nodiscard]] std::optional<Base> baseTensor(const std::vector<Shape> &bases) const
    {
        const auto equal = [](const Shape &shape, const Shape &base) { return shape == base; };
        for (const auto &[name, tensor] : m_global) {
            if (!tensor.temporary && !tensor.piece && allInstances(bases, name, equal))
                return Base{name, {}, false};
        }
        for (const TensorSpec &output : m_card.outputs) {
            if (allInstances(bases, output.name, equal))
                return Base{output.name, {}, false};
        }
        for (const auto &[name, tensor] : m_global) {
            if (tensor.piece && allInstances(bases, name, equal))
                return Base{tensor.shape, tensor.piece, false};
        }
        for (const auto &[name, tensor] : m_global) { // scalars keep their shape [1] whatever holds them
            if (!tensor.temporary && !tensor.piece && allInstances(bases, name, sameCount))
                return Base{name, {}, false};
        }
        for (const TensorSpec &output : m_card.outputs) {
            if (allInstances(bases, output.name, sameCount))
                return Base{output.name, {}, false};
        }
        const auto oneARow = [](const Shape &shape, const Shape &base) { return shape.size() == base.size() && perRow(base, shape); };
        for (const auto &[name, tensor] : m_global) {
            if (!tensor.temporary && !tensor.piece && allInstances(bases, name, oneARow))
                return Base{name, {}, true};
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Access> accessOf(const std::vector<Shape> &bases, const GmTensor &tensor) const
    {
        const std::string &value = tensor.value;
        if (tensor.piece)
            return allInstances(bases, value, sameCount) ? std::optional(Access::Piece) : std::nullopt;
        if (allInstances(bases, value, sameCount))
            return Access::Same;
        if (allInstances(bases, value, single))
            return Access::Scalar;
        if (allInstances(bases, value, lastOnly))
            return Access::Row;
        if (allInstances(bases, value, perRow))
            return Access::Column;
        if (allInstances(bases, value, suffix) && !tensor.shape.empty())
            return Access::Repeat;
        if (tensor.shape.empty())
            return std::nullopt;
        if (allInstances(bases, value, lastEqual))
            return Access::General;
        if (allInstances(bases, value, lastOne))
            return Access::GeneralColumn;
        return std::nullopt;
    }

    /// Closes the current fragment before step `next`.
    [[nodiscard]] Result<void> flush(std::size_t next)
    {
        if (m_current.empty())
            return {};
        const Step &lead = m_variant.steps[m_current.front()];
        Fragment fragment;
        const std::vector<Shape> bases = baseOf(m_current);
        const std::optional<Base> base = bases.empty() ? std::nullopt : baseTensor(bases);
        if (!base)
            return cannotLower(lead, "its result has a shape that no tensor of the card has");
        fragment.base = *base;
        std::set<std::string> own, read;
        for (const std::size_t s : m_current) {
            fragment.steps.push_back(m_variant.steps[s]);
            fragment.lastAxis.push_back(m_variant.lastAxis[s]);
            own.insert(m_variant.steps[s].result);
        }
        for (const Step &step : fragment.steps) {
            std::vector<StepArgument> arguments = step.arguments;
            if (step.op == StepOp::Split) // reads itself: the view
                arguments = {{step.result}};
            for (const StepArgument &argument : arguments) {
                const bool defined = argument.isName() && own.contains(argument.name()) && step.op != StepOp::Split;
                if (!argument.isName() || defined || !read.insert(argument.name()).second || m_card.attribute(argument.name()))
                    continue;
                GmTensor tensor = m_global.at(argument.name());
                const std::optional<Access> access = accessOf(bases, tensor);
                if (!access)
                    return cannotLower(step, "the operand " + argument.name() + " is broadcast in a way that changes between cases or has no shape in the card");
                tensor.access = *access;
                fragment.inputs.push_back(std::move(tensor));
            }
        }
        for (const std::size_t s : m_current)
            addOutputs(fragment, m_variant.steps[s].result, next - 1);
        m_current.clear();
        layOut(fragment);
        m_fragments.push_back(std::move(fragment));
        return {};
    }

    /// Card outputs are stored; what later steps read goes into workspace.
    void addOutputs(Fragment &fragment, const std::string &value, std::size_t lastStep)
    {
        for (const TensorSpec &output : m_card.outputs) {
            if (output.name == value)
                fragment.outputs.push_back({value, value, storedType(output, m_card), false, Access::Same, {}, value});
        }
        const bool readLater = std::any_of(m_variant.steps.begin() + static_cast<std::ptrdiff_t>(lastStep) + 1, m_variant.steps.end(), [&](const Step &step) {
            return std::any_of(step.arguments.begin(), step.arguments.end(), [&](const StepArgument &argument) { return argument.isName() && argument.name() == value; });
        });
        if (!readLater || m_global.contains(value))
            return;
        const GmTensor temporary{value, identifier(value) + "Temp", "Calc", true, Access::Same, {}, shapeSource(value)};
        fragment.outputs.push_back(temporary);
        m_global[value] = temporary;
    }

    [[nodiscard]] std::string shapeSource(const std::string &value) const
    {
        const auto equal = [&](const std::string &tensor) {
            for (std::size_t i = 0; i < m_variant.instances.size(); ++i) {
                if (m_variant.shapeOf(i, tensor) != m_variant.shapeOf(i, value))
                    return false;
            }
            return true;
        };
        for (const std::vector<TensorSpec> *tensors : {&m_card.inputs, &m_card.outputs}) {
            for (const TensorSpec &tensor : *tensors) {
                if (equal(tensor.name))
                    return tensor.name;
            }
        }
        return {};
    }

    static void layOut(Fragment &fragment)
    {
        bool rowReduction = false;
        for (std::size_t i = 0; i < fragment.steps.size(); ++i)
            rowReduction |= info(fragment.steps[i].op).kind == StepKind::Reduction && fragment.lastAxis[i];
        bool plain = true, pieces = true;
        std::optional<Piece> piece;
        for (const GmTensor &input : fragment.inputs) {
            plain &= input.access == Access::Same || input.access == Access::Scalar;
            pieces &= input.access == Access::Same || input.access == Access::Scalar || input.access == Access::Piece;
            if (!input.piece)
                continue;
            const Piece &own = *input.piece;
            pieces &= !piece || (piece->tensor == own.tensor && piece->axis == own.axis && piece->parts == own.parts);
            piece = own;
        }
        fragment.flat = plain && !rowReduction;
        fragment.runByPiece = pieces && piece && !rowReduction;
    }

    const OperatorSpec &m_card;
    const Variant &m_variant;
    const Plan &m_plan;
    std::map<std::string, GmTensor> m_global; ///< what lies in global memory, by value
    std::vector<std::size_t> m_current;
    std::vector<Fragment> m_fragments;
};

} // namespace

Extent extentOf(Access access)
{
    switch (access) {
    case Access::Scalar: return Extent::Scalar;
    case Access::Column:
    case Access::GeneralColumn: return Extent::Column;
    case Access::Row: return Extent::Row;
    default: return Extent::Full;
    }
}

Result<std::vector<Fragment>> fragmentsOf(const OperatorSpec &card, const Variant &variant, const Plan &plan)
{
    return Partition(card, variant, plan).run();
}

std::string totalText(const Base &base)
{
    const std::string size = "args." + base.tensor + "_size";
    if (base.reduced)
        return size + " / args." + base.tensor + "_shape[args." + base.tensor + "_rank - 1]";
    return size + (base.piece ? " / " + base.piece->parts : "");
}

std::string lastAxisText(const Base &base)
{
    const std::string last = "args." + base.tensor + "_shape[args." + base.tensor + "_rank - 1]";
    if (base.reduced)
        return "1";
    if (!base.piece)
        return last;
    return last + " / (AxisOf(" + base.piece->axis + ", args." + base.tensor + "_rank) == args." + base.tensor + "_rank - 1 ? " + base.piece->parts + " : 1)";
}

std::string runText(const Piece &piece)
{
    return "RunLength(args." + piece.tensor + "_shape, args." + piece.tensor + "_rank, " + piece.axis + ") / " + piece.parts;
}

} // namespace sage::lowering
