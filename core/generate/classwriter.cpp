#include "core/generate/classwriter.h"

#include "core/generate/tilefunctions.h"

#include <algorithm>

namespace sage::lowering {

namespace {

std::string joinedNames(const std::vector<std::string> &names)
{
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

class MapClassWriter
{
public:
    MapClassWriter(ClassModel &model, const std::string &name) : m_model(model), m_name(name), m_text(0) {}

    [[nodiscard]] KernelClass run()
    {
        findKept();
        for (const Pass &pass : m_model.schedule.passes)
            m_places.push_back(placesOf(m_model, pass));
        placeFolds();
        m_text.open("class " + m_name);
        m_text.label("public:");
        writeInit();
        m_text.blank();
        writeProcess();
        m_text.blank();
        m_text.label("private:");
        writePasses(m_text, m_model, m_places);
        writeReducers(m_text, m_model);
        writeMembers(m_text, m_model);
        m_text.close("};");
        KernelClass result;
        result.name = m_name;
        result.text = m_text.text();
        result.joins = joins();
        result.base = m_model.fragment.base;
        result.flat = flat();
        result.calcTiles = m_model.slots + static_cast<std::int64_t>(m_model.kept.size()) + (reduces() && m_model.plan.reduction == ReductionMethod::Folded ? 1 : 0);
        result.fixedBytes = m_model.columns * 1024 + (joins() ? 2048 : 0) + (reduces() ? m_model.plan.tileLength / 8 + 512 : 0);
        result.tensors = m_model.fragment.inputs;
        result.tensors.insert(result.tensors.end(), m_model.fragment.outputs.begin(), m_model.fragment.outputs.end());
        return result;
    }

private:
    [[nodiscard]] bool flat() const { return m_model.fragment.flat; }
    [[nodiscard]] bool folds() const { return m_model.folds(); }
    [[nodiscard]] bool joins() const { return m_model.joins(); }
    [[nodiscard]] bool reduces() const { return m_model.reduces(); }
    [[nodiscard]] std::string scalarType() const { return m_model.types.mayBeWhole() ? "Scalar" : "float"; }

    void findKept()
    {
        if (m_model.plan.constants != Constants::Kept)
            return;
        for (std::size_t i = 0; i < m_model.fragment.inputs.size(); ++i) {
            if (m_model.fragment.inputs[i].access == Access::Row)
                m_model.kept.push_back({-1, static_cast<int>(i)});
        }
        for (std::size_t n = 0; n < m_model.program.nodes.size(); ++n) {
            const Node &node = m_model.program.nodes[n];
            if (node.op == NodeOp::Copy && m_model.value(node.a).literal && m_model.value(node.result).extent != Extent::Scalar && !isOutput(node.result))
                m_model.kept.push_back({static_cast<int>(n), -1});
        }
    }

    [[nodiscard]] bool isOutput(int value) const
    {
        return std::find(m_model.program.outputs.begin(), m_model.program.outputs.end(), value) != m_model.program.outputs.end();
    }

    void placeFolds()
    {
        if (!folds())
            return;
        m_firstFold = m_model.slots;
        m_model.slots += static_cast<int>(m_model.schedule.fullReductions.size());
    }

    void writeInit()
    {
        std::vector<std::string> parameters;
        m_model.eachTensor([&](const GmTensor &tensor, bool) { parameters.push_back("GM_ADDR " + m_model.nameOf(tensor) + "Address"); });
        if (joins())
            parameters.push_back("GM_ADDR parts");
        parameters.push_back("const CaseArgs &args");
        parameters.push_back("TPipe *pipe");
        m_text.function("__aicore__ inline void Init(" + joinedNames(parameters) + ")");
        writeShapes();
        m_model.eachTensor([&](const GmTensor &tensor, bool input) {
            m_text.line(m_model.nameOf(tensor) + "Gm.SetGlobalBuffer(reinterpret_cast<__gm__ " + tensor.type + " *>(" + m_model.nameOf(tensor) + "Address), " + sizeText(tensor, input) + ");");
        });
        if (joins())
            m_text.line("partsGm.SetGlobalBuffer(reinterpret_cast<__gm__ float *>(parts), kMostCores * kPartLength * " + std::to_string(m_model.schedule.fullReductions.size()) + ");");
        writeBuffers();
        writeScalars();
        writeKept();
        m_text.close();
    }

    [[nodiscard]] std::string sizeText(const GmTensor &tensor, bool input) const
    {
        if (!tensor.temporary)
            return "args." + tensor.argument + "_size";
        const Extent extent = input ? extentOf(tensor.access) : outputExtent(tensor);
        if (tensor.piece || tensor.access == Access::Repeat || tensor.access == Access::General || tensor.access == Access::GeneralColumn)
            return "args." + (tensor.piece ? tensor.piece->tensor : tensor.shape) + "_size";
        switch (extent) {
        case Extent::Scalar: return "1";
        case Extent::Row: return "rowLength";
        case Extent::Column: return "total / rowLength";
        default: return "total";
        }
    }

    [[nodiscard]] Extent outputExtent(const GmTensor &tensor) const
    {
        for (std::size_t i = 0; i < m_model.fragment.outputs.size(); ++i) {
            if (m_model.fragment.outputs[i].argument == tensor.argument)
                return m_model.value(m_model.program.outputs[i]).extent;
        }
        return Extent::Full;
    }

    void writeShapes()
    {
        m_text.line("total = " + totalText(m_model.fragment.base) + ";");
        if (flat()) {
            writeShare(m_text, m_model.plan, "total", "kGrain");
            return;
        }
        std::optional<Piece> piece;
        for (const GmTensor &input : m_model.fragment.inputs) {
            if (input.piece)
                piece = input.piece;
        }
        m_text.line("rowLength = " + (m_model.fragment.runByPiece ? runText(*piece) : lastAxisText(m_model.fragment.base)) + ";");
        const std::string padded = m_model.plan.tail == TailHandling::None ? "rowLength" : "AlignUp(rowLength, kLane)";
        if (m_model.resident())
            m_text.line("pitch = " + padded + "; // a row stays on chip: it must fit a tile");
        else
            m_text.line("pitch = rowLength <= kTileLength ? " + padded + " : kTileLength;");
        m_text.line("rowsPerTile = pitch < kTileLength ? Smaller(kTileLength / pitch, kColumnLength) : 1;");
        for (const GmTensor &input : m_model.fragment.inputs) {
            const std::string tensor = m_model.nameOf(input);
            if (input.piece) {
                m_text.line(tensor + "Parts = " + input.piece->parts + ";");
                m_text.line(tensor + "Index = " + input.piece->index + ";");
            }
            if (input.piece && !m_model.fragment.runByPiece)
                m_text.line(tensor + "Inner = " + runText(*input.piece) + " / rowLength;");
            if (input.access == Access::Repeat)
                m_text.line(tensor + "Size = args." + input.shape + "_size;");
        }
        if (m_model.general())
            m_text.line("shapes = args;");
        writeShare(m_text, m_model.plan, "total / rowLength", "1");
    }

    void writeBuffers()
    {
        m_model.eachTensor([&](const GmTensor &tensor, bool input) {
            if (ClassModel::queued(tensor, input))
                m_text.line("pipe->InitBuffer(" + m_model.nameOf(tensor) + "Queue, kBufferCount, " + ClassModel::bufferLength(tensor, input) + " * sizeof(" + tensor.type + "));");
        });
        const auto buffer = [this](bool wanted, const std::string &name, const std::string &type, const std::string &length) {
            if (!wanted)
                return;
            m_text.line("pipe->InitBuffer(" + name + "Buffer, " + length + " * sizeof(" + type + "));");
            m_text.line(name + " = " + name + "Buffer.Get<" + type + ">();");
        };
        const auto times = [](int n, const std::string &length) { return n == 1 ? length : std::to_string(n) + " * " + length; };
        buffer(m_model.slots > 0, "scratch", "Calc", times(m_model.slots, "kTileLength"));
        buffer(m_model.columns > 0, "columns", "Calc", times(m_model.columns, "kColumnLength"));
        buffer(!m_model.kept.empty(), "kept", "Calc", times(static_cast<int>(m_model.kept.size()), "kTileLength"));
        buffer(m_model.hop, "hop", "half", "kTileLength");
        buffer(m_model.usesReduced(), "reduced", "Calc", "kLanes");
        buffer(reduces() && m_model.plan.reduction != ReductionMethod::Scalar, "work", "Calc", m_model.plan.reduction == ReductionMethod::Folded ? "kTileLength" : "(kTileLength / 32 + kLanes)");
        buffer(joins(), "lanes", "float", "kMostCores * kPartLength");
    }

    void writeScalars()
    {
        for (const Value &value : m_model.program.values) {
            if (value.extent != Extent::Scalar || value.literal || value.node >= 0 || value.name.empty())
                continue;
            if (value.tensor >= 0) {
                m_text.line(value.name + " = static_cast<" + scalarType() + ">(ReadScalar(" + m_model.nameOf(m_model.input(value.tensor)) + "Gm, 0));");
                continue;
            }
            const AttributeSpec *attribute = nullptr;
            for (const AttributeSpec &one : m_model.card.attributes) {
                if (identifier(one.name) == value.name)
                    attribute = &one;
            }
            const std::string text = attribute ? "args." + argumentField(attribute->name) : value.name;
            m_text.line(value.name + " = " + (attribute && attribute->type == AttributeSpec::Type::Bool ? text + " != 0 ? 1 : 0" : "static_cast<" + scalarType() + ">(" + text + ")") + ";");
        }
    }

    void writeKept()
    {
        for (std::size_t k = 0; k < m_model.kept.size(); ++k) {
            const std::string place = "kept[" + std::to_string(k) + " * kTileLength]";
            if (m_model.kept[k].node >= 0) {
                m_text.line("Duplicate(" + place + ", " + m_model.asCalc(m_model.value(m_model.node(m_model.kept[k].node).a)) + ", kTileLength);");
                continue;
            }
            const GmTensor &input = m_model.input(m_model.kept[k].input);
            const std::string name = m_model.nameOf(input);
            m_text.line("LocalTensor<" + input.type + "> " + name + "Once = " + name + "Queue.AllocTensor<" + input.type + ">();");
            m_text.line("Load(" + name + "Once, " + name + "Gm[0], rowLength);");
            m_text.line(name + "Queue.EnQue(" + name + "Once);");
            m_text.line(name + "Once = " + name + "Queue.DeQue<" + input.type + ">();");
            m_text.line(converts(m_model.card, m_model.types, input) ? "Converted(" + place + ", " + name + "Once" + (m_model.hop ? ", hop" : "") + ", rowLength);"
                                                                      : "Adds(" + place + ", " + name + "Once, static_cast<Calc>(0), rowLength);");
            m_text.line(name + "Queue.FreeTensor(" + name + "Once);");
        }
    }

    void writeProcess()
    {
        m_text.function("__aicore__ inline void Process()");
        for (std::size_t i = 0; i < m_model.schedule.fullReductions.size(); ++i)
            startFullReduction(i);
        for (int phase = 0; phase < m_model.schedule.phases; ++phase) {
            for (const int n : m_model.schedule.scalars[static_cast<std::size_t>(phase)])
                writeScalarNode(m_model.node(n));
            writeLoops(m_text, m_model, phase);
            for (std::size_t i = 0; i < m_model.schedule.fullReductions.size(); ++i) {
                if (phaseOf(i) == phase)
                    finishFullReduction(i);
            }
        }
        for (const int store : m_model.schedule.scalarStores)
            storeScalar(store);
        m_text.close();
    }

    /// The phase in which a full reduction runs: that of the pass that holds it.
    [[nodiscard]] int phaseOf(std::size_t reduction) const
    {
        for (const Pass &pass : m_model.schedule.passes) {
            if (std::find(pass.nodes.begin(), pass.nodes.end(), m_model.schedule.fullReductions[reduction]) != pass.nodes.end())
                return pass.phase;
        }
        return 0;
    }

    [[nodiscard]] static std::string neutral(NodeOp op)
    {
        return op == NodeOp::SumAll ? "0.0f" : op == NodeOp::MaxAll ? "kLowest" : "-kLowest";
    }

    void startFullReduction(std::size_t i)
    {
        const Node &node = m_model.node(m_model.schedule.fullReductions[i]);
        const std::string name = m_model.value(node.result).name;
        m_text.line(name + " = " + neutral(node.op) + ";");
        if (!folds())
            return;
        m_text.line(name + "Tile = scratch[" + std::to_string(m_firstFold + static_cast<int>(i)) + " * kTileLength];");
        m_text.line("Duplicate(" + name + "Tile, static_cast<Calc>(" + neutral(node.op) + "), kTileLength);");
    }

    [[nodiscard]] static std::string reducer(NodeOp op) { return op == NodeOp::SumAll ? "Sum" : op == NodeOp::MaxAll ? "Max" : "Min"; }

    void finishFullReduction(std::size_t i)
    {
        const Node &node = m_model.node(m_model.schedule.fullReductions[i]);
        const std::string name = m_model.value(node.result).name;
        if (folds())
            m_text.line(name + " = ReducedBy" + reducer(node.op) + "(" + name + "Tile, kTileLength);");
        if (joins())
            m_text.line(name + " = JoinedBy" + reducer(node.op) + "(" + name + ", " + std::to_string(i) + ");");
    }

    void writeScalarNode(const Node &node)
    {
        const Value &result = m_model.value(node.result);
        const std::string a = m_model.value(node.a).text;
        if (node.op == NodeOp::Copy) {
            m_text.line(result.name + " = " + a + ";");
            return;
        }
        if (node.b < 0) {
            m_text.line("Duplicate(reduced, static_cast<Calc>(" + a + "), kLanes);");
            m_text.line(scalarInstruction(node.op));
            m_text.line("WaitForVector();");
            m_text.line(result.name + " = static_cast<" + scalarType() + ">(reduced.GetValue(0));");
            return;
        }
        const std::string b = m_model.value(node.b).text;
        const auto wrapped = [](const std::string &text) { return text.find(' ') == std::string::npos && text.front() != '-' ? text : "(" + text + ")"; };
        const char sign = node.op == NodeOp::Add ? '+' : node.op == NodeOp::Sub ? '-' : node.op == NodeOp::Mul ? '*' : '/';
        if (node.op == NodeOp::Max || node.op == NodeOp::Min)
            m_text.line(result.name + " = " + wrapped(a) + (node.op == NodeOp::Max ? " > " : " < ") + wrapped(b) + " ? " + a + " : " + b + ";");
        else
            m_text.line(result.name + " = " + wrapped(a) + " " + sign + " " + wrapped(b) + ";");
    }

    [[nodiscard]] static std::string scalarInstruction(NodeOp op)
    {
        switch (op) {
        case NodeOp::Exp: return "Exp(reduced, reduced, kLanes);";
        case NodeOp::Ln: return "Ln(reduced, reduced, kLanes);";
        case NodeOp::Sqrt: return "Sqrt(reduced, reduced, kLanes);";
        case NodeOp::Rsqrt: return "Rsqrt(reduced, reduced, kLanes);";
        case NodeOp::Reciprocal: return "Reciprocal(reduced, reduced, kLanes);";
        case NodeOp::Abs: return "Abs(reduced, reduced, kLanes);";
        case NodeOp::Floor: return "RoundTo(reduced, reduced, RoundMode::CAST_FLOOR, kLanes);";
        case NodeOp::Ceil: return "RoundTo(reduced, reduced, RoundMode::CAST_CEIL, kLanes);";
        case NodeOp::Rint: return "RoundTo(reduced, reduced, RoundMode::CAST_RINT, kLanes);";
        case NodeOp::IsFinite: return "ExponentBelowLimit(reduced, reduced, kLanes);";
        case NodeOp::IsInf: return "ExponentAtLimit(reduced, reduced, kLanes);";
        case NodeOp::IsNan: return "ExponentAboveLimit(reduced, reduced, kLanes);";
        case NodeOp::ThroughHalf: return "RoundThrough(reduced, reduced, hop, kLanes);";
        case NodeOp::ThroughBfloat16: return "RoundThrough(reduced, reduced, hop.ReinterpretCast<bfloat16_t>(), kLanes);";
        default: return "RoundTo(reduced, reduced, RoundMode::CAST_TRUNC, kLanes);";
        }
    }

    void storeScalar(int store)
    {
        const GmTensor &output = m_model.output(store);
        const std::string name = m_model.nameOf(output);
        const std::string value = m_model.value(m_model.program.outputs[static_cast<std::size_t>(store)]).text;
        m_text.open("if (GetBlockIdx() == 0)");
        m_text.line("LocalTensor<" + output.type + "> " + name + "Out = " + name + "Queue.AllocTensor<" + output.type + ">();");
        m_text.line("WaitForVector();");
        m_text.line(name + "Out.SetValue(0, static_cast<" + output.type + ">(" + value + "));");
        m_text.line("WaitForScalar();");
        m_text.line(name + "Queue.EnQue(" + name + "Out);");
        m_text.line(name + "Out = " + name + "Queue.DeQue<" + output.type + ">();");
        m_text.line("StoreOne(" + name + "Gm, " + name + "Out);");
        m_text.line(name + "Queue.FreeTensor(" + name + "Out);");
        m_text.close();
    }

    ClassModel &m_model;
    std::string m_name;
    SourceText m_text;
    std::vector<Places> m_places;
    int m_firstFold = 0;
};

} // namespace

KernelClass writeMapClass(ClassModel &model, const std::string &name)
{
    return MapClassWriter(model, name).run();
}

void writeShare(SourceText &text, const Plan &plan, const std::string &units, const std::string &grain)
{
    const bool single = grain == "1";
    switch (plan.cores) {
    case CoreSplit::One:
        text.line("first = 0;");
        text.line("last = GetBlockIdx() == 0 ? " + units + " : 0; // one core does it all");
        break;
    case CoreSplit::Even: {
        const std::string share = "DivCeil(" + units + ", static_cast<uint64_t>(GetBlockNum()))";
        text.line("const uint64_t share = " + (single ? share : "AlignUp(" + share + ", static_cast<uint64_t>(" + grain + "))") + ";");
        text.line("first = Smaller(GetBlockIdx() * share, " + units + ");");
        text.line("last = Smaller(first + share, " + units + ");");
        break;
    }
    case CoreSplit::Balanced:
        text.line("const uint64_t grains = " + (single ? units : "DivCeil(" + units + ", static_cast<uint64_t>(" + grain + "))") + ";");
        text.line("const uint64_t each = grains / GetBlockNum(), extra = grains % GetBlockNum(); // the first `extra` cores take one grain more");
        text.line("const uint64_t core = GetBlockIdx();");
        text.line("first = Smaller((core * each + Smaller(core, extra)) * " + grain + ", " + units + ");");
        text.line("last = Smaller(first + (each + (core < extra ? 1 : 0)) * " + grain + ", " + units + ");");
        break;
    }
}

} // namespace sage::lowering
