#pragma once

#include "core/base/json.h"

#include <optional>
#include <string>
#include <vector>

namespace sage {

/// What the transfer measurement is: fixed in transfer.json before its first run.
struct TransferPlan {
    std::uint64_t seed = 1;
    int splits = 5;
    int heldOut = 4;
    std::vector<std::string> operators;
    std::int64_t smallCases = 65536; ///< only cases up to this many elements; 0 = all
    int rounds = 30;
    int plateau = 6; ///< ends optimization episodes early: rounds to first correct are what counts here
    Json generatorOptions = Json::object();
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TransferPlan, seed, splits, heldOut, operators, smallCases, rounds, plateau, generatorOptions)

/// Rounds to the first correct kernel of one held-out operator in one arm. Unsolved: the budget, marked.
struct TransferCell {
    std::string operatorName;
    int rounds = 0;
    bool solved = false;
};

struct TransferArm {
    std::string memory; ///< empty | learned | shuffled
    std::vector<TransferCell> cells;
    [[nodiscard]] double mean() const;
};

struct TransferSplit {
    int number = 1;
    bool complete = false;
    std::vector<TransferArm> arms;
};

struct TransferReport {
    TransferPlan plan;
    std::vector<TransferSplit> splits;
};

/// The operators that split `number` (from 1) holds out, in stream order: a seeded choice.
[[nodiscard]] std::vector<std::string> heldOutOf(const TransferPlan &plan, int number);

[[nodiscard]] bool isTransferFolder(const std::string &folder);
[[nodiscard]] Result<TransferReport> readTransfer(const std::string &folder);
[[nodiscard]] std::string toText(const TransferReport &report);
[[nodiscard]] Json toJson(const TransferReport &report);
[[nodiscard]] std::string toCsv(const TransferReport &report);

} // namespace sage
