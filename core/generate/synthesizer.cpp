#include "core/generate/synthesizer.h"

#include "core/base/nearest.h"
#include "core/generate/faults.h"
#include "core/generate/lowering.h"
#include "core/generate/onestep.h"
#include "core/generate/reflection.h"
#include "core/generate/search.h"

#include <algorithm>

namespace sage {

namespace {

/// A change of this round with its true cause.
struct Cause {
    PlanChange change;
    std::string cause; ///< "own", "item:<id>", "rule:<id>"
    std::string why;
    bool misread = false;
};

/// Writes one proposal.
class ProposalWriter
{
public:
    ProposalWriter(const GenerationRequest &request, const SynthesizerOptions &options)
        : m_request(request), m_options(options), m_state(searchStateOf(request, options.startQuality)), m_plan(m_state.base)
    {
    }

    [[nodiscard]] Result<Proposal> run()
    {
        const RecallSettings recall{m_options.misread, m_options.demand, m_options.most};
        m_considered = considerContext(m_request, m_state.situation, m_plan, m_state.tried, recall);
        for (const Consideration &item : m_considered) {
            if (item.adopted)
                change({*item.change, (item.rule ? "rule:" : "item:") + item.id.value, {}, item.misread});
        }
        if (m_causes.empty())
            changeByOwnSearch();
        Result<KernelSource> kernel = synthesize(*m_request.card, m_plan);
        if (!kernel)
            return fail(kernel.error());
        Proposal proposal;
        proposal.kernel = std::move(*kernel);
        Random faults = randomFor(m_request, "fault");
        const std::vector<std::string> injected = injectFaults(proposal.kernel, m_options.faultRate, faults);
        declare(proposal);
        describeInto(proposal, injected);
        return proposal;
    }

private:
    void change(Cause cause)
    {
        const Result<Plan> after = applied(m_plan, cause.change);
        if (!after)
            return;
        m_plan = *after;
        m_causes.push_back(std::move(cause));
    }

    void changeByOwnSearch()
    {
        if (const std::optional<Move> move = ownMove(m_request, m_state))
            change({move->change, "own", move->why, false});
    }

    void declare(Proposal &proposal)
    {
        Random noise = randomFor(m_request, "declaration");
        Random gaps = randomFor(m_request, "incomplete");
        const bool incomplete = gaps.uniform() < m_options.incomplete && m_request.attempt == 1;
        for (const Consideration &item : m_considered) {
            if (item.rule) {
                if (item.adopted)
                    proposal.usedRules.push_back(item.id);
                continue;
            }
            AdoptionRecord record{item.id, item.adopted ? Adoption::Adopted : Adoption::NotAdopted, item.rationale};
            if (noise.uniform() < m_options.declarationNoise) {
                record.state = item.adopted ? Adoption::NotAdopted : Adoption::Adopted;
                record.rationale = item.adopted ? "Not adopted: the change came about without it." : "Adopted: it shaped how the kernel was written.";
                m_noise.push_back({{"id", item.id.value}, {"done", item.adopted}, {"said", !item.adopted}});
            }
            const bool left = gaps.uniform() < 0.4;
            if (incomplete && (left || (proposal.declared.empty() && m_omitted.empty()))) {
                m_omitted.push_back(item.id.value);
                continue;
            }
            proposal.declared.push_back(std::move(record));
        }
    }

    void describeInto(Proposal &proposal, const std::vector<std::string> &injected) const
    {
        Json changes = Json::array(), causes = Json::array();
        for (const Cause &cause : m_causes) {
            proposal.note += (proposal.note.empty() ? "" : "; ") + describe(cause.change) + (cause.why.empty() ? "" : " (because of " + cause.why + ")");
            changes.push_back(toJson(cause.change));
            Json entry = toJson(cause.change);
            entry["cause"] = cause.cause;
            entry["misread"] = cause.misread;
            causes.push_back(std::move(entry));
        }
        if (m_causes.empty())
            proposal.note = m_state.baseRound == 0 ? "A first kernel." : "The same plan, written again with care.";
        proposal.memo = {{"plan", toJson(m_plan)}, {"baseRound", m_state.baseRound}, {"changes", std::move(changes)}, {"signals", m_state.situation.signals}};
        proposal.truth = {{"changes", std::move(causes)}, {"faults", injected}, {"steppedBack", m_state.steppedBack}, {"declarationNoise", m_noise}, {"omitted", m_omitted}};
    }

    const GenerationRequest &m_request;
    const SynthesizerOptions &m_options;
    SearchState m_state;
    Plan m_plan;
    std::vector<Consideration> m_considered;
    std::vector<Cause> m_causes;
    Json m_noise = Json::array();
    Json m_omitted = Json::array();
};

Result<void> checkShare(const char *name, double value)
{
    if (value >= 0 && value <= 1)
        return {};
    return fail("generate.options", std::string("The synthesizer's option ") + name + " is " + Json(value).dump() + "; it must lie between 0 and 1.", {}, {{"option", name}});
}

} // namespace

SAGE_JSON_DEFINE(SynthesizerOptions, faultRate, misread, declarationNoise, incomplete, startQuality, demand, most)

Result<SynthesizerOptions> synthesizerOptions(const Json &json)
{
    if (json.is_null())
        return SynthesizerOptions();
    const Json known = SynthesizerOptions();
    if (!json.is_object())
        return fail("generate.options", "The synthesizer's options must be an object, not " + json.dump() + ".");
    std::vector<std::string> names;
    for (const auto &[name, value] : known.items())
        names.push_back(name);
    for (const auto &[name, value] : json.items()) {
        const std::string near = didYouMean(name, names);
        if (!known.contains(name))
            return fail("generate.options", "The synthesizer has no option \"" + name + "\"" + (near.empty() ? "." : near) + " Known: " + listed(names) + ".", {}, {{"option", name}});
        const bool whole = known[name].is_number_integer(); // a fraction would be cut without a word
        if (whole ? !value.is_number_integer() : !value.is_number())
            return fail("generate.options", "The synthesizer's option " + name + " is " + value.dump() + "; it must be " + (whole ? "a whole number between 0 and 6." : "a number between 0 and 1."), {}, {{"option", name}});
    }
    Result<SynthesizerOptions> options = decode<SynthesizerOptions>(json, "the synthesizer's options");
    if (!options)
        return options;
    const std::pair<const char *, double> shares[] = {{"faultRate", options->faultRate}, {"misread", options->misread}, {"declarationNoise", options->declarationNoise},
                                                      {"incomplete", options->incomplete}, {"startQuality", options->startQuality}, {"demand", options->demand}};
    for (const auto &[name, value] : shares) {
        if (const Result<void> checked = checkShare(name, value); !checked)
            return fail(checked.error());
    }
    if (options->most < 0 || options->most > 6)
        return fail("generate.options", "The synthesizer's option most is " + std::to_string(options->most) + "; it must lie between 0 and 6.", {}, {{"option", "most"}});
    return options;
}

Result<Proposal> Synthesizer::propose(const GenerationRequest &request, std::stop_token)
{
    return ProposalWriter(request, m_options).run();
}

Result<Reflection> Synthesizer::reflect(const OperatorSpec &card, Objective objective, const std::vector<PastRound> &history, std::stop_token)
{
    return reflectOn(card, objective, history, name());
}

Result<RuleText> Synthesizer::abstractRule(const Experience &experience, int capTokens)
{
    return ruleOf(experience, capTokens);
}

Result<std::vector<std::pair<OperatorSpec, KernelSource>>> Synthesizer::baseline(const OperatorSpec &card) const
{
    return oneStepKernels(card);
}

Result<std::unique_ptr<Generator>> makeSynthesizer(const Json &options)
{
    const Result<SynthesizerOptions> read = synthesizerOptions(options);
    if (!read)
        return fail(read.error());
    return std::make_unique<Synthesizer>(*read);
}

} // namespace sage
