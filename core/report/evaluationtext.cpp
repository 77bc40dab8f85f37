#include "core/report/evaluationtext.h"

#include "core/report/text.h"

#include <algorithm>
#include <cctype>
#include <set>

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
        std::int64_t notFinite = 0; // infinities and NaNs out of place: their error is no number
        for (const ErrorStats &error : one.errors) {
            failed += error.failed;
            elements += error.elements;
            worst = std::max(worst, error.maxError);
            notFinite += error.nonFiniteMismatches;
        }
        const std::string figure = one.errors.empty() ? "-" : notFinite > 0 ? "not finite" : significant(worst);
        table.push_back({std::to_string(one.index), one.dtype, one.shapes, Json(one.stage).get<std::string>(), one.correct ? "correct" : one.failure,
                         one.errors.empty() ? "-" : std::to_string(failed) + "/" + std::to_string(elements), figure, fixed(one.latencyUs, 2),
                         std::to_string(one.usedCores)});
    }
    std::string text = alignedTable(table);
    for (const CaseResult &one : feedback.cases) {
        for (const ErrorStats &error : one.errors) {
            if (error.failed > 0)
                text += "case " + std::to_string(one.index) + ", " + error.output + ": worst at index " + std::to_string(error.worstIndex) + ": " + error.worstText
                    + (error.nonFiniteMismatches > 0 ? "; " + std::to_string(error.nonFiniteMismatches) + " infinities or NaNs out of place" : "") + "\n";
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

/// What several cases found at one place.
struct Told {
    const Finding *finding = nullptr; ///< of the first case
    std::vector<int> cases;
    std::int64_t times = 0;
    [[nodiscard]] bool isError() const { return finding->severity == "error"; }
};

[[nodiscard]] bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Without its numbers, which differ from case to case.
[[nodiscard]] std::string withoutNumbers(const std::string &text)
{
    std::string result;
    for (const char c : text) {
        if (!isDigit(c))
            result += c;
        else if (result.empty() || result.back() != '#')
            result += '#';
    }
    return result;
}

[[nodiscard]] bool sameToTell(const Finding &a, const Finding &b)
{
    return a.rule == b.rule && a.id == b.id && a.severity == b.severity && a.file == b.file && a.line == b.line && withoutNumbers(a.message) == withoutNumbers(b.message);
}

[[nodiscard]] bool isOverflow(const Finding &finding)
{
    return finding.rule == "capacity" && finding.severity == "error";
}

/// Findings, each once; errors first. `consequences`: how many were left out since a buffer did not fit in their case, after
/// which addresses mean nothing any more.
[[nodiscard]] std::vector<Told> toldOf(const Feedback &feedback, int &consequences)
{
    std::set<int> overflowing;
    for (const Finding &one : feedback.findings) {
        if (isOverflow(one))
            overflowing.insert(one.caseIndex);
    }
    std::vector<Told> told;
    for (const Finding &one : feedback.findings) {
        if (overflowing.contains(one.caseIndex) && !isOverflow(one)) {
            ++consequences;
            continue;
        }
        auto known = std::find_if(told.begin(), told.end(), [&](const Told &other) { return sameToTell(*other.finding, one); });
        if (known == told.end())
            known = told.insert(told.end(), Told{&one, {}, 0});
        known->times += one.count;
        if (std::find(known->cases.begin(), known->cases.end(), one.caseIndex) == known->cases.end())
            known->cases.push_back(one.caseIndex);
    }
    std::stable_sort(told.begin(), told.end(), [](const Told &a, const Told &b) { return a.isError() && !b.isError(); });
    return told;
}

/// " (in cases 0-4, 12 times)"; nothing for one time in a feedback of one case.
[[nodiscard]] std::string whereText(const Told &told, std::size_t cases)
{
    std::string text;
    if (cases > 1 && !told.cases.empty() && told.cases.front() >= 0)
        text = std::string(told.cases.size() > 1 ? "in cases " : "in case ") + rangesText(told.cases);
    if (told.times > static_cast<std::int64_t>(told.cases.size()))
        text += (text.empty() ? "" : ", ") + std::to_string(told.times) + " times";
    return text.empty() ? text : " (" + text + ")";
}

[[nodiscard]] std::string findingsText(const Feedback &feedback, const KernelSource &kernel, const std::vector<Told> &told)
{
    std::string text;
    for (const Told &one : told) {
        const Finding &finding = *one.finding;
        text += place(finding.file, finding.line) + ": " + finding.severity + " [" + finding.rule + "]: " + finding.message + whereText(one, feedback.cases.size()) + "\n"
            + quoted(sourceLine(kernel, finding.file, finding.line), 0) + (finding.advice.empty() ? "" : "    " + finding.advice + "\n")
            + (finding.deviceCode.empty() ? "" : "    a device would report: " + finding.deviceCode + "\n");
    }
    return text;
}

[[nodiscard]] std::string verdictText(const Feedback &feedback, const std::vector<Told> &told)
{
    const bool compiledOnly = feedback.compiled && feedback.code == "ok" && !feedback.correct; // nothing was run
    const auto isWarning = [](const auto &one) { return one.severity == "warning"; };
    const auto warnings = std::count_if(feedback.diagnostics.begin(), feedback.diagnostics.end(), isWarning)
        + std::count_if(told.begin(), told.end(), [&](const Told &one) { return isWarning(*one.finding); });
    std::string text = feedback.correct ? "CORRECT" : compiledOnly ? "COMPILES" : "NOT CORRECT";
    if (warnings > 0 && (feedback.correct || compiledOnly))
        text += " with " + std::to_string(warnings) + (warnings == 1 ? " warning" : " warnings");
    return text + " (" + Json(feedback.stage).get<std::string>() + ", " + feedback.code + "): " + feedback.message + "\n";
}

} // namespace

std::string rangesText(const std::vector<int> &numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]) + (last > i ? "-" + std::to_string(numbers[last]) : "");
        i = last + 1;
    }
    return text;
}

std::string evaluationText(const Feedback &feedback, const KernelSource &kernel)
{
    int consequences = 0;
    const std::vector<Told> told = toldOf(feedback, consequences);
    std::string text = verdictText(feedback, told);
    if (feedback.latencyUs)
        text += "latency " + fixed(*feedback.latencyUs, 2) + " us, geometric mean over " + std::to_string(feedback.cases.size()) + " cases, " + feedback.origin + "\n";
    text += '\n';
    for (const Diagnostic &one : feedback.diagnostics)
        text += place(one.file, one.line) + ": " + one.severity + ": " + one.message + "\n" + quoted(sourceLine(kernel, one.file, one.line), one.column);
    text += findingsText(feedback, kernel, told);
    if (consequences > 0)
        text += std::to_string(consequences) + (consequences == 1 ? " further finding" : " further findings") + " of these cases may only follow from the buffers that do not fit; --json lists them.\n";
    if (!feedback.diagnostics.empty() || !feedback.findings.empty())
        text += '\n';
    return text + (feedback.cases.empty() ? "" : casesText(feedback)) + pipesText(feedback);
}

} // namespace sage
