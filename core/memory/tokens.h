#pragma once

#include "core/model/events.h"

#include <string>
#include <string_view>
#include <vector>

namespace sage {

/// Counts tokens, for the resident budget. Stateless and deterministic; one counter is shared by all who count.
class TokenCounter
{
public:
    virtual ~TokenCounter() = default;
    /// As stored and shown; a name that holds "estimate" is no exact count.
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual int count(std::string_view text) const = 0;
};

/// The rule of thumb used where no tokenizer is chosen: a run of letters costs one token per six letters begun, a run of
/// digits one per three begun, every other visible character one (a Chinese character too), a line break one, a run of two
/// or more spaces one, a single space none. Near a byte-level BPE on code and English; not exact.
class EstimateCounter final : public TokenCounter
{
public:
    [[nodiscard]] std::string_view name() const override { return "estimate"; }
    [[nodiscard]] int count(std::string_view text) const override;
};

/// One token a byte: no byte-level BPE gives more, so a budget kept by it is kept by any such tokenizer.
class ByteCounter final : public TokenCounter
{
public:
    [[nodiscard]] std::string_view name() const override { return "bytes"; }
    [[nodiscard]] int count(std::string_view text) const override { return int(text.size()); }
};

/// "estimate" or "bytes"; never destroyed. Error memory.unknown-tokenizer names the known ones.
[[nodiscard]] Result<const TokenCounter *> tokenCounter(std::string_view name);

/// A resident rule as it stands in the context: id line, text, example. L_m counts exactly this.
[[nodiscard]] std::string residentText(const Rule &rule);
/// L_m.
[[nodiscard]] int tokensOf(const Rule &rule, const TokenCounter &counter);

/// Makes an automatic rule keep the cap: without its example, then with words dropped from its end.
[[nodiscard]] RuleText fitted(RuleText rule, int capTokens, const TokenCounter &counter);
/// A rule in an experience's own words (title and rationale, code afterwards as the example), for whoever has no better.
[[nodiscard]] RuleText plainRule(const Experience &experience, int capTokens, const TokenCounter &counter);

} // namespace sage
