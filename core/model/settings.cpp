#include "core/model/settings.h"

#include "core/base/nearest.h"
#include "core/model/policynames.h"

#include <algorithm>
#include <cmath>

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

namespace {

/// "1000" and "0.2", not "1000.0".
[[nodiscard]] std::string boundText(double bound)
{
    return bound == std::floor(bound) ? std::to_string(static_cast<std::int64_t>(bound)) : canonical(Json(bound));
}

[[nodiscard]] std::string rangeText(const SettingInfo &entry)
{
    return "between " + boundText(entry.minimum) + " and " + boundText(entry.maximum);
}

/// What a setting takes, for people.
[[nodiscard]] std::string expectedText(const SettingInfo &entry, const Json &now)
{
    return now.is_boolean() ? "true or false" : (now.is_number_integer() ? "a whole number " : "a number ") + rangeText(entry);
}

} // namespace

Result<Settings> withSetting(const Settings &settings, const std::string &name, const std::string &value)
{
    Json json = settings;
    std::vector<std::string> known;
    for (const auto &[field, now] : json.items())
        known.push_back(field);
    if (!json.contains(name)) {
        const std::string near = didYouMean(name, known);
        return fail("settings.unknown", "There is no setting \"" + name + "\"" + (near.empty() ? "." : near) + " Known: " + listed(known) + ".", {}, {{"setting", name}});
    }
    Json &now = json[name];
    if (now.is_string()) {
        now = value;
    } else {
        const auto entry = std::find_if(settingInfos().begin(), settingInfos().end(), [&name](const SettingInfo &one) { return name == one.field; });
        const Result<Json> given = parseJson(value, name);
        const bool fits = given && (now.is_boolean() ? given->is_boolean() : now.is_number_integer() ? given->is_number_integer() : given->is_number());
        if (!fits)
            return fail("settings.value", name + " is \"" + value + "\"; it must be " + expectedText(*entry, now) + ".", {}, {{"setting", name}, {"value", value}});
        const double figure = given->is_boolean() ? 0 : given->get<double>(); // before it is cut to an int
        if (!given->is_boolean() && !(figure >= entry->minimum && figure <= entry->maximum))
            return fail("settings.range", name + " is " + value + "; it must be " + expectedText(*entry, now) + ".", {}, {{"setting", name}, {"value", value}});
        now = *given;
    }
    Result<Settings> changed = decode<Settings>(json, "the settings");
    if (!changed)
        return changed;
    const Result<void> valid = validate(*changed);
    return valid ? changed : Result<Settings>(fail(valid.error()));
}

Result<void> validate(const Settings &settings)
{
    const Json json = settings;
    for (const SettingInfo &entry : settingInfos()) {
        const Json &value = json.at(entry.field);
        const double figure = value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
        if (!(figure >= entry.minimum && figure <= entry.maximum)) {
            return fail("settings.range", std::string(entry.symbol) + " (" + entry.field + ") is " + canonical(value) + "; it must be " + rangeText(entry) + ".", {}, {{"setting", entry.symbol}, {"value", canonical(value)}});
        }
    }
    const std::vector<std::string> names(policyNames().begin(), policyNames().end());
    const std::string near = didYouMean(settings.policy, names);
    if (std::find(names.begin(), names.end(), settings.policy) == names.end())
        return fail("settings.unknown-policy", "There is no policy called \"" + settings.policy + "\"" + (near.empty() ? "." : near) + " Known: " + listed(names) + ".", {}, {{"policy", settings.policy}});
    return {};
}

SAGE_JSON_DEFINE(Settings, rounds, delta, beta, etaMin, gamma, kAdopt, kOperators, budgetTokens, mu, retrieved, pool, fusionConstant, ruleCapTokens, optNoGainFails, minGain, plateau, scaleByMax, hysteresis, residentCredit, quarantineLimit, refusals, policy)

} // namespace sage
