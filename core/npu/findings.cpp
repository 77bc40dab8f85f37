#include "core/npu/findings.h"

#include <algorithm>

namespace sage::npu {

namespace {

bool samePlace(const abi::Site &a, const abi::Site &b)
{
    return a.pc == b.pc && a.line == b.line && a.file == b.file;
}

bool sameFinding(const Finding &a, const Finding &b)
{
    return a.id == b.id && a.object == b.object && a.file == b.file && a.line == b.line;
}

} // namespace

std::string filled(std::string text, const nlohmann::json &numbers)
{
    for (const auto &[name, value] : numbers.items()) {
        const std::string key = "{" + name + "}";
        const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
        for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + word.size()))
            text.replace(at, key.size(), word);
    }
    return text;
}

void FindingLog::report(Finding finding, const abi::Site &site)
{
    m_errorReports += finding.severity == Severity::Error ? 1 : 0;
    for (Entry &entry : m_entries) {
        if (samePlace(entry.site, site) && entry.finding.id == finding.id && entry.finding.object == finding.object) {
            ++entry.finding.count;
            return;
        }
    }
    if (m_entries.size() >= cap) {
        ++m_dropped;
        return;
    }
    finding.rule = finding.id.substr(0, finding.id.find('.'));
    finding.message = filled(std::move(finding.message), finding.numbers);
    if (site.file) {
        finding.file = site.file;
        finding.line = site.line;
    }
    m_entries.push_back({std::move(finding), site});
    if (m_sink)
        m_sink(m_entries.back().finding);
}

void FindingLog::resolve(const Resolver &resolver)
{
    for (Entry &entry : m_entries) {
        if (entry.site.pc)
            resolver(entry.site.pc, entry.finding.file, entry.finding.line);
    }
}

std::vector<Finding> FindingLog::take()
{
    std::vector<Finding> findings;
    for (Entry &entry : m_entries) {
        const auto same = std::find_if(findings.begin(), findings.end(), [&](const Finding &other) { return sameFinding(other, entry.finding); });
        if (same == findings.end())
            findings.push_back(std::move(entry.finding));
        else
            same->count += entry.finding.count;
    }
    m_entries.clear();
    return findings;
}

} // namespace sage::npu
