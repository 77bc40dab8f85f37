#pragma once

#include "core/model/events.h"

#include <cstdint>
#include <vector>

namespace sage {

/// Below this a utility counts as zero: rounding must not decide.
inline constexpr double utilityFloor = 1e-9;

/// A rule that asks for a place in hot memory.
struct Candidate {
    ExperienceId id;
    double utility = 0;  ///< u
    double expected = 0; ///< U = (u p) / L
    int tokens = 0;      ///< L
    bool resident = false; ///< m in H
    bool pinned = false;
};

/// What eligible rules are ordered by. Stateless.
class ConsolidationRule
{
public:
    virtual ~ConsolidationRule() = default;
    /// Higher comes first; never negative for a candidate with u > 0.
    [[nodiscard]] virtual double priority(const Candidate &candidate, std::uint64_t seed) const = 0;
};

/// UGC: by U.
class UtilityConsolidation final : public ConsolidationRule
{
public:
    [[nodiscard]] double priority(const Candidate &candidate, std::uint64_t) const override { return candidate.expected; }
};

/// Control: one random key per item, from (seed, id).
class RandomConsolidation final : public ConsolidationRule
{
public:
    [[nodiscard]] double priority(const Candidate &candidate, std::uint64_t seed) const override;
};

/// Control: the shortest rule first.
class ShortestConsolidation final : public ConsolidationRule
{
public:
    [[nodiscard]] double priority(const Candidate &candidate, std::uint64_t) const override { return 1.0 / candidate.tokens; }
};

struct Selection {
    std::vector<ExperienceId> resident;  ///< H', in the order of taking
    std::vector<ResidencyCheck> changes; ///< demotions, then promotions, each in rank order
    int tokens = 0;                      ///< Tok(H')
};

struct SelectionLimits {
    int budgetTokens = 0;
    double hysteresis = 0; ///< a newcomer goes before a resident only above 1 + hysteresis times its priority
    std::uint64_t seed = 0;
};

/// UGC steps 5 to 8 (method.md section 5) on plain values: pinned rules first, then greedily by priority (ties: smaller
/// L, then id), skipping what has no utility or does not fit. Rule null: pinned rules only. The pinned rules must fit.
/// Cost: a sort of the candidates.
[[nodiscard]] Selection selectResidents(const std::vector<Candidate> &candidates, const ConsolidationRule *rule, const SelectionLimits &limits);

} // namespace sage
