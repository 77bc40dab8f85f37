#pragma once

#include <functional>
#include <stop_token>

namespace sage {

/// Where long calls (a generator's proposal, an evaluation) are made. The journal's thread must not be blind and deaf
/// meanwhile: the runner's implementation serves lease and inbox until the call returns.
class LongCalls
{
public:
    virtual ~LongCalls() = default;
    /// Returns when `work` has returned. The token is triggered when the caller wants it to end early.
    virtual void run(const std::function<void(std::stop_token)> &work) = 0;
};

/// Made on the spot.
class InlineCalls final : public LongCalls
{
public:
    explicit InlineCalls(std::stop_token stop = {}) : m_stop(std::move(stop)) {}
    void run(const std::function<void(std::stop_token)> &work) override { work(m_stop); }

private:
    std::stop_token m_stop;
};

} // namespace sage
