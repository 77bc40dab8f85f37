#include "core/model/settings.h"

#include "core/model/policynames.h"

#include <algorithm>

namespace sage {

const std::vector<SettingInfo> &settingInfos()
{
    static const std::vector<SettingInfo> table{
        {"rounds", "T", 'P', 1, 1000}, {"delta", "delta", '2', 0, 1}, {"beta", "beta", '2', 0, 1}, {"etaMin", "eta_min", '2', 0.0001, 1},
        {"gamma", "gamma", '1', 0, 0.999999}, {"kAdopt", "K_ado", '1', 1, 1000}, {"kOperators", "K_op", '1', 1, 1000}, {"budgetTokens", "B", '1', 0, 10'000'000},
        {"mu", "mu", '1', 0, 1}, {"retrieved", "K", 'C', 0, 100}, {"pool", "pool", 'C', 1, 10'000}, {"fusionConstant", "fusion constant", 'C', 1, 10'000},
        {"ruleCapTokens", "rule length cap", 'C', 10, 100'000}, {"optNoGainFails", "opt_no_gain", 'C', 0, 1}, {"minGain", "min_gain", 'C', 0, 0.99},
        {"plateau", "plateau", 'C', 0, 1000}, {"scaleByMax", "relevance scaling", 'C', 0, 1}, {"hysteresis", "hysteresis", 'C', 0, 100},
        {"residentCredit", "resident_credit", 'C', 0, 1}, {"quarantineLimit", "quarantine limit", 'C', 0, 100}, {"refusals", "refusals", 'C', 1, 20},
    };
    return table;
}

const std::vector<std::string_view> &policyNames()
{
    static const std::vector<std::string_view> names{"sage", "uniform-credit", "uniform-notrace", "no-ugc", "random-ugc", "static-rag", "refinement",
                                                     "read-only", "write-only", "shuffled-adoption", "shortest-first"};
    return names;
}

Result<void> validate(const Settings &settings)
{
    const Json json = settings;
    for (const SettingInfo &entry : settingInfos()) {
        const Json &value = json.at(entry.field);
        const double figure = value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
        if (!(figure >= entry.minimum && figure <= entry.maximum)) {
            return fail("settings.range", std::string(entry.symbol) + " (" + entry.field + ") is " + canonical(value) + "; it must be between " + canonical(Json(entry.minimum)) + " and "
                            + canonical(Json(entry.maximum)) + ".", {}, {{"setting", entry.symbol}, {"value", canonical(value)}});
        }
    }
    if (std::find(policyNames().begin(), policyNames().end(), settings.policy) == policyNames().end())
        return fail("settings.unknown-policy", "There is no policy called \"" + settings.policy + "\".", {}, {{"policy", settings.policy}});
    return {};
}

SAGE_JSON_DEFINE(Settings, rounds, delta, beta, etaMin, gamma, kAdopt, kOperators, budgetTokens, mu, retrieved, pool, fusionConstant, ruleCapTokens, optNoGainFails, minGain, plateau, scaleByMax, hysteresis, residentCredit, quarantineLimit, refusals, policy)

} // namespace sage
