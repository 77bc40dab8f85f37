#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <vector>

namespace sage {

/// Every constant of the method, per run. Names and defaults: method.md section 6.
struct Settings {
    int rounds = 30;            ///< T, both episodes together
    double delta = 0.2;         ///< score of an unmet objective is -delta
    double beta = 0.2;          ///< charge of a retrieved, unused experience
    double etaMin = 0.05;
    double gamma = 0.3;         ///< utility's weight in the rerank, [0, 1)
    int kAdopt = 3;             ///< K_ado
    int kOperators = 3;         ///< K_op
    int budgetTokens = 10000;   ///< B
    double mu = 0.1;
    int retrieved = 6;          ///< K
    int pool = 24;
    int fusionConstant = 60;
    int ruleCapTokens = 200;
    bool optNoGainFails = true; ///< opt_no_gain = failure
    double minGain = 0;
    int plateau = 0;            ///< rounds without gain that end an optimization episode; 0 = off
    bool scaleByMax = true;     ///< relevance scaling: max, else min-max
    double hysteresis = 0;
    bool residentCredit = false; ///< resident_credit = used
    int quarantineLimit = 2;     ///< quarantined items among the K
    int refusals = 3;            ///< refusals that end a round
    std::string policy = "sage"; ///< method.md section 7
    bool operator==(const Settings &) const = default;
};
SAGE_JSON_DECLARE(Settings)

/// A setting as the product shows it.
struct SettingInfo {
    const char *field;   ///< JSON name
    const char *symbol;  ///< as in the method: "K_op"
    char grade;          ///< P paper, 2 two summaries, 1 one summary, C this project's choice
    double minimum;
    double maximum;
};
[[nodiscard]] const std::vector<SettingInfo> &settingInfos();

/// The settings with one changed, by its JSON name and as text: "3", "0.5", "true", "sage". Errors: settings.unknown (says what was
/// probably meant), settings.value (not a number, a fraction where whole numbers count; says what is expected and the range), and those of validate.
[[nodiscard]] Result<Settings> withSetting(const Settings &settings, const std::string &name, const std::string &value);

/// Error settings.range names the setting, its value and its range; settings.unknown-policy.
[[nodiscard]] Result<void> validate(const Settings &settings);

} // namespace sage
