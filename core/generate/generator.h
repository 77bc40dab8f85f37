#pragma once

#include "core/model/card.h"
#include "core/model/events.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace sage {

/// An experience as it stands in the context.
struct ContextExperience {
    Experience experience;
    Retrieved ranking;
};

/// One earlier round of the same operator (both episodes), oldest first.
struct PastRound {
    int round = 0;
    Objective objective = Objective::Correctness;
    Hash kernel;
    Json memo;                      ///< RoundReplied::memo
    Json truth;
    std::optional<Feedback> feedback; ///< empty: refused or abandoned
    std::vector<AdoptionRecord> adoption;
    std::vector<ExperienceId> usedRules;
};

/// c_t of the method. A generator knows nothing but this: card, context, feedback, history of this operator.
struct GenerationRequest {
    const OperatorSpec *card = nullptr; ///< never null
    Objective objective = Objective::Correctness;
    int round = 1;      ///< over both episodes, from 1
    int roundsLeft = 30;
    int attempt = 1;
    std::vector<ExperienceId> unresolved; ///< what the gate missed in the attempt before
    std::uint64_t seed = 0; ///< of the run; draws are keyed by (seed, operator, objective, round, purpose)
    std::vector<ContextExperience> retrieved;
    std::vector<std::pair<Rule, Experience>> resident; ///< a rule is read like its source
    std::optional<KernelSource> entering;
    std::vector<PastRound> history;
};

struct Proposal {
    KernelSource kernel;
    std::vector<AdoptionRecord> declared;
    std::vector<ExperienceId> usedRules;
    std::string note;
    Json memo;
    Json truth;
};

/// What an episode taught, asked once at its end.
struct Reflection {
    std::vector<Experience> experiences; ///< provenance filled but for run and ids
};

/// G of the method: fixed, without memory of its own, so that a resumed run continues as the uninterrupted one.
/// Called from one thread at a time.
class Generator
{
public:
    virtual ~Generator() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// Errors generate.*: the round is abandoned with that code.
    [[nodiscard]] virtual Result<Proposal> propose(const GenerationRequest &request, std::stop_token stop) = 0;
    /// history holds all rounds of the operator so far, those of the ending episode included.
    [[nodiscard]] virtual Result<Reflection> reflect(const OperatorSpec &card, Objective objective, const std::vector<PastRound> &history, std::stop_token stop) = 0;
    /// The rule text of a validated experience, at most `capTokens` long by the shared counter. Deterministic.
    [[nodiscard]] virtual Result<RuleText> abstractRule(const Experience &experience, int capTokens) = 0;
    /// For the card's modelled baseline: one plain kernel per reference step with a fixed plan (all cores, double buffer, fixed tile),
    /// each with a card of its own. Empty where the generator has no lowering.
    [[nodiscard]] virtual Result<std::vector<std::pair<OperatorSpec, KernelSource>>> baseline(const OperatorSpec &card) const = 0;
};

} // namespace sage
