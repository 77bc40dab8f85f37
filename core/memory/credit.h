#pragma once

#include "core/model/events.h"

namespace sage {

/// What an episode's end says about its objective.
struct Outcome {
    Objective objective = Objective::Correctness;
    bool solved = false;           ///< correctness: a correct kernel was found
    std::optional<double> firstUs; ///< optimization: latency of the kernel carried in
    std::optional<double> bestUs;
};

struct Score {
    double z = 0;     ///< in [-1, 1]
    bool met = false; ///< the objective
    bool operator==(const Score &) const = default;
};

/// Terminal score z (method.md section 3): 1 for a correct kernel; 1 - T_best / T_first for an improvement, by at least
/// min_gain; else -delta, or 0 for an optimization without gain under opt_no_gain = zero.
[[nodiscard]] Score terminalScore(const Outcome &outcome, const Settings &settings);

/// eta = max(1 / (1 + n_ret), eta_min); n_ret counts the present episode already.
[[nodiscard]] double stepSize(int retrieved, double etaMin);
/// (1 - eta) u + eta xi, evaluated in this order.
[[nodiscard]] double updated(double utility, double credit, double eta);

/// How an episode's score becomes credit for what it retrieved. Stateless.
class CreditRule
{
public:
    virtual ~CreditRule() = default;
    /// xi of one retrieved item. adoptedCount = |A|, at least 1 where adopted.
    [[nodiscard]] virtual double credit(bool adopted, double score, int adoptedCount, const Settings &settings) const = 0;
};

/// ATU: adopted items share z, the others pay beta.
class AdoptionCredit final : public CreditRule
{
public:
    [[nodiscard]] double credit(bool adopted, double score, int adoptedCount, const Settings &settings) const override;
};

/// Every retrieved item gets z.
class UniformCredit final : public CreditRule
{
public:
    [[nodiscard]] double credit(bool adopted, double score, int adoptedCount, const Settings &settings) const override;
};

} // namespace sage
