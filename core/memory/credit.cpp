#include "core/memory/credit.h"

#include <algorithm>

namespace sage {

Score terminalScore(const Outcome &outcome, const Settings &settings)
{
    if (outcome.objective == Objective::Correctness)
        return outcome.solved ? Score{1, true} : Score{-settings.delta, false};
    if (outcome.firstUs && outcome.bestUs && *outcome.firstUs > 0 && *outcome.bestUs < *outcome.firstUs) {
        const double gain = 1 - *outcome.bestUs / *outcome.firstUs;
        if (gain >= settings.minGain)
            return {gain, true};
    }
    return {settings.optNoGainFails ? -settings.delta : 0.0, false};
}

double stepSize(int retrieved, double etaMin)
{
    return std::max(1.0 / (1 + retrieved), etaMin);
}

double updated(double utility, double credit, double eta)
{
    return (1 - eta) * utility + eta * credit;
}

double AdoptionCredit::credit(bool adopted, double score, int adoptedCount, const Settings &settings) const
{
    return adopted ? score / adoptedCount : -settings.beta;
}

double UniformCredit::credit(bool, double score, int, const Settings &) const
{
    return score;
}

} // namespace sage
