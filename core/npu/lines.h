#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace sage::npu {

/// File and line of code addresses in one loaded library, by its DWARF line table.
class LineTable
{
public:
    /// path: the library's file; base: where it is loaded. Without debug information every lookup finds nothing.
    LineTable(const std::string &path, std::uintptr_t base);
    ~LineTable();
    LineTable(const LineTable &) = delete;
    LineTable &operator=(const LineTable &) = delete;

    /// Of the call that returns to pc. Leaves both alone if unknown.
    void find(const void *pc, std::string &file, std::uint32_t &line) const;

private:
    struct Dwarf;
    std::unique_ptr<Dwarf> m_dwarf;
    std::uintptr_t m_base;
};

} // namespace sage::npu
