#pragma once

#include "core/memory/consolidation.h"
#include "core/memory/credit.h"
#include "core/retrieval/rank.h"

namespace sage {

/// A way to learn from experience (method.md section 7): data, plus strategies that live for the program's lifetime.
/// A new policy is one line in policy.cpp, and a strategy class where an existing one does not fit.
struct Policy {
    std::string_view name;
    bool retrieves = true; ///< false: no memory in the context
    bool gate = true;      ///< the trace-completeness gate
    bool learns = true;    ///< false: memory stays as it was imported
    bool traced = true;    ///< false: every retrieved item counts as adopted
    bool shufflesAdoption = false; ///< control: credit goes to a random subset of R, as many as were adopted
    const CreditRule *credit = nullptr;               ///< null: utilities stay 0
    const ConsolidationRule *consolidation = nullptr; ///< null: nothing becomes resident but by a pin
    const RankRule *rank = nullptr;                   ///< never null
};

[[nodiscard]] const std::vector<Policy> &policies();
/// Error memory.unknown-policy names the known ones.
[[nodiscard]] Result<Policy> policyNamed(std::string_view name);

} // namespace sage
