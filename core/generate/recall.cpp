#include "core/generate/recall.h"

#include "core/base/random.h"
#include "core/generate/lowering.h"

#include <algorithm>

namespace sage {

namespace {

double share(const std::vector<std::string> &wanted, const std::set<std::string> &present)
{
    if (wanted.empty())
        return 0.5; // says nothing either way
    const auto found = std::count_if(wanted.begin(), wanted.end(), [&](const std::string &one) { return present.contains(one); });
    return static_cast<double>(found) / static_cast<double>(wanted.size());
}

bool any(const std::vector<std::string> &wanted, const std::set<std::string> &present)
{
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string &one) { return present.contains(one); });
}

/// Guards name features that must be there, and dtypes of which one must be.
bool guardHolds(const Json &guard, const Situation &situation)
{
    const auto strings = [&](const char *field) {
        std::vector<std::string> values;
        if (guard.is_object() && guard.contains(field) && guard.at(field).is_array()) {
            for (const Json &value : guard.at(field)) {
                if (value.is_string())
                    values.push_back(value.get<std::string>());
            }
        }
        return values;
    };
    const std::vector<std::string> features = strings("features");
    return std::all_of(features.begin(), features.end(), [&](const std::string &one) { return situation.features.contains(one); }) && any(strings("dtypes"), situation.dtypes);
}

/// Another legal value of the same dimension: the fruit of a hasty reading.
void misread(Consideration &item, const Plan &plan, Random &random)
{
    const PlanDimension *dimension = planDimension(item.change->dimension);
    std::vector<Json> others;
    for (const Json &value : dimension->values) {
        if (value != item.change->to && value != valueOf(plan, dimension->name))
            others.push_back(value);
    }
    if (others.empty())
        return;
    item.change->to = others[static_cast<std::size_t>(random.below(others.size()))];
    item.misread = true;
}

class Reader
{
public:
    Reader(const GenerationRequest &request, const Situation &situation, const std::vector<Plan> &tried, const RecallSettings &settings)
        : m_request(request), m_situation(situation), m_tried(tried), m_settings(settings)
    {
    }

    [[nodiscard]] std::vector<Consideration> run(const Plan &plan)
    {
        for (const ContextExperience &item : m_request.retrieved)
            add(item.experience, item.experience.id, false, plan);
        for (const auto &[rule, source] : m_request.resident)
            add(source, rule.id, true, plan);
        takeUp(plan);
        return std::move(m_items);
    }

private:
    void add(const Experience &experience, const ExperienceId &id, bool rule, const Plan &plan)
    {
        Consideration item;
        item.id = id;
        item.rule = rule;
        item.cue = cueOf(experience, m_situation, m_request.objective);
        Result<PlanChange> change = planChangeFromJson(experience.change);
        if (!change) {
            item.rationale = "Not adopted: it says nothing that could be done to a plan.";
        } else if (!guardHolds(change->guard, m_situation)) {
            item.rationale = "Not adopted: its condition does not hold for this operator.";
        } else {
            item.change = std::move(*change);
            judge(item, plan);
        }
        m_items.push_back(std::move(item));
    }

    /// Leaves the rationale empty where the item could be taken up.
    void judge(Consideration &item, const Plan &plan) const
    {
        const Json now = valueOf(plan, item.change->dimension);
        const Result<Plan> after = applied(plan, *item.change);
        if (!after)
            item.rationale = "Not adopted: " + after.error().message;
        else if (*after == plan)
            item.rationale = "Not adopted: the kernel does this already (" + describe({item.change->dimension, {}, now, {}}) + ").";
        else if (std::find(m_tried.begin(), m_tried.end(), *after) != m_tried.end())
            item.rationale = "Not adopted: it was tried on this operator before.";
        else if (item.cue < m_settings.demand)
            item.rationale = "Not adopted: what the feedback shows is not what it speaks of.";
        else if (sameCode(*m_request.card, plan, *after))
            item.rationale = "Not adopted: it would change nothing in this kernel.";
    }

    void takeUp(const Plan &plan)
    {
        std::vector<std::size_t> order(m_items.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return m_items[a].cue > m_items[b].cue; });
        std::set<std::string> dimensions;
        int adopted = 0;
        for (const std::size_t i : order) {
            Consideration &item = m_items[i];
            if (!item.rationale.empty())
                continue;
            if (adopted >= m_settings.most) {
                item.rationale = "Not adopted: two changes at a time are enough to tell what did what.";
                continue;
            }
            if (!dimensions.insert(item.change->dimension).second) {
                item.rationale = "Not adopted: another item changes " + std::string(planDimension(item.change->dimension)->meaning) + " in this round.";
                continue;
            }
            ++adopted;
            adopt(item, plan);
        }
    }

    void adopt(Consideration &item, const Plan &plan)
    {
        Random random(m_request.seed, m_request.card->name + "/" + std::string(nameOf(m_request.objective)) + "/" + std::to_string(m_request.round) + "/misread/" + item.id.value);
        item.adopted = true;
        item.change->from = valueOf(plan, item.change->dimension);
        if (random.uniform() < m_settings.misread)
            misread(item, plan, random);
        item.rationale = "Adopted: " + describe(*item.change) + ".";
    }

    const GenerationRequest &m_request;
    const Situation &m_situation;
    const std::vector<Plan> &m_tried;
    const RecallSettings &m_settings;
    std::vector<Consideration> m_items;
};

} // namespace

double cueOf(const Experience &experience, const Situation &situation, Objective objective)
{
    const Applicability &applies = experience.applies;
    if (!applies.objective.empty() && applies.objective != nameOf(objective))
        return 0;
    if (!applies.signals.empty() && !any(applies.signals, situation.signals))
        return 0.2 * share(applies.features, situation.features);
    const double dtype = any(applies.dtypes, situation.dtypes) ? 1 : 0;
    return 0.55 * share(applies.signals, situation.signals) + 0.3 * share(applies.features, situation.features) + 0.15 * dtype;
}

std::vector<Consideration> considerContext(const GenerationRequest &request, const Situation &situation, const Plan &plan, const std::vector<Plan> &tried,
                                           const RecallSettings &settings)
{
    return Reader(request, situation, tried, settings).run(plan);
}

} // namespace sage
