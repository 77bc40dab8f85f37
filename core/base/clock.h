#pragma once

#include <chrono>
#include <string>

namespace sage {

/// Where times come from; tests use ManualClock.
class Clock
{
public:
    virtual ~Clock() = default;
    /// Milliseconds since 1970-01-01 UTC.
    [[nodiscard]] virtual std::int64_t nowMs() const = 0;
};

class SystemClock : public Clock
{
public:
    [[nodiscard]] std::int64_t nowMs() const override
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    }
};

class ManualClock : public Clock
{
public:
    [[nodiscard]] std::int64_t nowMs() const override { return now; }
    std::int64_t now = 0;
};

} // namespace sage
