#pragma once

namespace sage {

/// The last step of retrieval: relevance and utility to one score. Stateless.
class RankRule
{
public:
    virtual ~RankRule() = default;
    /// relevance in [0, 1], utility in [-1, 1], gamma in [0, 1).
    [[nodiscard]] virtual double score(double relevance, double utility, double gamma) const = 0;
};

/// s_rel (1 + gamma u): method.md section 4.
class UtilityRank final : public RankRule
{
public:
    [[nodiscard]] double score(double relevance, double utility, double gamma) const override { return relevance * (1 + gamma * utility); }
};

/// Relevance alone.
class RelevanceRank final : public RankRule
{
public:
    [[nodiscard]] double score(double relevance, double, double) const override { return relevance; }
};

} // namespace sage
