#include "core/npu/memoryport.h"

#include <algorithm>

namespace sage::npu {

void MemoryPort::keep(const Span &span)
{
    if (span.end <= span.first)
        return;
    m_idle[m_next] = span;
    m_next = (m_next + 1) % m_idle.size();
}

/// Takes idle time from `start` on, oldest first; reduces cycles by it and returns when the last of it ends.
double MemoryPort::useIdle(double start, double &cycles)
{
    double served = start;
    for (std::size_t i = 0; i < m_idle.size() && cycles > 0; ++i) {
        Span &span = m_idle[(m_next + i) % m_idle.size()];
        const double first = std::max(span.first, start);
        if (first >= span.end)
            continue;
        const double taken = std::min(cycles, span.end - first);
        const Span rest{first + taken, span.end};
        served = rest.first;
        cycles -= taken;
        span.end = first; // what lies before stays idle
        if (span.end <= span.first)
            span = rest;
        else
            keep(rest);
    }
    return served;
}

double MemoryPort::serve(double start, double cycles)
{
    if (start >= m_free) {
        keep({m_free, start});
        m_free = start + cycles;
        return m_free;
    }
    const double served = useIdle(start, cycles);
    if (cycles <= 0)
        return served;
    m_free += cycles;
    return m_free;
}

} // namespace sage::npu
