#pragma once

#include "core/episode/runstate.h"

#include <string>
#include <vector>

namespace sage {

/// One operator's line (method.md section 8).
struct OperatorResult {
    std::string name;
    int level = 1;
    std::string state;   ///< waiting | running | solved | failed | skipped
    bool compiled = false; ///< a kernel compiled for every dtype
    bool solved = false;   ///< a correct kernel was found within the budget
    int rounds = 0;
    int firstCorrectRound = 0; ///< 0: none
    std::optional<double> firstUs;
    std::optional<double> bestUs;
    std::optional<double> referenceUs; ///< the card's modelled baseline
    [[nodiscard]] std::optional<double> selfSpeedup() const; ///< S_self = T_first / T_best
    [[nodiscard]] std::optional<double> speedup() const;     ///< T_reference / T_best
};

/// Shares with their denominators, over a level or over all.
struct MetricsRow {
    int level = 0;     ///< 0: all levels
    int operators = 0; ///< of the stream, those not skipped
    int compiled = 0;  ///< CR = compiled / operators
    int solved = 0;    ///< ER = solved / operators
    int faster = 0;    ///< Fast_1.0 = faster / compared
    int compared = 0;  ///< solved operators with a known reference
    std::optional<double> medianSelf; ///< S_self over solved operators
    std::optional<double> minSelf;
    std::optional<double> maxSelf;
    std::optional<double> medianFirstCorrect; ///< rounds to the first correct kernel, over solved operators
};

struct RunReport {
    std::string run;
    std::uint64_t seed = 0;
    std::string stream;
    std::string policy;
    std::string generator;
    Json generatorOptions;        ///< all of them, those that were not given with their defaults
    bool scaleByMax = true;       ///< relevance scaling: max, else min-max
    std::string latencyOrigin; ///< "modelled: Ascend910_9391"
    bool finished = false;
    std::vector<MetricsRow> rows; ///< all, then each level
    std::vector<OperatorResult> operators;
    int adopted = 0;      ///< sum over episodes of |A|: what credit is shared among
    int retrieved = 0;    ///< sum over episodes of |R|
    int adoptions = 0;    ///< adopted states recorded
    int declarations = 0; ///< all states recorded
    int refusals = 0;     ///< rounds' replies refused by the gate
    int experiences = 0;
    int residentRules = 0;
    int residentTokens = 0;
    int budgetTokens = 0;
};

[[nodiscard]] RunReport reportOf(const RunSnapshot &snapshot);

/// For people: the figures with their origin, the published figures beside them, labelled as what they are.
[[nodiscard]] std::string toText(const RunReport &report);
[[nodiscard]] Json toJson(const RunReport &report);
/// One line per operator, RFC 4180; at each line's end what the run was made with: a table may hold several runs.
[[nodiscard]] std::string toCsv(const RunReport &report);

/// Median of the values; empty for none.
[[nodiscard]] std::optional<double> medianOf(std::vector<double> values);

} // namespace sage
