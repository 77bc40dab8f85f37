#include "app/sagectl/evalreport.h"

#include "core/report/text.h"

#include <algorithm>

namespace sage {

namespace {

/// Line `number` (from 1) of a kernel file; empty where there is none.
[[nodiscard]] std::string sourceLine(const KernelSource &kernel, const std::string &file, int number)
{
    const auto found = std::find_if(kernel.files.begin(), kernel.files.end(), [&](const KernelFile &one) { return one.path == file; });
    if (found == kernel.files.end() || number < 1)
        return {};
    std::size_t begin = 0;
    for (int line = 1; line < number; ++line) {
        begin = found->text.find('\n', begin);
        if (begin == std::string::npos)
            return {};
        ++begin;
    }
    return found->text.substr(begin, found->text.find('\n', begin) - begin);
}

[[nodiscard]] std::string place(const std::string &file, int line)
{
    return file.empty() ? std::string("(unknown place)") : line > 0 ? file + ":" + std::to_string(line) : file;
}

[[nodiscard]] std::string quoted(const std::string &source, int column)
{
    if (source.empty())
        return {};
    std::string caret;
    const std::size_t first = source.find_first_not_of(" \t");
    const std::size_t at = column > 0 ? static_cast<std::size_t>(column - 1) : first == std::string::npos ? 0 : first;
    for (std::size_t i = 0; i < std::min(at, source.size()); ++i)
        caret += source[i] == '\t' ? '\t' : ' ';
    return "    " + source + "\n    " + caret + "^\n";
}

[[nodiscard]] std::string casesText(const Feedback &feedback)
{
    std::vector<std::vector<std::string>> table{{"case", "dtype", "shapes", "stage", "result", "failed of", "max error", "us", "cores"}};
    for (const CaseResult &one : feedback.cases) {
        std::int64_t failed = 0;
        std::int64_t elements = 0;
        double worst = 0;
        for (const ErrorStats &error : one.errors) {
            failed += error.failed;
            elements += error.elements;
            worst = std::max(worst, error.maxError);
        }
        table.push_back({std::to_string(one.index), one.dtype, one.shapes, Json(one.stage).get<std::string>(), one.correct ? "correct" : one.failure,
                         one.errors.empty() ? "-" : std::to_string(failed) + "/" + std::to_string(elements), one.errors.empty() ? "-" : canonical(Json(worst)), fixed(one.latencyUs, 2),
                         std::to_string(one.usedCores)});
    }
    std::string text = alignedTable(table);
    for (const CaseResult &one : feedback.cases) {
        for (const ErrorStats &error : one.errors) {
            if (error.failed > 0)
                text += "case " + std::to_string(one.index) + ", " + error.output + ": worst at index " + std::to_string(error.worstIndex) + ": " + error.worstText + "\n";
        }
    }
    return text;
}

[[nodiscard]] std::string pipesText(const Feedback &feedback)
{
    const auto slowest = std::max_element(feedback.cases.begin(), feedback.cases.end(),
                                          [](const CaseResult &a, const CaseResult &b) { return a.latencyUs.value_or(0) < b.latencyUs.value_or(0); });
    if (slowest == feedback.cases.end() || slowest->pipes.empty())
        return {};
    std::vector<std::vector<std::string>> table{{"pipe", "busy us", "ratio"}};
    for (const PipeTime &pipe : slowest->pipes)
        table.push_back({pipe.pipe, fixed(pipe.busyUs, 2), fixed(pipe.ratio, 3)});
    return "\npipes of the slowest core, case " + std::to_string(slowest->index) + "\n" + alignedTable(table);
}

} // namespace

std::string evaluationText(const Feedback &feedback, const KernelSource &kernel)
{
    const bool compiledOnly = feedback.compiled && feedback.code == "ok" && !feedback.correct; // nothing was run
    std::string text = std::string(feedback.correct ? "CORRECT" : compiledOnly ? "COMPILES" : "NOT CORRECT") + " (" + Json(feedback.stage).get<std::string>() + ", " + feedback.code + "): " + feedback.message + "\n";
    if (feedback.latencyUs)
        text += "latency " + fixed(*feedback.latencyUs, 2) + " us, geometric mean over " + std::to_string(feedback.cases.size()) + " cases, " + feedback.origin + "\n";
    text += '\n';
    for (const Diagnostic &one : feedback.diagnostics)
        text += place(one.file, one.line) + ": " + one.severity + ": " + one.message + "\n" + quoted(sourceLine(kernel, one.file, one.line), one.column);
    for (const Finding &one : feedback.findings) {
        text += place(one.file, one.line) + ": " + one.severity + " [" + one.rule + "]: " + one.message + (one.count > 1 ? " (" + std::to_string(one.count) + " times)" : "") + "\n"
            + quoted(sourceLine(kernel, one.file, one.line), 0) + (one.advice.empty() ? "" : "    " + one.advice + "\n") + (one.deviceCode.empty() ? "" : "    a device would report: " + one.deviceCode + "\n");
    }
    if (!feedback.diagnostics.empty() || !feedback.findings.empty())
        text += '\n';
    return text + (feedback.cases.empty() ? "" : casesText(feedback)) + pipesText(feedback);
}

} // namespace sage
