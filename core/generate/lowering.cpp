#include "core/generate/lowering.h"

#include "core/generate/classwriter.h"
#include "core/generate/helpers.h"

#include <algorithm>
#include <set>

namespace sage {

namespace lowering {

namespace {

/// A variant with what was made of it.
struct Part {
    Fragment fragment;
    Program program; ///< map fragments only
};

struct LoweredVariant {
    const Variant *variant = nullptr;
    std::vector<Part> parts;
    std::vector<KernelClass> classes;
};

/// Writes one kernel.
class KernelWriter
{
public:
    KernelWriter(const OperatorSpec &card, const Plan &plan) : m_card(card), m_plan(plan) {}

    [[nodiscard]] Result<std::string> run()
    {
        if (const Result<void> cut = cutIntoParts(); !cut)
            return fail(cut.error());
        m_types = calcTypesOf(m_card, m_variants, m_plan, m_needs);
        std::string classes;
        for (LoweredVariant &lowered : m_lowered) {
            for (std::size_t i = 0; i < lowered.parts.size(); ++i) {
                Result<KernelClass> written = writeClass(lowered, i);
                if (!written)
                    return fail(written.error());
                classes += written->text + "\n";
                lowered.classes.push_back(std::move(*written));
            }
        }
        const std::string entry = entryText();
        SourceText text;
        writeHead(text);
        text.append(smallestText(classes));
        text.append(helperText(m_plan, m_types, m_hop, classes + entry));
        text.append(classes);
        text.line("} // namespace");
        text.blank();
        text.append(entry);
        return text.text();
    }

    /// The most that a class asks for, in the dtypes for which that is most. After run().
    [[nodiscard]] std::int64_t onChipBytes() const
    {
        std::int64_t most = 0;
        for (const OperatorCase &one : m_card.cases) {
            const std::int64_t calc = static_cast<std::int64_t>(sizeOf(m_types.calc.at(one.dtype)));
            for (const LoweredVariant &lowered : m_lowered) {
                for (const KernelClass &written : lowered.classes)
                    most = std::max(most, bytesOf(written, one, calc));
            }
        }
        return most;
    }

private:
    [[nodiscard]] std::int64_t bytesOf(const KernelClass &written, const OperatorCase &one, std::int64_t calc) const
    {
        std::int64_t bytes = written.calcTiles * calc * m_plan.tileLength + written.fixedBytes + (m_hop ? 2 * m_plan.tileLength : 0);
        for (const GmTensor &tensor : written.tensors) {
            const TensorSpec *spec = nullptr;
            for (const std::vector<TensorSpec> *tensors : {&m_card.inputs, &m_card.outputs}) {
                for (const TensorSpec &candidate : *tensors)
                    spec = candidate.name == tensor.argument ? &candidate : spec;
            }
            const std::int64_t size = spec ? static_cast<std::int64_t>(sizeOf(dtypeIn(*spec, one))) : calc;
            if (tensor.access != Access::Scalar && tensor.access != Access::GeneralColumn)
                bytes += size * m_plan.tileLength * m_plan.buffers;
        }
        return bytes;
    }

    [[nodiscard]] LoweringContext context() const { return {m_card, m_plan, m_whole}; }

    [[nodiscard]] Result<void> cutIntoParts()
    {
        Result<std::vector<Variant>> variants = variantsOf(m_card);
        if (!variants)
            return fail(variants.error());
        m_variants = std::move(*variants);
        m_whole = std::any_of(m_card.cases.begin(), m_card.cases.end(), [this](const OperatorCase &one) { return isWhole(one.dtype, m_variants); });
        for (const Variant &variant : m_variants) {
            Result<std::vector<Fragment>> fragments = fragmentsOf(m_card, variant, m_plan);
            if (!fragments)
                return fail(fragments.error());
            LoweredVariant lowered{&variant, {}, {}};
            for (Fragment &fragment : *fragments) {
                Part part{std::move(fragment), {}};
                if (const Result<void> programmed = program(variant, part); !programmed)
                    return programmed;
                lowered.parts.push_back(std::move(part));
            }
            m_lowered.push_back(std::move(lowered));
        }
        return {};
    }

    [[nodiscard]] Result<void> program(const Variant &variant, Part &part)
    {
        for (const std::vector<GmTensor> *tensors : {&part.fragment.inputs, &part.fragment.outputs}) {
            for (const GmTensor &tensor : *tensors)
                m_hop |= hasBytes(m_card, tensor);
        }
        if (part.fragment.kind != FragmentKind::Map) {
            m_needs.reduces |= part.fragment.kind == FragmentKind::AxisReduce;
            return {};
        }
        Result<Program> made = programOf(context(), variant, part.fragment);
        if (!made)
            return fail(made.error());
        part.program = std::move(*made);
        m_needs.needsFloat |= part.program.needsFloat;
        m_needs.reduces |= part.program.reduces;
        m_hop |= std::any_of(part.program.nodes.begin(), part.program.nodes.end(), [](const Node &node) { return node.op == NodeOp::ThroughHalf || node.op == NodeOp::ThroughBfloat16; });
        return {};
    }

    [[nodiscard]] Result<KernelClass> writeClass(const LoweredVariant &lowered, std::size_t i)
    {
        const Part &part = lowered.parts[i];
        std::string name = "Kernel" + lowered.variant->name + (lowered.parts.size() > 1 ? "Of" + capitalised(identifier(part.fragment.steps.back().result)) : "");
        while (!m_classNames.insert(name).second) // choices may differ only in what names cannot hold
            name += "Too";
        if (part.fragment.kind == FragmentKind::AxisReduce)
            return writeAxisReduceClass(context(), m_types, part.fragment, name);
        if (part.fragment.kind == FragmentKind::Concat)
            return writeConcatClass(context(), m_types, part.fragment, name);
        const Schedule schedule = scheduleOf(part.program, m_plan);
        ClassModel model{m_card, m_plan, m_types, part.fragment, part.program, schedule, {}, 0, 0, m_hop};
        return writeMapClass(model, name);
    }

    void writeHead(SourceText &text) const
    {
        text.line("// " + commentText(m_card.summary));
        text.line("//");
        for (const std::string &sentence : planSentences())
            text.line("// " + sentence);
        text.blank();
        text.line("#include \"kernel_operator.h\"");
        text.line("#include <type_traits>");
        text.blank();
        text.line("using namespace AscendC;");
        text.blank();
        text.line("namespace {");
        text.blank();
        text.line("using Calc = " + m_types.alias + "; // what is computed in");
        if (m_types.mayBeWhole())
            text.line("using Scalar = std::conditional_t<std::is_same_v<Calc, int32_t>, int32_t, float>;");
        text.blank();
    }

    [[nodiscard]] std::vector<std::string> planSentences() const
    {
        const Json plan = toJson(m_plan);
        const auto of = [&](const char *dimension) { return plan.at(dimension).is_string() ? plan.at(dimension).get<std::string>() : plan.at(dimension).dump(); };
        return {"Split over cores: " + of("cores") + "; tiles of " + of("tileLength") + " elements, " + of("buffers") + (m_plan.buffers == 1 ? " buffer" : " buffers") + " a queue; tails: " + of("tail") + "; rows: " + of("moves") + ".",
                "Computed in " + of("compute") + " type; reductions: " + of("reduction") + "; fusion: " + of("fusion") + "; in place: " + of("inPlace") + "; division by " + of("division")
                    + "; scalars by " + of("broadcast") + "; constants " + of("constants") + "."};
    }

    /// The smallest element on chip, by which rows are aligned; and the storage type of tensors that may be bool.
    [[nodiscard]] std::string smallestText(const std::string &classes) const
    {
        SourceText text;
        if (classes.find("Stored<") != std::string::npos) {
            text.line("template<typename T>");
            text.line("using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;");
            text.blank();
        }
        if (classes.find("kLane)") == std::string::npos)
            return text.text();
        std::vector<std::string> types{"Calc"};
        for (const LoweredVariant &lowered : m_lowered) {
            for (const KernelClass &one : lowered.classes) {
                for (const GmTensor &tensor : one.tensors) {
                    if (std::find(types.begin(), types.end(), tensor.type) == types.end())
                        types.push_back(tensor.type);
                }
            }
        }
        std::string list;
        for (const std::string &type : types)
            list += (list.empty() ? "" : ", ") + type;
        text.line("template<typename... T>");
        text.function("constexpr uint32_t SmallestSize()");
        text.line("uint32_t smallest = 8;");
        text.line("((smallest = sizeof(T) < smallest ? sizeof(T) : smallest), ...);");
        text.line("return smallest;");
        text.close();
        text.line("constexpr uint32_t kSmallest = SmallestSize<" + list + ">(); // bytes of the smallest element");
        return text.text();
    }

    [[nodiscard]] std::string entryText() const
    {
        SourceText text;
        std::string parameters;
        for (const std::vector<TensorSpec> *tensors : {&m_card.inputs, &m_card.outputs}) {
            for (const TensorSpec &tensor : *tensors)
                parameters += "GM_ADDR " + identifier(tensor.name) + ", ";
        }
        text.function("extern \"C\" __global__ __aicore__ void " + m_card.entry + "(" + parameters + "GM_ADDR workspace, GM_ADDR tiling)");
        text.line("GET_TILING_DATA(args, tiling);");
        for (std::size_t i = 0; i < m_lowered.size(); ++i) {
            const LoweredVariant &lowered = m_lowered[i];
            if (m_lowered.size() == 1) {
                runClasses(text, lowered);
                break;
            }
            const bool last = i + 1 == m_lowered.size();
            const std::string head = last ? "else" : std::string(i == 0 ? "if (" : "else if (") + lowered.variant->condition + ")";
            text.open(head + (last ? " { // " + lowered.variant->condition : ""));
            runClasses(text, lowered);
            text.close();
        }
        text.close();
        std::string entry = text.text();
        for (std::size_t at = entry.find("}\n    else"); at != std::string::npos; at = entry.find("}\n    else"))
            entry.replace(at, 6, "} ");
        for (std::size_t at = entry.find(" { // "); at != std::string::npos; at = entry.find(" { // ", at + 1)) {
            const std::size_t end = entry.find(" {\n", at + 6);
            if (end != std::string::npos && entry.find('\n', at) == end + 2)
                entry.erase(end, 2);
        }
        return entry;
    }

    void runClasses(SourceText &text, const LoweredVariant &lowered) const
    {
        const std::string parts = placeTemporaries(text, lowered);
        for (std::size_t i = 0; i < lowered.classes.size(); ++i) {
            const KernelClass &one = lowered.classes[i];
            const bool several = lowered.classes.size() > 1;
            if (i > 0) {
                text.line("PipeBarrier<PIPE_ALL>();");
                if (m_plan.cores != CoreSplit::One)
                    text.line("SyncAll(); // the next step reads what other cores wrote");
            }
            if (several)
                text.open("");
            std::string arguments;
            for (const GmTensor &tensor : one.tensors)
                arguments += (tensor.temporary ? tensor.argument : identifier(tensor.argument)) + ", ";
            if (one.joins)
                arguments += parts + ", ";
            text.line("TPipe pipe;");
            text.line(one.name + " op;");
            text.line("op.Init(" + arguments + "args, &pipe);");
            text.line("op.Process();");
            if (several)
                text.close();
        }
    }

    /// Addresses in workspace: a temporary takes over the place of one that no later class reads.
    /// Returns the expression of what is left for partial results.
    [[nodiscard]] std::string placeTemporaries(SourceText &text, const LoweredVariant &lowered) const
    {
        std::string largest;
        std::vector<std::string> places; // by place: the temporary that holds it
        for (std::size_t i = 0; i < lowered.classes.size(); ++i) {
            const KernelClass &one = lowered.classes[i];
            for (std::size_t t = lowered.parts[i].fragment.inputs.size(); t < one.tensors.size(); ++t) {
                if (!one.tensors[t].temporary)
                    continue;
                const std::string size = totalText(one.base);
                if (largest.find("(" + size + ",") == std::string::npos && largest != size)
                    largest = largest.empty() ? size : "Larger(" + size + ", " + largest + ")";
                takePlace(places, lowered, i, one.tensors[t].argument);
                m_placeOf[one.tensors[t].argument] = std::find(places.begin(), places.end(), one.tensors[t].argument) - places.begin();
            }
        }
        if (places.empty())
            return "workspace";
        text.line("const uint64_t temporarySize = AlignUp((" + largest + ") * sizeof(Calc), static_cast<uint64_t>(512));");
        for (const KernelClass &one : lowered.classes) {
            for (const GmTensor &tensor : one.tensors) {
                const auto placed = m_placeOf.find(tensor.argument);
                if (!tensor.temporary || placed == m_placeOf.end())
                    continue;
                text.line("GM_ADDR " + tensor.argument + " = workspace + " + std::to_string(placed->second) + " * temporarySize;");
                m_placeOf.erase(placed);
            }
        }
        const bool joins = std::any_of(lowered.classes.begin(), lowered.classes.end(), [](const KernelClass &one) { return one.joins; });
        if (joins)
            text.line("GM_ADDR parts = workspace + " + std::to_string(places.size()) + " * temporarySize;");
        return "parts";
    }

    void takePlace(std::vector<std::string> &places, const LoweredVariant &lowered, std::size_t from, const std::string &name) const
    {
        const auto readFrom = [&](const std::string &temporary) {
            for (std::size_t i = from; i < lowered.classes.size(); ++i) {
                for (const GmTensor &tensor : lowered.classes[i].tensors) {
                    if (tensor.argument == temporary)
                        return true;
                }
            }
            return false;
        };
        for (std::string &holder : places) {
            if (!readFrom(holder)) {
                holder = name;
                return;
            }
        }
        places.push_back(name);
    }

    const OperatorSpec &m_card;
    const Plan &m_plan;
    std::vector<Variant> m_variants;
    std::vector<LoweredVariant> m_lowered;
    CalcNeeds m_needs;
    CalcTypes m_types;
    bool m_whole = false;
    bool m_hop = false;
    std::set<std::string> m_classNames;
    mutable std::map<std::string, std::ptrdiff_t> m_placeOf;
};

} // namespace

} // namespace lowering

Result<KernelSource> synthesize(const OperatorSpec &card, const Plan &plan)
{
    Result<std::string> text = lowering::KernelWriter(card, plan).run();
    if (!text)
        return fail(text.error());
    KernelSource kernel;
    kernel.files.push_back({card.entry + ".cpp", std::move(*text), "kernel"});
    return kernel;
}

bool sameCode(const OperatorSpec &card, const Plan &a, const Plan &b)
{
    const Result<std::string> first = lowering::KernelWriter(card, a).run(), second = lowering::KernelWriter(card, b).run();
    if (!first || !second)
        return !first && !second;
    const auto code = [](const std::string &text) { return std::string_view(text).substr(text.find("#include")); }; // the head tells the plan
    return code(*first) == code(*second);
}

Result<std::int64_t> onChipBytes(const OperatorSpec &card, const Plan &plan)
{
    lowering::KernelWriter writer(card, plan);
    if (const Result<std::string> text = writer.run(); !text)
        return fail(text.error());
    return writer.onChipBytes();
}

Plan goodPlan(const OperatorSpec &card)
{
    constexpr std::int64_t available = 184 * 1024; // of 192 KB: the end is reserved
    Plan plan;
    plan.cores = CoreSplit::Balanced;
    plan.buffers = 2;
    plan.moves = Moves::Strided;
    plan.reduction = ReductionMethod::Folded;
    plan.fusion = Fusion::Resident;
    std::int64_t longestRow = 1;
    for (const OperatorCase &one : card.cases) {
        for (const auto &[name, shape] : one.shapes)
            longestRow = std::max(longestRow, shape.empty() ? std::int64_t{1} : shape.back());
    }
    for (const int length : {8192, 6144, 4096, 3072, 2048, 1536, 1024, 768, 512, 256, 128, 64}) {
        plan.tileLength = length;
        const Result<std::int64_t> bytes = onChipBytes(card, plan);
        if (bytes && *bytes <= available)
            break;
    }
    if (longestRow > plan.tileLength)
        plan.fusion = Fusion::Passes;
    return plan;
}

} // namespace sage
