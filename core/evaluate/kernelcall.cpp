#include "core/evaluate/kernelcall.h"

#include "core/model/names.h"
#include "core/model/shapes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <set>

namespace sage {

namespace {

constexpr std::size_t maxRank = 8;

/// Entries that the C library declares as well. Such an entry is renamed by a macro, after the headers.
const std::set<std::string, std::less<>> libraryNames{
    "abort", "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "bsearch", "cbrt", "ceil", "clock", "copysign", "cos", "cosh", "div", "erf", "erfc",
    "exit", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "free", "frexp", "gamma", "hypot", "ilogb", "index", "j0", "j1", "jn",
    "labs", "ldexp", "ldiv", "lgamma", "link", "llabs", "lldiv", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "main", "malloc",
    "memchr", "memcmp", "memcpy", "memmove", "memset", "mergesort", "modf", "nan", "nearbyint", "nextafter", "pow", "printf", "qsort", "raise", "rand", "random", "read",
    "realloc", "remainder", "remove", "remquo", "rename", "rindex", "rint", "round", "scalb", "scalbln", "scalbn", "select", "significand", "sin", "sinh", "sqrt",
    "tan", "tanh", "tgamma", "time", "trunc", "write", "y0", "y1", "yn"};

[[nodiscard]] std::string upperCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

[[nodiscard]] std::vector<const TensorSpec *> tensorsOf(const OperatorSpec &card)
{
    std::vector<const TensorSpec *> tensors;
    for (const TensorSpec &input : card.inputs)
        tensors.push_back(&input);
    for (const TensorSpec &output : card.outputs)
        tensors.push_back(&output);
    return tensors;
}

[[nodiscard]] const char *fieldType(AttributeSpec::Type type)
{
    switch (type) {
    case AttributeSpec::Type::Int: return "int64_t";
    case AttributeSpec::Type::Float: return "float";
    case AttributeSpec::Type::Bool: return "uint32_t";
    case AttributeSpec::Type::Choice: return "int32_t";
    }
    return "int64_t";
}

/// Appends fields as a C++ compiler lays them out: each at a multiple of its size.
class StructWriter
{
public:
    template<typename T>
    void add(T value)
    {
        m_bytes.resize((m_bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
        const auto *raw = reinterpret_cast<const std::byte *>(&value);
        m_bytes.insert(m_bytes.end(), raw, raw + sizeof(T));
    }

    void addTensor(const Shape &shape)
    {
        add(static_cast<std::uint64_t>(elementCount(shape)));
        add(static_cast<std::uint32_t>(shape.size()));
        for (std::size_t axis = 0; axis < maxRank; ++axis)
            add(static_cast<std::uint32_t>(axis < shape.size() ? shape[axis] : 1));
    }

    void addAttribute(const AttributeSpec &attribute, const Json &value)
    {
        switch (attribute.type) {
        case AttributeSpec::Type::Int: return add(value.is_number() ? value.get<std::int64_t>() : std::int64_t{0});
        case AttributeSpec::Type::Float: return add(value.is_number() ? static_cast<float>(value.get<double>()) : 0.0f);
        case AttributeSpec::Type::Bool: return add(static_cast<std::uint32_t>(value.is_boolean() && value.get<bool>()));
        case AttributeSpec::Type::Choice: {
            const auto found = value.is_string() ? std::find(attribute.choices.begin(), attribute.choices.end(), value.get<std::string>()) : attribute.choices.end();
            add(static_cast<std::int32_t>(found == attribute.choices.end() ? -1 : found - attribute.choices.begin()));
        }
        }
    }

    [[nodiscard]] std::vector<std::byte> finish()
    {
        m_bytes.resize((m_bytes.size() + 7) / 8 * 8);
        return std::move(m_bytes);
    }

private:
    std::vector<std::byte> m_bytes;
};

[[nodiscard]] Json attributeValue(const OperatorCase &one, const AttributeSpec &attribute)
{
    const auto found = one.attributes.find(attribute.name);
    return found == one.attributes.end() ? attribute.fallback : found->second;
}

} // namespace

std::vector<KernelVariant> variantsOf(const OperatorSpec &card)
{
    std::vector<KernelVariant> variants;
    for (std::size_t i = 0; i < card.cases.size(); ++i) {
        std::vector<DType> dtypes;
        for (const TensorSpec *tensor : tensorsOf(card))
            dtypes.push_back(dtypeIn(*tensor, card.cases[i]));
        auto known = std::find_if(variants.begin(), variants.end(), [&](const KernelVariant &variant) { return variant.dtypes == dtypes; });
        if (known == variants.end())
            known = variants.insert(variants.end(), KernelVariant{dtypes, {}});
        known->cases.push_back(i);
    }
    return variants;
}

std::string caseArgsHeader(const OperatorSpec &card, const KernelVariant &variant)
{
    const std::vector<const TensorSpec *> tensors = tensorsOf(card);
    std::string text = "#pragma once\n\n#include <cstdint>\n\n// Generated: element types, and what the tiling argument points to.\n\n";
    for (std::size_t i = 0; i < tensors.size(); ++i)
        text += "#define DTYPE_" + upperCase(tensors[i]->name) + ' ' + std::string(info(variant.dtypes[i]).ascendName) + '\n';
    text += "\nstruct CaseArgs {\n";
    for (const TensorSpec *tensor : tensors) {
        text += "    uint64_t " + tensor->name + "_size;\n    uint32_t " + tensor->name + "_rank;\n    uint32_t " + tensor->name + "_shape["
            + std::to_string(maxRank) + "];\n";
    }
    for (const AttributeSpec &attribute : card.attributes)
        text += std::string("    ") + fieldType(attribute.type) + ' ' + argumentField(attribute.name) + ";\n";
    return text + "};\n\n#define SAGE_TILING_TYPE CaseArgs\n";
}

std::string wrapperSource(const OperatorSpec &card, const std::string &mainFile, bool hidesEmulator)
{
    std::string text = "#include \"kernel_operator.h\"\n";
    if (libraryNames.contains(card.entry)) // before case_args.h: an attribute may have the same name
        text += "#define " + card.entry + " sage_entry_" + card.entry + "\n";
    text += "#include \"case_args.h\"\n";
    if (hidesEmulator) // macros of the headers may still expand to these; nothing written later may
        text += "#pragma GCC poison sage sage_npu_binding sage_npu_detail sage_npu_abi asm __asm __asm__\n";
    text += "#include \"kernel/" + mainFile + "\"\n\nextern \"C\" __attribute__((visibility(\"default\"))) void sage_launch(void **sage_arguments)\n{\n    " + card.entry + '(';
    const std::size_t arguments = card.inputs.size() + card.outputs.size() + 2;
    for (std::size_t i = 0; i < arguments; ++i)
        text += std::string(i ? ", " : "") + "(GM_ADDR)sage_arguments[" + std::to_string(i) + ']';
    return text + ");\n}\n";
}

std::string entrySignature(const OperatorSpec &card)
{
    std::string text = "extern \"C\" __global__ __aicore__ void " + card.entry + '(';
    for (const TensorSpec *tensor : tensorsOf(card))
        text += "GM_ADDR " + tensor->name + ", ";
    return text + "GM_ADDR workspace, GM_ADDR tiling)";
}

Result<std::vector<Tensor>> outputTensors(const OperatorSpec &card, const OperatorCase &one)
{
    const Result<TypedProgram> program = inferTypes(card, one);
    if (!program)
        return fail(program.error());
    std::vector<Tensor> outputs;
    for (const TensorSpec &output : card.outputs)
        outputs.push_back(makeTensor(output.name, dtypeIn(output, one), program->types.at(output.name).shape));
    return outputs;
}

Result<std::vector<std::byte>> caseArgsBytes(const OperatorSpec &card, const OperatorCase &one)
{
    const Result<TypedProgram> program = inferTypes(card, one);
    if (!program)
        return fail(program.error());
    StructWriter writer;
    for (const TensorSpec *tensor : tensorsOf(card)) {
        const Shape &shape = program->types.at(tensor->name).shape;
        if (shape.size() > maxRank)
            return fail("card.shapes", "Card " + card.name + ": " + tensor->name + " has more than eight axes.", {}, {{"card", card.name}});
        writer.addTensor(shape);
    }
    for (const AttributeSpec &attribute : card.attributes)
        writer.addAttribute(attribute, attributeValue(one, attribute));
    return writer.finish();
}

std::string shapesText(const OperatorSpec &card, const OperatorCase &one)
{
    std::string text;
    for (const TensorSpec &input : card.inputs) {
        text += (text.empty() ? "" : ", ") + input.name + " [";
        const auto shape = one.shapes.find(input.name);
        for (std::size_t axis = 0; shape != one.shapes.end() && axis < shape->second.size(); ++axis)
            text += (axis ? ", " : "") + std::to_string(shape->second[axis]);
        text += ']';
    }
    return text;
}

} // namespace sage
