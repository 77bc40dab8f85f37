#include "core/npu/runresult.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

namespace sage::npu {

namespace {

using nlohmann::json;

constexpr std::array<const char *, 3> severityNames{"note", "warning", "error"};
constexpr std::array<const char *, 7> statusNames{"finished", "stopped", "timeout", "crashed", "exited", "broken", "forged"};

template<typename E, std::size_t n>
E valueNamed(const std::array<const char *, n> &names, const std::string &name, E fallback)
{
    for (std::size_t i = 0; i < n; ++i) {
        if (name == names[i])
            return static_cast<E>(i);
    }
    return fallback;
}

Finding findingFrom(const json &line)
{
    Finding finding;
    finding.rule = line.value("rule", "");
    finding.id = line.value("id", "");
    finding.severity = valueNamed(severityNames, line.value("severity", ""), Severity::Error);
    finding.object = line.value("object", "");
    finding.numbers = line.value("numbers", json::object());
    finding.message = line.value("message", "");
    finding.advice = line.value("advice", "");
    finding.device = line.value("device", "");
    finding.core = line.value("core", 0u);
    finding.pipe = line.value("pipe", "");
    finding.file = line.value("file", "");
    finding.line = line.value("line", 0u);
    finding.count = line.value("count", std::uint64_t(1));
    return finding;
}

json timingJson(const Timing &timing)
{
    json cores = json::array();
    for (const CoreTiming &core : timing.cores)
        cores.push_back({{"core", core.core}, {"total", core.total}, {"scalar", core.scalar}, {"vector", core.vector}, {"mte2", core.mte2}, {"mte3", core.mte3}});
    return {{"profile", timing.profile}, {"megahertz", timing.megahertz}, {"launchMicros", timing.launchMicros},
            {"latencyMicros", timing.latencyMicros}, {"cycles", timing.cycles}, {"cores", cores}, {"gmBytesRead", timing.gmBytesRead},
            {"gmBytesWritten", timing.gmBytesWritten}, {"instructions", timing.instructions}, {"coresMovingData", timing.coresMovingData}};
}

Timing timingFrom(const json &line)
{
    Timing timing;
    timing.profile = line.value("profile", "");
    timing.megahertz = line.value("megahertz", 0.0);
    timing.launchMicros = line.value("launchMicros", 0.0);
    timing.latencyMicros = line.value("latencyMicros", 0.0);
    timing.cycles = line.value("cycles", 0.0);
    timing.gmBytesRead = line.value("gmBytesRead", std::uint64_t(0));
    timing.gmBytesWritten = line.value("gmBytesWritten", std::uint64_t(0));
    timing.instructions = line.value("instructions", std::uint64_t(0));
    timing.coresMovingData = line.value("coresMovingData", 0u);
    for (const json &core : line.value("cores", json::array()))
        timing.cores.push_back({core.value("core", 0u), core.value("total", 0.0), core.value("scalar", 0.0), core.value("vector", 0.0),
                                core.value("mte2", 0.0), core.value("mte3", 0.0)});
    return timing;
}

RunResult wholeFrom(const json &line)
{
    RunResult result;
    result.status = valueNamed(statusNames, line.value("status", ""), RunStatus::Broken);
    result.signal = line.value("signal", 0);
    for (const json &finding : line.value("findings", json::array()))
        result.findings.push_back(findingFrom(finding));
    result.droppedFindings = line.value("droppedFindings", std::uint64_t(0));
    result.timing = timingFrom(line.value("timing", json::object()));
    result.printed = line.value("printed", "");
    const json error = line.value("error", json::object());
    result.error = Error{error.value("code", ""), error.value("message", ""), error.value("detail", ""), {}};
    return result;
}

/// The file may end in the middle of a line; text after the last newline is dropped.
std::vector<json> wholeLines(const std::string &text)
{
    std::vector<json> lines;
    std::size_t start = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
        json line = json::parse(text.begin() + static_cast<std::ptrdiff_t>(start), text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
        if (line.is_object())
            lines.push_back(std::move(line));
        start = end + 1;
    }
    return lines;
}

RunResult resultFromLines(const std::vector<json> &lines, std::string_view key)
{
    RunResult partial;
    std::optional<RunResult> whole;
    for (const json &line : lines) {
        const std::string kind = line.value("kind", "");
        if (kind == "result") {
            if (whole || line.value("key", "") != key) {
                partial.status = RunStatus::Forged;
                return partial;
            }
            whole = wholeFrom(line);
        } else if (kind == "finding") {
            partial.findings.push_back(findingFrom(line));
        } else if (kind == "signal") {
            partial.status = RunStatus::Crashed;
            partial.signal = line.value("signal", 0);
        }
    }
    return whole ? std::move(*whole) : partial;
}

} // namespace

const char *nameOf(Severity severity)
{
    return severityNames[static_cast<std::size_t>(severity)];
}

const char *nameOf(RunStatus status)
{
    return statusNames[static_cast<std::size_t>(status)];
}

bool RunResult::hasErrors() const
{
    return std::any_of(findings.begin(), findings.end(), [](const Finding &finding) { return finding.severity == Severity::Error; });
}

json toJson(const Finding &finding)
{
    return {{"kind", "finding"}, {"rule", finding.rule}, {"id", finding.id}, {"severity", nameOf(finding.severity)},
            {"object", finding.object}, {"numbers", finding.numbers}, {"message", finding.message}, {"advice", finding.advice},
            {"device", finding.device}, {"core", finding.core}, {"pipe", finding.pipe}, {"file", finding.file},
            {"line", finding.line}, {"count", finding.count}};
}

json toJson(const RunResult &result)
{
    json findings = json::array();
    for (const Finding &finding : result.findings)
        findings.push_back(toJson(finding));
    return {{"kind", "result"}, {"status", nameOf(result.status)}, {"signal", result.signal}, {"findings", findings},
            {"droppedFindings", result.droppedFindings}, {"timing", timingJson(result.timing)}, {"printed", result.printed},
            {"error", {{"code", result.error.code}, {"message", result.error.message}, {"detail", result.error.detail}}}};
}

Result<RunResult> runResultFromText(const std::string &text, std::string_view key)
{
    // The answer was written by a process that ran hostile code: any shape of JSON may stand there.
    try {
        const std::vector<json> lines = wholeLines(text);
        if (lines.empty())
            return fail("npu.no-result", "The kernel runner ended without an answer.", text.substr(0, 200));
        return resultFromLines(lines, key);
    } catch (const std::exception &error) {
        return fail("npu.no-result", "The kernel runner's answer has an unexpected form.", error.what());
    }
}

Result<RunResult> readRunResult(int resultFd, std::string_view key)
{
    constexpr std::size_t limit = 64u << 20;
    std::string text;
    std::array<char, 65536> block;
    for (;;) {
        const ssize_t got = ::pread(resultFd, block.data(), block.size(), static_cast<off_t>(text.size()));
        if (got <= 0)
            break;
        text.append(block.data(), static_cast<std::size_t>(got));
        if (text.size() > limit)
            return fail("npu.no-result", "The kernel runner's answer is longer than 64 MiB.");
    }
    return runResultFromText(text, key);
}

} // namespace sage::npu
