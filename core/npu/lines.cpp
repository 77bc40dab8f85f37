#include "core/npu/lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

namespace sage::npu {

struct LineTable::Dwarf {
    int fd = -1;
    ::Dwarf *dwarf = nullptr;

    ~Dwarf()
    {
        if (dwarf)
            ::dwarf_end(dwarf);
        if (fd >= 0)
            ::close(fd);
    }
};

namespace {

/// Names in the table are relative to the folder the compiler ran in, which libdw puts before them.
std::string relative(std::string name, Dwarf_Die &unit)
{
    Dwarf_Attribute attribute;
    const char *folder = ::dwarf_formstring(::dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
    const std::string prefix = folder ? std::string(folder) + "/" : std::string();
    if (!prefix.empty() && name.rfind(prefix, 0) == 0)
        name.erase(0, prefix.size());
    return name;
}

} // namespace

LineTable::LineTable(const std::string &path, std::uintptr_t base) : m_dwarf(std::make_unique<Dwarf>()), m_base(base)
{
    m_dwarf->fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_dwarf->fd >= 0)
        m_dwarf->dwarf = ::dwarf_begin(m_dwarf->fd, DWARF_C_READ);
}

LineTable::~LineTable() = default;

void LineTable::find(const void *pc, std::string &file, std::uint32_t &line) const
{
    if (!m_dwarf->dwarf)
        return;
    const Dwarf_Addr address = reinterpret_cast<std::uintptr_t>(pc) - m_base - 1; // inside the call instruction
    Dwarf_Die unit;
    if (!::dwarf_addrdie(m_dwarf->dwarf, address, &unit))
        return;
    Dwarf_Line *entry = ::dwarf_getsrc_die(&unit, address);
    int number = 0;
    const char *name = entry ? ::dwarf_linesrc(entry, nullptr, nullptr) : nullptr;
    if (!name || ::dwarf_lineno(entry, &number) != 0)
        return;
    file = relative(name, unit);
    line = static_cast<std::uint32_t>(number);
}

} // namespace sage::npu
