#pragma once

#include "core/model/card.h"
#include "core/model/names.h"

#include <QProcess>
#include <QString>

#include <cctype>

// A generated kernel under the compiler, without the evaluator: core/generate does not know it.

namespace sage::test {

/// What the evaluator puts in front of a kernel, for one dtype of all tensors.
inline std::string prelude(const OperatorSpec &card, const OperatorCase &one)
{
    std::string text = "#include \"kernel_operator.h\"\n", fields;
    for (const std::vector<TensorSpec> *tensors : {&card.inputs, &card.outputs}) {
        for (const TensorSpec &tensor : *tensors) {
            std::string upper = tensor.name;
            for (char &c : upper)
                c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            text += "#define DTYPE_" + upper + " " + std::string(info(dtypeIn(tensor, one)).ascendName) + "\n";
            fields += "    uint64_t " + tensor.name + "_size;\n    uint32_t " + tensor.name + "_rank;\n    uint32_t " + tensor.name + "_shape[8];\n";
        }
    }
    for (const AttributeSpec &attribute : card.attributes) {
        const char *type = attribute.type == AttributeSpec::Type::Float ? "float" : attribute.type == AttributeSpec::Type::Int ? "int64_t" : attribute.type == AttributeSpec::Type::Bool ? "uint32_t" : "int32_t";
        fields += std::string("    ") + type + " " + argumentField(attribute.name) + ";\n";
    }
    return text + "struct CaseArgs {\n" + fields + "};\n#define SAGE_TILING_TYPE CaseArgs\n";
}

/// The compiler's complaint, or nothing.
inline QByteArray complaint(const std::string &source)
{
    QProcess compiler;
    compiler.setProcessChannelMode(QProcess::MergedChannels);
    compiler.start(QStringLiteral("g++"), {QStringLiteral("-std=c++17"), QStringLiteral("-fsyntax-only"), QStringLiteral("-mf16c"), QStringLiteral("-Wno-attributes"), QStringLiteral("-x"), QStringLiteral("c++"),
                                           QStringLiteral("-I" SAGE_SOURCE_DIR "/core/npu/include"), QStringLiteral("-")});
    compiler.write(source.data(), static_cast<qint64>(source.size()));
    compiler.closeWriteChannel();
    if (!compiler.waitForFinished(120000))
        return "the compiler did not finish";
    return compiler.exitCode() == 0 ? QByteArray() : compiler.readAll();
}

} // namespace sage::test
