#include "core/generate/passwriter.h"

#include <algorithm>

namespace sage::lowering {

namespace {

const char *instruction(NodeOp op)
{
    switch (op) {
    case NodeOp::Add: return "Add";
    case NodeOp::Sub: return "Sub";
    case NodeOp::Mul: return "Mul";
    case NodeOp::Div: return "Div";
    case NodeOp::Max: return "Max";
    case NodeOp::Min: return "Min";
    case NodeOp::Exp: return "Exp";
    case NodeOp::Ln: return "Ln";
    case NodeOp::Sqrt: return "Sqrt";
    case NodeOp::Rsqrt: return "Rsqrt";
    case NodeOp::Reciprocal: return "Reciprocal";
    case NodeOp::Abs: return "Abs";
    default: return "Copy";
    }
}

/// Operations by way of functions that a kernel defines for itself.
std::string helperCall(NodeOp op, const std::string &dst, const std::string &src, const std::string &count)
{
    switch (op) {
    case NodeOp::Floor: return "RoundTo(" + dst + ", " + src + ", RoundMode::CAST_FLOOR, " + count + ");";
    case NodeOp::Ceil: return "RoundTo(" + dst + ", " + src + ", RoundMode::CAST_CEIL, " + count + ");";
    case NodeOp::Rint: return "RoundTo(" + dst + ", " + src + ", RoundMode::CAST_RINT, " + count + ");";
    case NodeOp::Trunc: return "RoundTo(" + dst + ", " + src + ", RoundMode::CAST_TRUNC, " + count + ");";
    case NodeOp::ThroughHalf: return "RoundThrough(" + dst + ", " + src + ", hop, " + count + ");";
    case NodeOp::ThroughBfloat16: return "RoundThrough(" + dst + ", " + src + ", hop.ReinterpretCast<bfloat16_t>(), " + count + ");";
    case NodeOp::IsFinite: return "ExponentBelowLimit(" + dst + ", " + src + ", " + count + ");";
    case NodeOp::IsInf: return "ExponentAtLimit(" + dst + ", " + src + ", " + count + ");";
    case NodeOp::IsNan: return "ExponentAboveLimit(" + dst + ", " + src + ", " + count + ");";
    default: return {};
    }
}

class ComputeWriter
{
public:
    ComputeWriter(SourceText &text, const ClassModel &model, const Pass &pass, const Places &places) : m_text(text), m_model(model), m_pass(pass), m_places(places) {}

    void run()
    {
        if (!m_model.fragment.flat && usesSpan())
            m_text.line("const uint32_t span = rows * pitch;");
        for (const int input : m_pass.loads)
            receive(input);
        for (const int store : m_pass.stores)
            allocate(store);
        declareKnownColumns();
        for (const int n : m_pass.nodes)
            write(m_model.node(n));
        for (const int store : m_pass.stores)
            finish(store);
        for (const int input : m_pass.loads)
            release(input);
    }

private:
    [[nodiscard]] bool usesSpan() const
    {
        const auto full = [this](int value) { return value >= 0 && m_model.value(value).extent == Extent::Full; };
        return std::any_of(m_pass.nodes.begin(), m_pass.nodes.end(), [&](int n) { return !isReduction(m_model.node(n).op) && full(m_model.node(n).result); })
            || std::any_of(m_pass.loads.begin(), m_pass.loads.end(), [&](int i) { return extentOf(m_model.input(i).access) == Extent::Full && converts(m_model.card, m_model.types, m_model.input(i)); })
            || std::any_of(m_pass.stores.begin(), m_pass.stores.end(), [&](int s) { return full(m_model.program.outputs[static_cast<std::size_t>(s)]); });
    }

    [[nodiscard]] std::string countOf(Extent extent) const
    {
        if (m_model.fragment.flat)
            return "count";
        return extent == Extent::Full ? "span" : extent == Extent::Column ? "rows" : "width";
    }

    [[nodiscard]] const Chain &chainOf(int value) const { return m_places.chains[static_cast<std::size_t>(m_places.chainOf.at(value))]; }
    [[nodiscard]] std::string variable(int value) const { return chainOf(value).name; }
    [[nodiscard]] std::string hopArgument() const { return m_model.hop ? ", hop" : ""; }

    [[nodiscard]] int valueOfInput(int input) const
    {
        int value = 0;
        while (m_model.value(value).tensor != input)
            ++value;
        return value;
    }

    void receive(int input)
    {
        const GmTensor &tensor = m_model.input(input);
        const Chain &chain = chainOf(valueOfInput(input));
        const std::string name = m_model.nameOf(tensor);
        if (m_model.keptInput(input) >= 0) {
            m_text.line("LocalTensor<Calc> " + chain.name + " = " + chain.place + ";");
            return;
        }
        if (tensor.access == Access::GeneralColumn)
            return receiveByScalars(tensor, chain);
        if (chain.place.empty()) {
            m_text.line("LocalTensor<Calc> " + chain.name + " = " + name + "Queue.DeQue<Calc>();");
            return;
        }
        m_text.line("LocalTensor<" + tensor.type + "> " + name + "In = " + name + "Queue.DeQue<" + tensor.type + ">();");
        m_text.line("LocalTensor<Calc> " + chain.name + " = Widened(" + name + "In, " + chain.place + hopArgument() + ", " + countOf(chain.extent) + ");");
    }

    void receiveByScalars(const GmTensor &tensor, const Chain &chain)
    {
        m_text.line("LocalTensor<Calc> " + chain.name + " = " + chain.place + "; // one element a row, from wherever broadcasting finds it");
        m_text.line("WaitForVector();");
        m_text.open("for (uint32_t r = 0; r < rows; ++r)");
        m_text.line(chain.name + ".SetValue(r, static_cast<Calc>(ReadScalar(" + m_model.nameOf(tensor) + "Gm, BroadcastRow(row + r, shapes." + tensor.shape + "_shape, shapes." + tensor.shape + "_rank, shapes." + m_model.fragment.base.tensor + "_shape, shapes." + m_model.fragment.base.tensor + "_rank))));");
        m_text.close();
        m_text.line("WaitForScalar();");
    }

    void release(int input)
    {
        const GmTensor &tensor = m_model.input(input);
        if (m_model.keptInput(input) >= 0 || tensor.access == Access::GeneralColumn)
            return;
        const Chain &chain = chainOf(valueOfInput(input));
        const std::string name = m_model.nameOf(tensor);
        m_text.line(name + "Queue.FreeTensor(" + (chain.place.empty() ? chain.name : name + "In") + ");");
    }

    void allocate(int store)
    {
        const GmTensor &output = m_model.output(store);
        const std::string name = m_model.nameOf(output);
        const std::string type = converts(m_model.card, m_model.types, output) ? output.type : "Calc";
        m_text.line("LocalTensor<" + type + "> " + name + "Out = " + name + "Queue.AllocTensor<" + type + ">();");
    }

    void declareKnownColumns()
    {
        for (const int n : m_model.schedule.rowReductions) {
            if (std::find(m_pass.nodes.begin(), m_pass.nodes.end(), n) != m_pass.nodes.end() || !isRead(m_model.node(n).result))
                continue;
            const Chain &chain = chainOf(m_model.node(n).result);
            m_text.line("LocalTensor<Calc> " + chain.name + " = " + chain.place + ";");
        }
    }

    [[nodiscard]] bool isRead(int value) const
    {
        return std::any_of(m_pass.nodes.begin(), m_pass.nodes.end(), [&](int n) { return m_model.node(n).a == value || m_model.node(n).b == value; })
            || std::any_of(m_pass.stores.begin(), m_pass.stores.end(), [&](int s) { return m_model.program.outputs[static_cast<std::size_t>(s)] == value; });
    }

    void write(const Node &node)
    {
        if (node.step != m_lastStep && node.step < static_cast<int>(m_model.fragment.steps.size())) {
            m_lastStep = node.step;
            Step step = m_model.fragment.steps[static_cast<std::size_t>(node.step)];
            step.condition.reset();
            m_text.line("// " + toText(step));
        }
        if (isFullReduction(node.op))
            return writeFullReduction(node);
        declare(node);
        if (isRowReduction(node.op))
            return writeRowReduction(node);
        if (chainOf(node.result).fixed && m_model.keptNode(m_model.value(node.result).node) >= 0)
            return; // filled once, at the start
        if (needsRows(node))
            return writeByRows(node);
        m_text.line(wholeTile(node, variable(node.result), operandText(node.a), operandText(node.b), countOf(m_model.value(node.result).extent)));
    }

    void declare(const Node &node)
    {
        if (!m_places.opens.at(node.result))
            return;
        const Chain &chain = chainOf(node.result);
        const int output = primaryOutput(node.result);
        std::string place = chain.place;
        if (output >= 0 && converts(m_model.card, m_model.types, m_model.output(output)))
            place = "Target(" + m_model.nameOf(m_model.output(output)) + "Out, " + place + ")";
        m_text.line("LocalTensor<Calc> " + chain.name + " = " + place + ";");
    }

    [[nodiscard]] int primaryOutput(int value) const
    {
        for (const int store : m_pass.stores) {
            if (m_model.program.outputs[static_cast<std::size_t>(store)] == value && m_model.value(value).extent == Extent::Full)
                return store;
        }
        return -1;
    }

    [[nodiscard]] std::string operandText(int value) const
    {
        if (value < 0)
            return {};
        return m_model.value(value).extent == Extent::Scalar ? m_model.value(value).text : variable(value);
    }

    /// A whole tile meets a row or a column: one instruction a row.
    [[nodiscard]] bool needsRows(const Node &node) const
    {
        if (m_model.value(node.result).extent != Extent::Full)
            return false;
        const auto partial = [this](int value) { return value >= 0 && (m_model.value(value).extent == Extent::Row || m_model.value(value).extent == Extent::Column); };
        return partial(node.a) || partial(node.b);
    }

    void writeByRows(const Node &node)
    {
        const auto column = [this](int value) { return value >= 0 && m_model.value(value).extent == Extent::Column; };
        if (column(node.a) || column(node.b))
            m_text.line("WaitForVector();");
        m_text.open("for (uint32_t r = 0; r < rows; ++r)");
        m_text.line(wholeTile(node, variable(node.result) + "[r * pitch]", rowText(node.a), rowText(node.b), "width"));
        m_text.close();
    }

    [[nodiscard]] std::string rowText(int value) const
    {
        if (value < 0)
            return {};
        switch (m_model.value(value).extent) {
        case Extent::Scalar: return m_model.value(value).text;
        case Extent::Column: return variable(value) + ".GetValue(r)";
        case Extent::Row: return variable(value);
        default: return variable(value) + "[r * pitch]";
        }
    }

    [[nodiscard]] bool entersAsScalar(int value, const Node &node) const
    {
        const Extent extent = m_model.value(value).extent;
        return extent == Extent::Scalar || (extent == Extent::Column && m_model.value(node.result).extent == Extent::Full);
    }

    /// One vector instruction; an operand that enters as a scalar is the second one.
    [[nodiscard]] std::string wholeTile(const Node &node, const std::string &dst, const std::string &a, const std::string &b, const std::string &count) const
    {
        if (node.op == NodeOp::Copy) {
            if (entersAsScalar(node.a, node))
                return "Duplicate(" + dst + ", static_cast<Calc>(" + a + "), " + count + ");";
            return "Adds(" + dst + ", " + a + ", static_cast<Calc>(0), " + count + ");";
        }
        if (const std::string call = helperCall(node.op, dst, a, count); !call.empty())
            return call;
        if (node.b < 0)
            return std::string(instruction(node.op)) + "(" + dst + ", " + a + ", " + count + ");";
        if (!entersAsScalar(node.b, node))
            return std::string(instruction(node.op)) + "(" + dst + ", " + a + ", " + b + ", " + count + ");";
        return scalarForm(node.op, dst, a, b) + ", " + count + ");";
    }

    [[nodiscard]] static std::string scalarForm(NodeOp op, const std::string &dst, const std::string &a, const std::string &scalar)
    {
        const std::string head = dst + ", " + a + ", ";
        const bool plain = scalar.find_first_of(" -") == std::string::npos;
        const std::string inner = plain ? scalar : "(" + scalar + ")";
        switch (op) {
        case NodeOp::Add: return "Adds(" + head + "static_cast<Calc>(" + scalar + ")";
        case NodeOp::Sub: return "Adds(" + head + "static_cast<Calc>(-" + inner + ")";
        case NodeOp::Mul: return "Muls(" + head + "static_cast<Calc>(" + scalar + ")";
        case NodeOp::Div: return "Muls(" + head + "static_cast<Calc>(1.0f / static_cast<float>(" + scalar + "))";
        case NodeOp::Max: return "Maxs(" + head + "static_cast<Calc>(" + scalar + ")";
        default: return "Mins(" + head + "static_cast<Calc>(" + scalar + ")";
        }
    }

    [[nodiscard]] static std::string reducer(NodeOp op)
    {
        return op == NodeOp::SumRow || op == NodeOp::SumAll ? "Sum" : op == NodeOp::MaxRow || op == NodeOp::MaxAll ? "Max" : "Min";
    }

    [[nodiscard]] static std::string joined(NodeOp op, const std::string &so, const std::string &part)
    {
        if (op == NodeOp::SumRow || op == NodeOp::SumAll)
            return so + " + " + part;
        return so + (op == NodeOp::MaxRow || op == NodeOp::MaxAll ? " > " : " < ") + part + " ? " + so + " : " + part;
    }

    void writeRowReduction(const Node &node)
    {
        const std::string name = variable(node.result);
        m_text.open("for (uint32_t r = 0; r < rows; ++r)");
        const std::string part = "ReducedBy" + reducer(node.op) + "(" + variable(node.a) + "[r * pitch], width)";
        if (m_model.resident()) {
            m_text.line(name + ".SetValue(r, static_cast<Calc>(" + part + "));");
        } else {
            m_text.line("const float part = " + part + ";");
            m_text.line("const float so = column == 0 ? part : static_cast<float>(" + name + ".GetValue(r));");
            m_text.line(name + ".SetValue(r, static_cast<Calc>(column == 0 ? part : (" + joined(node.op, "so", "part") + ")));");
        }
        m_text.close();
        m_text.line("WaitForScalar();");
    }

    void writeFullReduction(const Node &node)
    {
        const std::string name = m_model.value(node.result).name;
        const bool folded = m_model.plan.reduction == ReductionMethod::Folded && m_model.fragment.flat;
        if (folded) {
            const std::string op = reducer(node.op) == "Sum" ? "Add" : reducer(node.op);
            m_text.line(op + "(" + name + "Tile, " + name + "Tile, " + variable(node.a) + ", count); // added up once, at the end");
            return;
        }
        if (m_model.fragment.flat) {
            m_text.line("const float " + name + "Part = ReducedBy" + reducer(node.op) + "(" + variable(node.a) + ", count);");
            m_text.line(name + " = " + joined(node.op, name, name + "Part") + ";");
            return;
        }
        m_text.open("for (uint32_t r = 0; r < rows; ++r)");
        m_text.line("const float part = ReducedBy" + reducer(node.op) + "(" + variable(node.a) + "[r * pitch], width);");
        m_text.line(name + " = " + joined(node.op, name, "part") + ";");
        m_text.close();
    }

    void finish(int store)
    {
        const int value = m_model.program.outputs[static_cast<std::size_t>(store)];
        const GmTensor &output = m_model.output(store);
        const std::string name = m_model.nameOf(output);
        const std::string count = countOf(m_model.value(value).extent);
        const bool converted = converts(m_model.card, m_model.types, output);
        const bool primary = primaryOutput(value) == store && m_model.value(value).node >= 0;
        if (!primary)
            m_text.line((converted ? "Converted(" + name + "Out, " + variable(value) + hopArgument() + ", " + count + ");"
                                   : "Adds(" + name + "Out, " + variable(value) + ", static_cast<Calc>(0), " + count + ");"));
        else if (converted)
            m_text.line("Narrowed(" + name + "Out, " + variable(value) + hopArgument() + ", " + count + ");");
        m_text.line(name + "Queue.EnQue(" + name + "Out);");
    }

    SourceText &m_text;
    const ClassModel &m_model;
    const Pass &m_pass;
    const Places &m_places;
    int m_lastStep = -1;
};

} // namespace

void writeCompute(SourceText &text, const ClassModel &model, const Pass &pass, const Places &places)
{
    ComputeWriter(text, model, pass, places).run();
}

} // namespace sage::lowering
