#pragma once

#include "core/npu/include/sage_npu/abi.h"
#include "core/npu/runresult.h"

#include <functional>
#include <string>
#include <vector>

namespace sage::npu {

/// The findings of one run: one entry per (id, kernel line, object), with a count, capped.
/// Each entry is handed to the sink as it first occurs, so that a crash loses nothing but file and line of addresses.
class FindingLog
{
public:
    static constexpr std::size_t cap = 200;

    using Sink = std::function<void(const Finding &)>;
    void setSink(Sink sink) { m_sink = std::move(sink); }

    void report(Finding finding, const abi::Site &site);

    /// Turns return addresses into file and line. The function gets an address, and fills both in.
    using Resolver = std::function<void(const void *pc, std::string &file, std::uint32_t &line)>;
    void resolve(const Resolver &resolver);

    /// In the order of first occurrence; entries that turned out to lie on one line are merged.
    [[nodiscard]] std::vector<Finding> take();
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// How often an error was reported, counted and dropped ones too.
    [[nodiscard]] std::uint64_t errorReports() const { return m_errorReports; }
    [[nodiscard]] bool empty() const { return m_entries.empty(); }

private:
    struct Entry {
        Finding finding;
        abi::Site site;
    };
    std::vector<Entry> m_entries;
    std::uint64_t m_dropped = 0, m_errorReports = 0;
    Sink m_sink;
};

/// "{size}" in a text is replaced by numbers["size"].
[[nodiscard]] std::string filled(std::string text, const nlohmann::json &numbers);

} // namespace sage::npu
