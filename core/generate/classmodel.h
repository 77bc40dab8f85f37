#pragma once

#include "core/generate/calctypes.h"
#include "core/generate/schedule.h"

namespace sage::lowering {

/// Everything that is known about one class of a kernel before its text is written.
struct ClassModel {
    const OperatorSpec &card;
    const Plan &plan;
    const CalcTypes &types;
    const Fragment &fragment;
    const Program &program;
    const Schedule &schedule;

    /// A filled constant or a row vector that stays on chip for the whole run.
    struct Kept {
        int node = -1;   ///< a Copy of a literal
        int input = -1;  ///< or a row input
    };
    std::vector<Kept> kept;
    int slots = 0;       ///< tiles of scratch
    int columns = 0;     ///< columns of scratch
    bool hop = false;    ///< a tile of half, for conversions in two steps

    [[nodiscard]] const Value &value(int index) const { return program.values[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const Node &node(int index) const { return program.nodes[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const GmTensor &input(int index) const { return fragment.inputs[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const GmTensor &output(int index) const { return fragment.outputs[static_cast<std::size_t>(index)]; }
    [[nodiscard]] bool reducesRows() const { return !schedule.rowReductions.empty(); }
    [[nodiscard]] bool resident() const { return reducesRows() && plan.fusion == Fusion::Resident; }
    /// C++ name of a stored tensor's queue, and so on: "x" for the value x, "yTemp" for a temporary.
    [[nodiscard]] std::string nameOf(const GmTensor &tensor) const { return (tensor.temporary ? tensor.argument : identifier(tensor.value)) + (tensor.piece ? "Piece" : ""); }
    /// A scalar expression as the compute type.
    [[nodiscard]] std::string asCalc(const Value &scalar) const { return "static_cast<Calc>(" + scalar.text + ")"; }
    /// Partial results of a whole tensor are kept in a tile that is reduced once, at the end.
    [[nodiscard]] bool folds() const { return fragment.flat && plan.reduction == ReductionMethod::Folded && !schedule.fullReductions.empty(); }
    /// Cores put their partial results together.
    [[nodiscard]] bool joins() const { return plan.cores != CoreSplit::One && !schedule.fullReductions.empty(); }
    [[nodiscard]] bool reduces() const { return reducesRows() || !schedule.fullReductions.empty(); }
    [[nodiscard]] bool general() const;       ///< some input needs the shapes at run time
    [[nodiscard]] bool usesReduced() const;   ///< a few lanes for results of reductions and scalar instructions
    /// Moves go through a queue; single elements do not.
    [[nodiscard]] static bool queued(const GmTensor &tensor, bool input) { return !input || (tensor.access != Access::Scalar && tensor.access != Access::GeneralColumn); }
    [[nodiscard]] static std::string bufferLength(const GmTensor &tensor, bool input) { return input && tensor.access == Access::Column ? "kColumnLength" : "kTileLength"; }
    /// visit(tensor, isInput) for every tensor, inputs first.
    template<typename Visit>
    void eachTensor(const Visit &visit) const
    {
        for (const GmTensor &one : fragment.inputs)
            visit(one, true);
        for (const GmTensor &one : fragment.outputs)
            visit(one, false);
    }
    /// Position in `kept`, or -1.
    [[nodiscard]] int keptNode(int node) const;
    [[nodiscard]] int keptInput(int input) const;
};

} // namespace sage::lowering
