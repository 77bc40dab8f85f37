#pragma once

#include "core/evaluate/emulatorevaluator.h"

#include "core/plain/file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

// What tests of whole evaluations share: a small card, kernels cut from one text, a scratch folder.

namespace sage::test {

/// Two dtypes, a ragged shape; small, since the walls are what is tested.
inline const char *const addCard = R"(
name: AddCustom
summary: z = x + y
category: Math
inputs:
  - x
  - y
outputs:
  - z
reference:
  - z = add(x, y)
cases:
  - {dtype: float16, shapes: {x: [7, 1001], y: [7, 1001]}}
  - {dtype: float32, shapes: {x: [4096], y: [4096]}}
  - {dtype: float16, shapes: {x: [3], y: [3]}}
)";

[[nodiscard]] inline OperatorSpec card(const char *yaml = addCard)
{
    Result<OperatorSpec> spec = parseCard(yaml, "the test's card");
    if (!spec)
        qFatal("%s", spec.error().message.c_str());
    return *spec;
}

/// A file below /proc, as much as could be read: the process may end meanwhile, and a stream's iterators throw then.
[[nodiscard]] inline std::string fileOfProcess(const std::filesystem::path &path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// A kernel that is right.
[[nodiscard]] inline std::string goodKernel()
{
    const Result<std::string> text = readFile(std::filesystem::path(SAGE_TEST_DATA) / "kernels/add_custom.cpp");
    if (!text)
        qFatal("%s", text.error().message.c_str());
    return *text;
}

[[nodiscard]] inline std::string replaced(std::string text, const std::string &what, const std::string &with)
{
    const std::size_t at = text.find(what);
    if (at == std::string::npos)
        qFatal("the kernel has no \"%s\"", what.c_str());
    return text.replace(at, what.size(), with);
}

/// The good kernel with statements at the start of its entry and declarations before everything.
[[nodiscard]] inline std::string kernelWith(const std::string &statements, const std::string &declarations = {})
{
    return declarations + replaced(goodKernel(), "    GET_TILING_DATA(args, tiling);\n", "    GET_TILING_DATA(args, tiling);\n" + statements + "\n");
}

[[nodiscard]] inline KernelSource source(const std::string &text)
{
    KernelSource kernel;
    kernel.files.push_back({"add_custom.cpp", text, "kernel"});
    return kernel;
}

[[nodiscard]] inline int lineOf(const std::string &text, const std::string &what)
{
    const std::size_t at = text.find(what);
    return at == std::string::npos ? -1 : 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// Evaluations in a folder of their own.
class Bench
{
public:
    explicit Bench(EmulatorOptions options = {})
    {
        options.memo = false; // each evaluation is a real one
        Result<std::unique_ptr<EmulatorEvaluator>> made = EmulatorEvaluator::make(options);
        if (!made)
            qFatal("%s %s", made.error().message.c_str(), made.error().detail.c_str());
        evaluator = std::move(*made);
        request.card = &spec;
        request.seed = 1;
        request.scratch = scratch.path().toStdString();
        request.costs = &costs;
        request.limits.caseCpuSeconds = 2;
        request.limits.memoryBytes = 1ull << 30;
    }

    [[nodiscard]] Feedback evaluate(const std::string &text)
    {
        request.kernel = source(text);
        return evaluateRequest();
    }

    [[nodiscard]] Feedback evaluateRequest()
    {
        Result<Feedback> feedback = evaluator->evaluate(request, {}, {});
        if (!feedback)
            qFatal("%s: %s %s", feedback.error().code.c_str(), feedback.error().message.c_str(), feedback.error().detail.c_str());
        return *feedback;
    }

    [[nodiscard]] bool scratchIsEmpty() const { return std::filesystem::is_empty(request.scratch); }

    OperatorSpec spec = card();
    QTemporaryDir scratch;
    EvaluationRequest request;
    EvaluationCosts costs;
    std::unique_ptr<EmulatorEvaluator> evaluator;
};

/// A failed comparison shows what the evaluator said.
[[nodiscard]] inline QByteArray textOf(const Feedback &feedback)
{
    return QByteArray::fromStdString(Json(feedback).dump(1));
}

} // namespace sage::test
