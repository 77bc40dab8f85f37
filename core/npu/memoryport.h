#pragma once

#include <array>
#include <cstddef>

namespace sage::npu {

/// One core's share of global memory as a server of fixed rate. Requests come in program order but start at
/// their own times: a later one may use time that an earlier one, which starts later, left idle. A few recent
/// idle spans are kept.
class MemoryPort
{
public:
    /// The time at which a request that starts at `start` and needs `cycles` of service is served.
    double serve(double start, double cycles);
    /// When the last known request is served.
    [[nodiscard]] double free() const { return m_free; }

private:
    struct Span {
        double first = 0, end = 0;
    };
    void keep(const Span &span);
    double useIdle(double start, double &cycles);

    double m_free = 0; ///< no request is known beyond
    std::array<Span, 8> m_idle{};
    std::size_t m_next = 0;
};

} // namespace sage::npu
