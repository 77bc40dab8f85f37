#include "core/evaluate/timingcheck.h"

#include <algorithm>
#include <cmath>

namespace sage {

namespace {

/// Sums are made in another order on the other side.
constexpr double slack = 1e-9;

[[nodiscard]] bool atMost(double value, double limit)
{
    return std::isfinite(value) && value >= 0 && value <= limit * (1 + slack) + slack;
}

[[nodiscard]] bool equal(double a, double b)
{
    return std::fabs(a - b) <= slack * std::max(std::fabs(a), std::fabs(b));
}

/// Cycles of the device's whole memory for so many bytes, at the better of its two rates.
[[nodiscard]] double cyclesFor(double bytes, const npu::Profile &profile)
{
    return bytes * profile.megahertz * 1e6 / (std::max(profile.gmTerabytesPerSecond, profile.gmBypassTerabytesPerSecond) * 1e12);
}

[[nodiscard]] bool coresFit(const npu::Timing &timing)
{
    double slowest = 0;
    for (std::size_t i = 0; i < timing.cores.size(); ++i) {
        const npu::CoreTiming &core = timing.cores[i];
        if (core.core != i || !std::isfinite(core.total) || core.total < 0)
            return false;
        for (const double busy : {core.scalar, core.vector, core.mte2, core.mte3}) {
            if (!atMost(busy, core.total))
                return false;
        }
        slowest = std::max(slowest, core.total);
    }
    return equal(timing.cycles, slowest);
}

} // namespace

bool needsAllInputs(const OperatorSpec &card)
{
    return std::none_of(card.reference.begin(), card.reference.end(), [](const Step &step) { return step.op == StepOp::Split || step.op == StepOp::Select; });
}

std::string implausible(const npu::Timing &timing, const npu::Profile &profile, const LaunchFacts &facts)
{
    if (timing.cores.size() != facts.cores || timing.megahertz != profile.megahertz || timing.coresMovingData > facts.cores)
        return "they are of another launch";
    if (!coresFit(timing))
        return "the clocks of the cores do not fit each other";
    const double launch = profile.launchMicros + profile.launchMicrosPerCore * facts.cores;
    if (!equal(timing.launchMicros, launch) || !equal(timing.latencyMicros, launch + timing.cycles / profile.megahertz))
        return "the latency is not that of the slowest core";
    if (timing.gmBytesWritten < facts.outputBytes)
        return "fewer bytes were written than the outputs have";
    const double moved = static_cast<double>(timing.gmBytesRead) + static_cast<double>(timing.gmBytesWritten);
    const double needed = static_cast<double>(facts.inputBytes) + static_cast<double>(facts.outputBytes);
    if (!atMost(cyclesFor(std::max(moved, needed), profile), timing.cycles))
        return "moving the tensors alone takes longer, even at the full bandwidth of the memory";
    return {};
}

} // namespace sage
