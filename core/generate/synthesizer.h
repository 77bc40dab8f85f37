#pragma once

#include "core/generate/generator.h"
#include "core/generate/recall.h"

namespace sage {

/// How well the synthesizer works. Rates are shares in [0, 1]; every report that shows results shows them.
struct SynthesizerOptions {
    double faultRate = 0.12;        ///< kernels with a mistake of the pen; 0 = off
    double misread = 0.05;          ///< adopted items that are misapplied
    double declarationNoise = 0.03; ///< adoption records that say the opposite of what was done
    double incomplete = 0.05;       ///< first replies that leave a retrieved item undeclared
    double startQuality = 0.1;      ///< of the first plan: 0 all plain habits, 1 a good plan
    double demand = 0.45;           ///< how well an item must seem to fit to be taken up
    int most = 2;                   ///< adopted items a round

    bool operator==(const SynthesizerOptions &) const = default;
};
SAGE_JSON_DECLARE(SynthesizerOptions)

/// Errors generate.options: an unknown field, or a value of another kind or outside its range, named.
[[nodiscard]] Result<SynthesizerOptions> synthesizerOptions(const Json &json);

/// The generator that needs no language model: a search over plans, guided by feedback and by what memory says.
///
/// Invariants: the same request gives the same proposal, whatever was asked before; of truth fields in the history it
/// reads none; an item is adopted before the candidate is evaluated, and what it adopts changes the plan, hence the text.
/// Thread rule: one thread at a time. Cost: a few milliseconds a proposal.
class Synthesizer : public Generator
{
public:
    explicit Synthesizer(const SynthesizerOptions &options) : m_options(options) {}

    [[nodiscard]] std::string name() const override { return "synthesizer"; }
    [[nodiscard]] Result<Proposal> propose(const GenerationRequest &request, std::stop_token stop) override;
    [[nodiscard]] Result<Reflection> reflect(const OperatorSpec &card, Objective objective, const std::vector<PastRound> &history, std::stop_token stop) override;
    [[nodiscard]] Result<RuleText> abstractRule(const Experience &experience, int capTokens) override;
    [[nodiscard]] Result<std::vector<std::pair<OperatorSpec, KernelSource>>> baseline(const OperatorSpec &card) const override;

private:
    SynthesizerOptions m_options;
};

/// Errors as synthesizerOptions.
[[nodiscard]] Result<std::unique_ptr<Generator>> makeSynthesizer(const Json &options);

} // namespace sage
