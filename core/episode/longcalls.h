#pragma once

#include "core/plain/result.h"

#include <functional>
#include <stop_token>

namespace sage {

/// Where long calls (a generator's proposal, an evaluation) are made. The journal's thread must not be blind and deaf
/// meanwhile: the runner's implementation serves lease and inbox until the call returns.
class LongCalls
{
public:
    virtual ~LongCalls() = default;
    /// Returns when `work` has returned. The token is triggered when the caller wants it to end early. Error
    /// episode.internal where `work` threw: a generator's or evaluator's fault must not pass for an answer.
    [[nodiscard]] virtual Result<void> run(const std::function<void(std::stop_token)> &work) = 0;
};

} // namespace sage
