#pragma once

#include "core/evaluate/elementwise.h"
#include "core/evaluate/view.h"
#include "core/model/shapes.h"

#include <optional>

namespace sage {

/// Element-wise steps of one shape, evaluated block by block: leaves are read, operations applied in order, the last
/// slot is the result. Built by Reference, then run over a range. One thread.
class Segment
{
public:
    static constexpr std::int64_t blockLength = 2048;

    [[nodiscard]] std::size_t addConstant(double value, bool integer);
    [[nodiscard]] std::size_t addLeaf(TensorView view, bool integer);
    /// A step on slots; kind is the result's.
    [[nodiscard]] std::size_t addStep(const Step &step, std::vector<std::size_t> operands, ValueClass kind);

    /// Computes elements start .. start + length - 1 (length <= blockLength); result() then holds them.
    void evaluate(std::int64_t start, std::size_t length);
    [[nodiscard]] bool resultIsInteger() const { return m_slots.back().integer; }
    [[nodiscard]] std::span<const double> real() const { return std::span(m_slots.back().reals).first(m_length); }
    [[nodiscard]] std::span<const std::int64_t> integers() const { return std::span(m_slots.back().integers).first(m_length); }
    /// Makes a slot the result.
    void finish(std::size_t slot);

private:
    enum class Action : std::uint8_t { Constant, Leaf, ToReal, ToInteger, Real, Integer, RealTest, IntegerTest, Select, CastReal, CastInteger };

    struct Slot {
        Action action = Action::Constant;
        bool integer = false;
        StepOp op = StepOp::Copy;
        std::vector<std::size_t> operands;
        TensorView view;
        std::optional<DType> dtype; ///< of a cast
        std::vector<double> reals;
        std::vector<std::int64_t> integers;
    };

    std::size_t addSlot(Slot slot);
    std::size_t asReal(std::size_t slot);
    std::size_t asInteger(std::size_t slot);
    std::size_t addCast(const Step &step, std::size_t operand);
    std::size_t addTest(const Step &step, std::vector<std::size_t> operands);
    void run(Slot &slot, std::int64_t start);
    [[nodiscard]] RealOperands realOperands(const Slot &slot) const;
    [[nodiscard]] IntegerOperands integerOperands(const Slot &slot) const;
    void runCast(Slot &slot);

    std::vector<Slot> m_slots;
    std::size_t m_length = 0;
};

} // namespace sage
