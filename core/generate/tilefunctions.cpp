#include "core/generate/tilefunctions.h"

#include <algorithm>
#include <set>

namespace sage::lowering {

namespace {

std::string suffixOf(const ClassModel &model, std::size_t pass)
{
    return model.schedule.passes.size() == 1 ? "" : std::to_string(pass + 1);
}

/// Inputs that a pass moves in; kept rows are there already.
std::vector<int> movedIn(const ClassModel &model, const Pass &pass)
{
    std::vector<int> inputs;
    for (const int input : pass.loads) {
        if (model.keptInput(input) < 0 && ClassModel::queued(model.input(input), true))
            inputs.push_back(input);
    }
    return inputs;
}

void writeCalls(SourceText &text, const ClassModel &model, std::size_t index)
{
    const Pass &pass = model.schedule.passes[index];
    const std::string suffix = suffixOf(model, index);
    const bool rows = !model.fragment.flat;
    if (!movedIn(model, pass).empty())
        text.line("CopyIn" + suffix + (rows ? "(row, rows, column, width);" : "(offset, count);"));
    text.line("Compute" + suffix + (rows ? "(row, rows, column, width);" : "(count);"));
    if (!pass.stores.empty())
        text.line("CopyOut" + suffix + (rows ? "(row, rows, column, width);" : "(offset, count);"));
}

void writeFlatLoop(SourceText &text, const ClassModel &model, std::size_t index)
{
    if (model.plan.tail == TailHandling::BackStep) {
        text.open("for (uint64_t at = first; at < last; at += kTileLength)");
        text.line("// A last tile that is no whole number of blocks starts a little earlier and computes some elements again.");
        text.line("const uint32_t left = static_cast<uint32_t>(Smaller(kTileLength, last - at));");
        text.line("const uint32_t count = AlignUp(left, kGrain / 2);");
        text.line("const uint64_t offset = count == left || last < count ? at : last - count;");
    } else {
        text.open("for (uint64_t offset = first; offset < last; offset += kTileLength)");
        text.line("const uint32_t count = static_cast<uint32_t>(Smaller(kTileLength, last - offset));");
    }
    writeCalls(text, model, index);
    text.close();
}

void writeRowLoop(SourceText &text, const ClassModel &model, const std::vector<std::size_t> &passes)
{
    text.open("for (uint64_t row = first; row < last; row += rowsPerTile)");
    text.line("const uint32_t rows = static_cast<uint32_t>(Smaller(rowsPerTile, last - row));");
    for (const std::size_t index : passes) {
        if (model.resident()) {
            text.line("const uint64_t column = 0;");
            text.line("const uint32_t width = static_cast<uint32_t>(rowLength);");
            writeCalls(text, model, index);
            continue;
        }
        text.open("for (uint64_t column = 0; column < rowLength; column += kTileLength)");
        text.line("const uint32_t width = static_cast<uint32_t>(Smaller(kTileLength, rowLength - column));");
        writeCalls(text, model, index);
        text.close();
    }
    text.close();
}

/// Lines that load one input of a tile of rows.
void loadTile(SourceText &text, const ClassModel &model, const GmTensor &input)
{
    const std::string name = model.nameOf(input), in = name + "In", gm = name + "Gm";
    const auto byRows = [&](const std::string &offset) {
        text.open("for (uint32_t r = 0; r < rows; ++r)");
        text.line("LoadRows(" + in + "[r * pitch], " + gm + "[" + offset + "], 1, width, 0, pitch);");
        text.close();
    };
    switch (input.access) {
    case Access::Row: text.line("Load(" + in + ", " + gm + "[column], width);"); break;
    case Access::Column: text.line("Load(" + in + ", " + gm + "[row], rows);"); break;
    case Access::Repeat: byRows("(row + r) * rowLength % " + name + "Size + column"); break;
    case Access::General: byRows("BroadcastRow(row + r, shapes." + input.shape + "_shape, shapes." + input.shape + "_rank, shapes." + model.fragment.base.tensor + "_shape, shapes." + model.fragment.base.tensor + "_rank) + column"); break;
    case Access::Piece:
        if (model.fragment.runByPiece)
            text.line("LoadRows(" + in + ", " + gm + "[(row * " + name + "Parts + " + name + "Index) * rowLength + column], rows, width, (" + name + "Parts - 1) * rowLength, pitch);");
        else
            byRows("(((row + r) / " + name + "Inner * " + name + "Parts + " + name + "Index) * " + name + "Inner + (row + r) % " + name + "Inner) * rowLength + column");
        break;
    default: text.line("LoadRows(" + in + ", " + gm + "[row * rowLength + column], rows, width, 0, pitch);"); break;
    }
}

void writeCopyIn(SourceText &text, const ClassModel &model, std::size_t index)
{
    const Pass &pass = model.schedule.passes[index];
    const std::vector<int> inputs = movedIn(model, pass);
    if (inputs.empty())
        return;
    const bool flat = model.fragment.flat;
    text.function("__aicore__ inline void CopyIn" + suffixOf(model, index) + (flat ? "(uint64_t offset, uint32_t count)" : "(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)"));
    for (const int position : inputs) {
        const GmTensor &input = model.input(position);
        const std::string name = model.nameOf(input);
        text.line("LocalTensor<" + input.type + "> " + name + "In = " + name + "Queue.AllocTensor<" + input.type + ">();");
        if (flat)
            text.line("Load(" + name + "In, " + name + "Gm[offset], count);");
        else
            loadTile(text, model, input);
        text.line(name + "Queue.EnQue(" + name + "In);");
    }
    text.close();
    text.blank();
}

void writeCopyOut(SourceText &text, const ClassModel &model, std::size_t index)
{
    const Pass &pass = model.schedule.passes[index];
    if (pass.stores.empty())
        return;
    const bool flat = model.fragment.flat;
    text.function("__aicore__ inline void CopyOut" + suffixOf(model, index) + (flat ? "(uint64_t offset, uint32_t count)" : "(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)"));
    for (const int store : pass.stores) {
        const GmTensor &output = model.output(store);
        const std::string name = model.nameOf(output);
        text.line("LocalTensor<" + output.type + "> " + name + "Out = " + name + "Queue.DeQue<" + output.type + ">();");
        const Extent extent = model.value(model.program.outputs[static_cast<std::size_t>(store)]).extent;
        if (flat)
            text.line("Store(" + name + "Gm[offset], " + name + "Out, count);");
        else if (extent == Extent::Column)
            text.line("Store(" + name + "Gm[row], " + name + "Out, rows);");
        else
            text.line("StoreRows(" + name + "Gm[row * rowLength + column], " + name + "Out, rows, width, pitch);");
        text.line(name + "Queue.FreeTensor(" + name + "Out);");
    }
    text.close();
    text.blank();
}

void writeSumOfRow(SourceText &text, const ClassModel &model, const std::string &reducer)
{
    const std::string vector = reducer == "Sum" ? "Add" : reducer;
    switch (model.plan.reduction) {
    case ReductionMethod::Scalar:
        text.line("WaitForVector();");
        text.line("float result = static_cast<float>(row.GetValue(0));");
        text.open("for (uint32_t i = 1; i < length; ++i)");
        text.line("const float element = static_cast<float>(row.GetValue(i));");
        text.line(reducer == "Sum" ? "result += element;" : std::string("result = result ") + (reducer == "Max" ? ">" : "<") + " element ? result : element;");
        text.close();
        text.line("return result;");
        return;
    case ReductionMethod::Whole:
        text.line("Reduce" + reducer + "(reduced, row, work, length);");
        break;
    case ReductionMethod::Folded:
        text.line("// Halves are put together by whole-tile instructions while they stay whole blocks; the rest goes to the slower reduction.");
        text.open("if (length % (2 * kLanes) == 0)");
        text.line("length /= 2;");
        text.line(vector + "(work, row, row[length], length);");
        text.open("while (length % (2 * kLanes) == 0)");
        text.line("length /= 2;");
        text.line(vector + "(work, work, work[length], length);");
        text.close();
        text.line("Reduce" + reducer + "(reduced, work, work[kTileLength / 2], length);");
        text.close("} else {");
        text.line("    Reduce" + reducer + "(reduced, row, work, length);");
        text.line("}");
        break;
    }
    text.line("WaitForVector();");
    text.line("return static_cast<float>(reduced.GetValue(0));");
}

void writeJoiner(SourceText &text, const std::string &reducer)
{
    text.line("/// Every core leaves its part in workspace, all meet, and each puts all parts together in the same order.");
    text.function("__aicore__ inline float JoinedBy" + reducer + "(float part, uint32_t which)");
    text.line("GlobalTensor<float> shared = partsGm[which * kMostCores * kPartLength];");
    text.line("WaitForVector();");
    text.line("Duplicate(lanes, part, kPartLength);");
    text.line("PipeBarrier<PIPE_ALL>();");
    text.line("DataCopy(shared[GetBlockIdx() * kPartLength], lanes, kPartLength);");
    text.line("PipeBarrier<PIPE_ALL>();");
    text.line("SyncAll();");
    text.line("const uint32_t cores = static_cast<uint32_t>(GetBlockNum());");
    text.line("DataCopy(lanes, shared, cores * kPartLength);");
    text.line("PipeBarrier<PIPE_ALL>();");
    text.line("float result = lanes.GetValue(0);");
    text.open("for (uint32_t core = 1; core < cores; ++core)");
    text.line("const float other = lanes.GetValue(core * kPartLength);");
    text.line(reducer == "Sum" ? "result += other;" : std::string("result = result ") + (reducer == "Max" ? ">" : "<") + " other ? result : other;");
    text.close();
    text.line("return result;");
    text.close();
    text.blank();
}

/// "Sum", "Max", "Min": those that the nodes use.
std::set<std::string> reducersOf(const ClassModel &model, bool full)
{
    std::set<std::string> names;
    for (const Node &node : model.program.nodes) {
        if (full ? !isFullReduction(node.op) : !isReduction(node.op))
            continue;
        names.insert(node.op == NodeOp::SumRow || node.op == NodeOp::SumAll ? "Sum" : node.op == NodeOp::MaxRow || node.op == NodeOp::MaxAll ? "Max" : "Min");
    }
    return names;
}

void writeScalarMembers(SourceText &text, const ClassModel &model)
{
    const std::string type = model.types.mayBeWhole() ? "Scalar" : "float";
    std::set<std::string> done;
    for (const Value &value : model.program.values) {
        if (value.extent == Extent::Scalar && !value.literal && !value.name.empty() && done.insert(value.name).second)
            text.line(type + " " + value.name + " = 0;");
    }
    text.line("uint64_t total = 0;");
    text.line("uint64_t first = 0; // this core's share");
    text.line("uint64_t last = 0;");
    if (model.fragment.flat)
        return;
    text.line("uint64_t rowLength = 0;");
    text.line("uint32_t pitch = 0; // elements from row to row on chip");
    text.line("uint32_t rowsPerTile = 0;");
    for (const GmTensor &input : model.fragment.inputs) {
        const std::string name = model.nameOf(input);
        if (input.piece) {
            text.line("uint64_t " + name + "Parts = 0;");
            text.line("uint64_t " + name + "Index = 0;");
        }
        if (input.piece && !model.fragment.runByPiece)
            text.line("uint64_t " + name + "Inner = 0; // rows in the contiguous run of a piece");
        if (input.access == Access::Repeat)
            text.line("uint64_t " + name + "Size = 0;");
    }
    if (model.general())
        text.line("CaseArgs shapes;");
}

} // namespace

void writeLoops(SourceText &text, const ClassModel &model, int phase)
{
    std::vector<std::size_t> passes;
    for (std::size_t i = 0; i < model.schedule.passes.size(); ++i) {
        if (model.schedule.passes[i].phase == phase)
            passes.push_back(i);
    }
    if (passes.empty())
        return;
    if (!model.fragment.flat)
        return writeRowLoop(text, model, passes);
    for (const std::size_t index : passes)
        writeFlatLoop(text, model, index);
}

void writePasses(SourceText &text, const ClassModel &model, const std::vector<Places> &places)
{
    for (std::size_t i = 0; i < model.schedule.passes.size(); ++i) {
        const Pass &pass = model.schedule.passes[i];
        writeCopyIn(text, model, i);
        text.function("__aicore__ inline void Compute" + suffixOf(model, i) + (model.fragment.flat ? "(uint32_t count)" : "(uint64_t row, uint32_t rows, uint64_t column, uint32_t width)"));
        writeCompute(text, model, pass, places[i]);
        text.close();
        text.blank();
        writeCopyOut(text, model, i);
    }
}

void writeReducers(SourceText &text, const ClassModel &model)
{
    for (const std::string &reducer : reducersOf(model, false)) {
        text.function("__aicore__ inline float ReducedBy" + reducer + "(const LocalTensor<Calc> &row, uint32_t length)");
        writeSumOfRow(text, model, reducer);
        text.close();
        text.blank();
    }
    if (!model.joins())
        return;
    for (const std::string &reducer : reducersOf(model, true))
        writeJoiner(text, reducer);
}

void writeMembers(SourceText &text, const ClassModel &model)
{
    model.eachTensor([&](const GmTensor &tensor, bool) { text.line("GlobalTensor<" + tensor.type + "> " + model.nameOf(tensor) + "Gm;"); });
    if (model.joins())
        text.line("GlobalTensor<float> partsGm;");
    model.eachTensor([&](const GmTensor &tensor, bool input) {
        if (ClassModel::queued(tensor, input))
            text.line(std::string("TQue<QuePosition::") + (input ? "VECIN" : "VECOUT") + ", kBufferCount> " + model.nameOf(tensor) + "Queue;");
    });
    const auto buffer = [&](bool wanted, const std::string &name, const std::string &type) {
        if (!wanted)
            return;
        text.line("TBuf<QuePosition::VECCALC> " + name + "Buffer;");
        text.line("LocalTensor<" + type + "> " + name + ";");
    };
    buffer(model.slots > 0, "scratch", "Calc");
    buffer(model.columns > 0, "columns", "Calc");
    buffer(!model.kept.empty(), "kept", "Calc");
    buffer(model.hop, "hop", "half");
    buffer(model.usesReduced(), "reduced", "Calc");
    buffer(model.reduces() && model.plan.reduction != ReductionMethod::Scalar, "work", "Calc");
    buffer(model.joins(), "lanes", "float");
    if (model.folds()) {
        for (const int n : model.schedule.fullReductions)
            text.line("LocalTensor<Calc> " + model.value(model.node(n).result).name + "Tile;");
    }
    writeScalarMembers(text, model);
}

} // namespace sage::lowering
