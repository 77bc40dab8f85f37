#include "core/generate/classwriter.h"

// Classes for steps that read whole tensors: reductions along an inner axis, and concatenations.

namespace sage::lowering {

namespace {

struct WholeModel {
    const LoweringContext &context;
    const CalcTypes &types;
    const Fragment &fragment;
    bool hop = false;

    [[nodiscard]] std::string nameOf(const GmTensor &tensor) const { return tensor.temporary ? tensor.argument : identifier(tensor.value); }
};

WholeModel modelOf(const LoweringContext &context, const CalcTypes &types, const Fragment &fragment)
{
    WholeModel model{context, types, fragment};
    for (const std::vector<GmTensor> *tensors : {&fragment.inputs, &fragment.outputs}) {
        for (const GmTensor &tensor : *tensors)
            model.hop |= hasBytes(context.card, tensor);
    }
    return model;
}

KernelClass resultOf(const WholeModel &model, const std::string &name, const SourceText &text, FragmentKind kind)
{
    KernelClass result;
    result.name = name;
    result.text = text.text();
    result.tensors = model.fragment.inputs;
    result.base = model.fragment.base;
    result.kind = kind;
    result.tensors.insert(result.tensors.end(), model.fragment.outputs.begin(), model.fragment.outputs.end());
    return result;
}

void openInit(SourceText &text, const WholeModel &model)
{
    std::string parameters;
    for (const std::vector<GmTensor> *tensors : {&model.fragment.inputs, &model.fragment.outputs}) {
        for (const GmTensor &tensor : *tensors)
            parameters += "GM_ADDR " + model.nameOf(tensor) + ", ";
    }
    text.function("__aicore__ inline void Init(" + parameters + "const CaseArgs &args, TPipe *pipe)");
}

void bind(SourceText &text, const WholeModel &model, const GmTensor &tensor, const std::string &size)
{
    text.line(model.nameOf(tensor) + "Gm.SetGlobalBuffer(reinterpret_cast<__gm__ " + tensor.type + " *>(" + model.nameOf(tensor) + "), " + size + ");");
}

void writeTensorMembers(SourceText &text, const WholeModel &model)
{
    for (const GmTensor &input : model.fragment.inputs) {
        text.line("GlobalTensor<" + input.type + "> " + model.nameOf(input) + "Gm;");
        text.line("TQue<QuePosition::VECIN, kBufferCount> " + model.nameOf(input) + "Queue;");
    }
    for (const GmTensor &output : model.fragment.outputs) {
        text.line("GlobalTensor<" + output.type + "> " + model.nameOf(output) + "Gm;");
        text.line("TQue<QuePosition::VECOUT, kBufferCount> " + model.nameOf(output) + "Queue;");
    }
    if (model.hop) {
        text.line("TBuf<QuePosition::VECCALC> hopBuffer;");
        text.line("LocalTensor<half> hop;");
    }
}

void writeQueues(SourceText &text, const WholeModel &model)
{
    for (const std::vector<GmTensor> *tensors : {&model.fragment.inputs, &model.fragment.outputs}) {
        for (const GmTensor &tensor : *tensors)
            text.line("pipe->InitBuffer(" + model.nameOf(tensor) + "Queue, kBufferCount, kTileLength * sizeof(" + tensor.type + "));");
    }
    if (model.hop) {
        text.line("pipe->InitBuffer(hopBuffer, kTileLength * sizeof(half));");
        text.line("hop = hopBuffer.Get<half>();");
    }
}

/// Stores `variable`, a tile of Calc, to every output.
void writeStores(SourceText &text, const WholeModel &model, const std::string &variable, const std::string &offset)
{
    const std::string hop = model.hop ? ", hop" : "";
    for (const GmTensor &output : model.fragment.outputs) {
        const std::string name = model.nameOf(output);
        text.line("LocalTensor<" + output.type + "> " + name + "Out = " + name + "Queue.AllocTensor<" + output.type + ">();");
        text.line("Converted(" + name + "Out, " + variable + hop + ", count);");
        text.line(name + "Queue.EnQue(" + name + "Out);");
        text.line(name + "Out = " + name + "Queue.DeQue<" + output.type + ">();");
        text.line("Store(" + name + "Gm[" + offset + "], " + name + "Out, count);");
        text.line(name + "Queue.FreeTensor(" + name + "Out);");
    }
}

void writeReduceTile(SourceText &text, const WholeModel &model, const Step &step)
{
    const std::string in = model.nameOf(model.fragment.inputs.front()), type = model.fragment.inputs.front().type;
    const std::string hop = model.hop ? ", hop" : "";
    const std::string op = step.op == StepOp::Max ? "Max" : step.op == StepOp::Min ? "Min" : "Add";
    text.line("// " + toText(step));
    text.function("__aicore__ inline void ReduceTile(uint64_t outer, uint64_t column, uint32_t count)");
    text.open("for (uint64_t slice = 0; slice < slices; ++slice)");
    text.line("LocalTensor<" + type + "> arriving = " + in + "Queue.AllocTensor<" + type + ">();");
    text.line("Load(arriving, " + in + "Gm[(outer * slices + slice) * inner + column], count);");
    text.line(in + "Queue.EnQue(arriving);");
    text.line("arriving = " + in + "Queue.DeQue<" + type + ">();");
    text.line("LocalTensor<Calc> element = Widened(arriving, spare" + hop + ", count);");
    text.open("if (slice == 0)");
    text.line("Adds(sofar, element, static_cast<Calc>(0), count);");
    text.close("} else {");
    text.line("    " + op + "(sofar, sofar, element, count);");
    text.line("}");
    text.line(in + "Queue.FreeTensor(arriving);");
    text.close();
    if (step.op == StepOp::Mean)
        text.line("Muls(sofar, sofar, static_cast<Calc>(1.0f / static_cast<float>(static_cast<int64_t>(slices))), count);");
    writeStores(text, model, "sofar", "outer * inner + column");
    text.close();
    text.blank();
}

} // namespace

Result<KernelClass> writeAxisReduceClass(const LoweringContext &context, const CalcTypes &types, const Fragment &fragment, const std::string &name)
{
    const WholeModel model = modelOf(context, types, fragment);
    const Step &step = fragment.steps.front();
    const GmTensor &input = fragment.inputs.front();
    const std::string shape = "args." + input.shape;
    SourceText text;
    text.open("class " + name);
    text.label("public:");
    openInit(text, model);
    text.line("const uint32_t axis = AxisOf(" + parameterText(step, "axis") + ", " + shape + "_rank);");
    text.line("slices = " + shape + "_shape[axis];");
    text.line("inner = RunLength(" + shape + "_shape, " + shape + "_rank, axis) / slices;");
    text.line("chunks = DivCeil(inner, static_cast<uint64_t>(kTileLength));");
    text.line("const uint64_t units = " + shape + "_size / (slices * inner) * chunks;");
    writeShare(text, context.plan, "units", "1");
    bind(text, model, input, shape + "_size");
    for (const GmTensor &output : fragment.outputs)
        bind(text, model, output, shape + "_size / slices");
    writeQueues(text, model);
    text.line("pipe->InitBuffer(scratchBuffer, 2 * kTileLength * sizeof(Calc));");
    text.line("sofar = scratchBuffer.Get<Calc>();");
    text.line("spare = sofar[kTileLength];");
    text.close();
    text.blank();
    text.function("__aicore__ inline void Process()");
    text.open("for (uint64_t unit = first; unit < last; ++unit)");
    text.line("const uint64_t column = unit % chunks * kTileLength;");
    text.line("ReduceTile(unit / chunks, column, static_cast<uint32_t>(Smaller(kTileLength, inner - column)));");
    text.close();
    text.close();
    text.blank();
    text.label("private:");
    writeReduceTile(text, model, step);
    writeTensorMembers(text, model);
    text.line("TBuf<QuePosition::VECCALC> scratchBuffer;");
    text.line("LocalTensor<Calc> sofar;");
    text.line("LocalTensor<Calc> spare;");
    for (const char *member : {"slices", "inner", "chunks", "first", "last"})
        text.line(std::string("uint64_t ") + member + " = 0;");
    text.close("};");
    return resultOf(model, name, text, FragmentKind::AxisReduce);
}

Result<KernelClass> writeConcatClass(const LoweringContext &context, const CalcTypes &types, const Fragment &fragment, const std::string &name)
{
    const WholeModel model = modelOf(context, types, fragment);
    const Step &step = fragment.steps.front();
    const std::string hop = model.hop ? ", hop" : "";
    const std::string lead = "args." + fragment.inputs.front().shape;
    SourceText text;
    text.open("class " + name);
    text.label("public:");
    openInit(text, model);
    text.line("const uint32_t axis = AxisOf(" + parameterText(step, "axis") + ", " + lead + "_rank);");
    std::string sum;
    for (std::size_t i = 0; i < fragment.inputs.size(); ++i) {
        const std::string shape = "args." + fragment.inputs[i].shape;
        text.line("runs[" + std::to_string(i) + "] = RunLength(" + shape + "_shape, " + shape + "_rank, axis);");
        sum += (i ? " + " : "") + ("runs[" + std::to_string(i) + "]");
        bind(text, model, fragment.inputs[i], shape + "_size");
    }
    text.line("run = " + sum + ";");
    text.line("const uint64_t rows = " + lead + "_size / runs[0];");
    writeShare(text, context.plan, "rows", "1");
    for (const GmTensor &output : fragment.outputs)
        bind(text, model, output, "rows * run");
    writeQueues(text, model);
    text.line("pipe->InitBuffer(scratchBuffer, kTileLength * sizeof(Calc));");
    text.line("spare = scratchBuffer.Get<Calc>();");
    text.close();
    text.blank();
    text.line("// " + toText(step));
    text.function("__aicore__ inline void Process()");
    text.open("for (uint64_t row = first; row < last; ++row)");
    text.line("uint64_t start = row * run;");
    for (std::size_t i = 0; i < fragment.inputs.size(); ++i) {
        const GmTensor &input = fragment.inputs[i];
        const std::string in = model.nameOf(input), own = "runs[" + std::to_string(i) + "]";
        text.open("for (uint64_t column = 0; column < " + own + "; column += kTileLength)");
        text.line("const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, " + own + " - column));");
        text.line("LocalTensor<" + input.type + "> arriving = " + in + "Queue.AllocTensor<" + input.type + ">();");
        text.line("Load(arriving, " + in + "Gm[row * " + own + " + column], count);");
        text.line(in + "Queue.EnQue(arriving);");
        text.line("arriving = " + in + "Queue.DeQue<" + input.type + ">();");
        text.line("LocalTensor<Calc> element = Widened(arriving, spare" + hop + ", count);");
        writeStores(text, model, "element", "start + column");
        text.line(in + "Queue.FreeTensor(arriving);");
        text.close();
        text.line("start += " + own + ";");
    }
    text.close();
    text.close();
    text.blank();
    text.label("private:");
    writeTensorMembers(text, model);
    text.line("TBuf<QuePosition::VECCALC> scratchBuffer;");
    text.line("LocalTensor<Calc> spare;");
    text.line("uint64_t runs[" + std::to_string(fragment.inputs.size()) + "] = {};");
    for (const char *member : {"run", "first", "last"})
        text.line(std::string("uint64_t ") + member + " = 0;");
    text.close("};");
    return resultOf(model, name, text, FragmentKind::Concat);
}

} // namespace sage::lowering
