#include "core/evaluate/segment.h"

#include <algorithm>

namespace sage {

namespace {

[[nodiscard]] bool isTest(StepOp op)
{
    using enum StepOp;
    return info(op).kind == StepKind::Comparison || op == LogicalAnd || op == LogicalOr || op == LogicalNot || op == IsFinite || op == IsInf || op == IsNan;
}

} // namespace

std::size_t Segment::addSlot(Slot slot)
{
    if (slot.integer)
        slot.integers.resize(static_cast<std::size_t>(blockLength));
    else
        slot.reals.resize(static_cast<std::size_t>(blockLength));
    m_slots.push_back(std::move(slot));
    return m_slots.size() - 1;
}

std::size_t Segment::addConstant(double value, bool integer)
{
    Slot slot;
    slot.integer = integer;
    const std::size_t at = addSlot(std::move(slot));
    std::fill(m_slots[at].reals.begin(), m_slots[at].reals.end(), value);
    std::fill(m_slots[at].integers.begin(), m_slots[at].integers.end(), truncateToInteger(value));
    return at;
}

std::size_t Segment::addLeaf(TensorView view, bool integer)
{
    Slot slot;
    slot.action = Action::Leaf;
    slot.integer = integer;
    slot.view = std::move(view);
    return addSlot(std::move(slot));
}

std::size_t Segment::asReal(std::size_t slot)
{
    if (!m_slots[slot].integer)
        return slot;
    Slot converted;
    converted.action = Action::ToReal;
    converted.operands = {slot};
    return addSlot(std::move(converted));
}

std::size_t Segment::asInteger(std::size_t slot)
{
    if (m_slots[slot].integer)
        return slot;
    Slot converted;
    converted.action = Action::ToInteger;
    converted.integer = true;
    converted.operands = {slot};
    return addSlot(std::move(converted));
}

std::size_t Segment::addTest(const Step &step, std::vector<std::size_t> operands)
{
    const bool integers = std::all_of(operands.begin(), operands.end(), [this](std::size_t operand) { return m_slots[operand].integer; });
    if (!integers)
        std::transform(operands.begin(), operands.end(), operands.begin(), [this](std::size_t operand) { return asReal(operand); });
    Slot slot;
    slot.action = integers ? Action::IntegerTest : Action::RealTest;
    slot.integer = true;
    slot.op = step.op;
    slot.operands = std::move(operands);
    return addSlot(std::move(slot));
}

std::size_t Segment::addCast(const Step &step, std::size_t operand)
{
    const auto to = step.parameters.find("to");
    Slot slot;
    slot.dtype = to == step.parameters.end() ? std::nullopt : dtypeFromName(to->second.get<std::string>());
    const bool floating = slot.dtype && info(*slot.dtype).floating;
    if (slot.dtype == DType::Bool && !m_slots[operand].integer) { // 0.5 is true: a test, not a truncation
        const Step test{step.result, StepOp::NotEqual, {}, {}, {}};
        return addTest(test, {operand, addConstant(0, false)});
    }
    slot.action = floating ? Action::CastReal : Action::CastInteger;
    slot.integer = !floating;
    slot.operands = {floating ? asReal(operand) : asInteger(operand)};
    return addSlot(std::move(slot));
}

std::size_t Segment::addStep(const Step &step, std::vector<std::size_t> operands, ValueClass kind)
{
    if (step.op == StepOp::Cast)
        return addCast(step, operands.front());
    if (isTest(step.op))
        return addTest(step, std::move(operands));
    Slot slot;
    slot.op = step.op;
    slot.integer = kind != ValueClass::Real;
    slot.action = step.op == StepOp::Select ? Action::Select : slot.integer ? Action::Integer : Action::Real;
    std::size_t first = 0;
    if (step.op == StepOp::Select) {
        first = 1;
        if (!m_slots[operands[0]].integer) {
            const Step test{step.result, StepOp::NotEqual, {}, {}, {}};
            operands[0] = addTest(test, {operands[0], addConstant(0, false)});
        }
    }
    for (std::size_t i = first; i < operands.size(); ++i)
        operands[i] = slot.integer ? asInteger(operands[i]) : asReal(operands[i]);
    slot.operands = std::move(operands);
    return addSlot(std::move(slot));
}

void Segment::finish(std::size_t slot)
{
    if (slot + 1 == m_slots.size())
        return;
    Slot copy;
    copy.action = m_slots[slot].integer ? Action::Integer : Action::Real;
    copy.integer = m_slots[slot].integer;
    copy.operands = {slot};
    addSlot(std::move(copy));
}

void Segment::evaluate(std::int64_t start, std::size_t length)
{
    m_length = length;
    for (Slot &slot : m_slots)
        run(slot, start);
}

RealOperands Segment::realOperands(const Slot &slot) const
{
    RealOperands operands;
    for (const std::size_t operand : slot.operands)
        operands.push_back(std::span(m_slots[operand].reals).first(m_length));
    return operands;
}

IntegerOperands Segment::integerOperands(const Slot &slot) const
{
    IntegerOperands operands;
    for (const std::size_t operand : slot.operands)
        operands.push_back(std::span(m_slots[operand].integers).first(m_length));
    return operands;
}

void Segment::runCast(Slot &slot)
{
    const Slot &from = m_slots[slot.operands.front()];
    if (slot.integer) {
        std::transform(from.integers.begin(), from.integers.begin() + static_cast<std::ptrdiff_t>(m_length), slot.integers.begin(),
                       [&](std::int64_t value) { return slot.dtype ? wrapInteger(*slot.dtype, value) : value; });
        return;
    }
    std::copy_n(from.reals.begin(), m_length, slot.reals.begin());
    roundReal(*slot.dtype, std::span(slot.reals).first(m_length));
}

void Segment::run(Slot &slot, std::int64_t start)
{
    const std::span<double> reals = std::span(slot.reals).first(slot.integer ? 0 : m_length);
    const std::span<std::int64_t> integers = std::span(slot.integers).first(slot.integer ? m_length : 0);
    switch (slot.action) {
    case Action::Constant: return;
    case Action::Leaf: return slot.integer ? slot.view.read(start, integers) : slot.view.read(start, reals);
    case Action::ToReal:
        std::copy_n(m_slots[slot.operands[0]].integers.begin(), m_length, reals.begin());
        return;
    case Action::ToInteger:
        std::transform(m_slots[slot.operands[0]].reals.begin(), m_slots[slot.operands[0]].reals.begin() + static_cast<std::ptrdiff_t>(m_length), integers.begin(), truncateToInteger);
        return;
    case Action::Real: return applyReal(slot.op, realOperands(slot), reals);
    case Action::Integer: return applyInteger(slot.op, integerOperands(slot), integers);
    case Action::RealTest: return applyTest(slot.op, realOperands(slot), integers);
    case Action::IntegerTest: return applyTest(slot.op, integerOperands(slot), integers);
    case Action::CastReal:
    case Action::CastInteger: return runCast(slot);
    case Action::Select: {
        const std::span<const std::int64_t> condition = std::span(m_slots[slot.operands[0]].integers).first(m_length);
        const Slot &a = m_slots[slot.operands[1]];
        const Slot &b = m_slots[slot.operands[2]];
        if (slot.integer)
            applySelect<std::int64_t>(condition, std::span(a.integers).first(m_length), std::span(b.integers).first(m_length), integers);
        else
            applySelect<double>(condition, std::span(a.reals).first(m_length), std::span(b.reals).first(m_length), reals);
    }
    }
}

} // namespace sage
