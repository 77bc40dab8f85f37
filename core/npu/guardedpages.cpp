#include "core/npu/guardedpages.h"

#include <sys/mman.h>

#include <new>

namespace sage::npu {

namespace {

constexpr std::size_t pageSize = 4096;

} // namespace

GuardedPages::GuardedPages(std::size_t bytes, std::size_t guard) : m_bytes(bytes), m_room((bytes + pageSize - 1) / pageSize * pageSize), m_guard(guard)
{
    void *area = ::mmap(nullptr, m_room + 2 * m_guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        throw std::bad_alloc();
    m_data = static_cast<std::uint8_t *>(area) + m_guard;
    if (::mprotect(m_data, m_room, PROT_READ | PROT_WRITE) != 0) {
        ::munmap(area, m_room + 2 * m_guard);
        throw std::bad_alloc();
    }
}

GuardedPages::~GuardedPages()
{
    ::munmap(m_data - m_guard, m_room + 2 * m_guard);
}

void GuardedPages::hide()
{
    static_cast<void>(::mprotect(m_data, m_room, PROT_NONE));
}

void GuardedPages::show()
{
    static_cast<void>(::mprotect(m_data, m_room, PROT_READ | PROT_WRITE));
}

} // namespace sage::npu
