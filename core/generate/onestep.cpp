#include "core/generate/onestep.h"

#include "core/base/hash.h"
#include "core/generate/lowering.h"
#include "core/model/shapes.h"

#include <algorithm>

namespace sage {

namespace {

struct TypedCase {
    const OperatorCase *one;
    TypedProgram program;
};

/// The dtype of a value between steps: the tensor's own, bool for truth values, else the case's.
std::optional<DType> fixedDType(const OperatorSpec &card, const std::string &value, const std::vector<TypedCase> &cases)
{
    if (const TensorSpec *input = card.input(value))
        return input->dtype;
    const bool boolean = std::all_of(cases.begin(), cases.end(), [&](const TypedCase &one) { return one.program.types.at(value).kind == ValueClass::Boolean; });
    return boolean ? std::optional<DType>(DType::Bool) : std::nullopt;
}

TensorSpec tensorFor(const OperatorSpec &card, const std::string &value, const std::vector<TypedCase> &cases)
{
    TensorSpec tensor;
    tensor.name = value;
    tensor.dtype = fixedDType(card, value, cases);
    tensor.draw = {Draw::Kind::Uniform, 0.5, 1.5};
    tensor.integerDraw = Draw{Draw::Kind::Integer, 0, 1};
    return tensor;
}

OperatorSpec cardFor(const OperatorSpec &card, std::size_t index, const std::vector<TypedCase> &cases)
{
    Step step = card.reference[index];
    step.condition.reset();
    OperatorSpec own;
    own.name = card.name + "." + std::to_string(index + 1) + "." + step.result;
    own.entry = card.entry + "_step" + std::to_string(index + 1);
    own.level = card.level;
    own.category = card.category;
    own.summary = toText(step);
    own.attributes = card.attributes;
    for (const StepArgument &argument : step.arguments) {
        const bool known = argument.isName() && std::any_of(own.inputs.begin(), own.inputs.end(), [&](const TensorSpec &input) { return input.name == argument.name(); });
        if (argument.isName() && !known && !card.attribute(argument.name()))
            own.inputs.push_back(tensorFor(card, argument.name(), cases));
    }
    own.outputs.push_back(tensorFor(card, step.result, cases));
    for (const TensorSpec &output : card.outputs) {
        if (output.name == step.result)
            own.outputs.front().dtype = output.dtype;
    }
    for (const TypedCase &typed : cases) {
        OperatorCase one = *typed.one;
        one.shapes.clear();
        for (const TensorSpec &input : own.inputs)
            one.shapes[input.name] = typed.program.types.at(input.name).shape;
        own.cases.push_back(std::move(one));
    }
    own.reference.push_back(std::move(step));
    own.hash = sha256(std::string_view(card.hash.value + "/" + own.name));
    return own;
}

Plan libraryPlan(const OperatorSpec &card)
{
    Plan plan;
    plan.cores = CoreSplit::Balanced;
    plan.buffers = 2;
    plan.moves = Moves::Strided;
    for (const int length : {4096, 2048, 1024}) {
        plan.tileLength = length;
        const Result<std::int64_t> bytes = onChipBytes(card, plan);
        if (bytes && *bytes <= 184 * 1024)
            break;
    }
    return plan;
}

} // namespace

Result<std::vector<std::pair<OperatorSpec, KernelSource>>> oneStepKernels(const OperatorSpec &card)
{
    std::vector<TypedCase> all;
    for (const OperatorCase &one : card.cases) {
        Result<TypedProgram> program = inferTypes(card, one);
        if (!program)
            return fail(program.error());
        all.push_back({&one, std::move(*program)});
    }
    std::vector<std::pair<OperatorSpec, KernelSource>> kernels;
    for (std::size_t i = 0; i < card.reference.size(); ++i) {
        std::vector<TypedCase> cases;
        std::copy_if(all.begin(), all.end(), std::back_inserter(cases), [&](const TypedCase &one) {
            return std::find(one.program.steps.begin(), one.program.steps.end(), card.reference[i]) != one.program.steps.end();
        });
        if (cases.empty())
            continue;
        OperatorSpec own = cardFor(card, i, cases);
        Result<KernelSource> kernel = synthesize(own, libraryPlan(own));
        if (!kernel)
            return fail(kernel.error());
        kernels.emplace_back(std::move(own), std::move(*kernel));
    }
    return kernels;
}

} // namespace sage
