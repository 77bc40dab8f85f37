#include "core/evaluate/normal.h"

#include <cmath>
#include <numbers>

namespace sage {

namespace {

/// z with P(Z > z) = tail, by Newton's method from a smaller z (the tail is convex there, so it climbs to the root).
[[nodiscard]] double climb(double z, double tail)
{
    for (int i = 0; i < 12; ++i) {
        const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
        const double step = (0.5 * std::erfc(z / std::numbers::sqrt2) - tail) / density;
        z += step;
        if (std::fabs(step) < 1e-12)
            break;
    }
    return z;
}

} // namespace

const NormalTable &NormalTable::instance()
{
    static const NormalTable table;
    return table;
}

NormalTable::NormalTable() : m_nodes(octaves * (pieces + 1))
{
    double z = 0; // the quantile of tail 1/2, where the topmost octave ends
    for (std::size_t octave = octaves; octave-- > 0;) {
        for (std::size_t piece = pieces + 1; piece-- > 0;) {
            const double tail = std::ldexp(1.0 + static_cast<double>(piece) / static_cast<double>(pieces), static_cast<int>(octave) - 32);
            z = climb(z, tail);
            m_nodes[octave * (pieces + 1) + piece] = static_cast<float>(z);
        }
    }
}

} // namespace sage
