#pragma once

#include "core/base/json.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sage {

// What learned memory is worth on operators that it has not seen. The folder of a measurement is described in
// core/store/README.md; `sagectl transfer` drives it, this room reads it.

/// What is measured: fixed in transfer.json before the first run.
struct TransferPlan {
    std::uint64_t seed = 1;
    int splits = 5;
    int heldOut = 4;
    std::vector<std::string> operators;
    std::int64_t smallCases = 65536; ///< only cases up to this many elements; 0 = all
    int rounds = 30;
    int plateau = 6; ///< ends optimization episodes early: rounds to first correct are what counts here
    Json generatorOptions = Json::object();
    bool operator==(const TransferPlan &) const = default;
};
SAGE_JSON_DECLARE(TransferPlan)

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

/// What memory an arm starts from, in the order of tables: empty, learned, shuffled.
[[nodiscard]] const std::vector<std::string> &transferArms();

/// Where the workspaces of split `number` lie, a folder for each arm and one called "learning".
[[nodiscard]] std::filesystem::path splitFolder(const std::string &folder, int number);

/// The operators that split `number` (from 1) holds out, in stream order: a seeded choice.
[[nodiscard]] std::vector<std::string> heldOutOf(const TransferPlan &plan, int number);

[[nodiscard]] bool isTransferFolder(const std::string &folder);
/// Errors: file.*, json.*, transfer.plan (a field that is unknown, of another kind or out of its range).
[[nodiscard]] Result<TransferPlan> readTransferPlan(const std::string &folder);
[[nodiscard]] Result<void> writeTransferPlan(const std::string &folder, const TransferPlan &plan);
/// Errors: those of readTransferPlan and of the workspaces.
[[nodiscard]] Result<TransferReport> readTransfer(const std::string &folder);
[[nodiscard]] std::string toText(const TransferReport &report);
[[nodiscard]] Json toJson(const TransferReport &report);
[[nodiscard]] std::string toCsv(const TransferReport &report);

} // namespace sage
