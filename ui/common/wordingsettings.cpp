#include "ui/common/wordingtables.h"

#include <QtCore/qglobal.h>

#include <array>

namespace sage::ui {

namespace {

using D = Domain;

constexpr auto table = std::to_array<Wording>({
    {D::Setting, "rounds", QT_TRANSLATE_NOOP("Wording", "Refinement rounds per operator, both episodes together")},
    {D::Setting, "delta", QT_TRANSLATE_NOOP("Wording", "An unmet objective scores minus this")},
    {D::Setting, "beta", QT_TRANSLATE_NOOP("Wording", "Charge of a retrieved but unused experience")},
    {D::Setting, "etaMin", QT_TRANSLATE_NOOP("Wording", "Smallest step of a utility update")},
    {D::Setting, "gamma", QT_TRANSLATE_NOOP("Wording", "Weight of utility when retrieved experiences are reranked")},
    {D::Setting, "kAdopt", QT_TRANSLATE_NOOP("Wording", "Adopting episodes that consolidation asks for")},
    {D::Setting, "kOperators", QT_TRANSLATE_NOOP("Wording", "Different adopting operators that consolidation asks for")},
    {D::Setting, "budgetTokens", QT_TRANSLATE_NOOP("Wording", "Token budget of the hot memory")},
    {D::Setting, "mu", QT_TRANSLATE_NOOP("Wording", "How fast a resident rule's use probability follows its use")},
    {D::Setting, "retrieved", QT_TRANSLATE_NOOP("Wording", "Experiences retrieved in a round")},
    {D::Setting, "pool", QT_TRANSLATE_NOOP("Wording", "Candidates kept before the rerank")},
    {D::Setting, "fusionConstant", QT_TRANSLATE_NOOP("Wording", "Constant of the reciprocal rank fusion")},
    {D::Setting, "ruleCapTokens", QT_TRANSLATE_NOOP("Wording", "Longest rule, in tokens")},
    {D::Setting, "optNoGainFails", QT_TRANSLATE_NOOP("Wording", "An optimization episode without gain counts as unmet")},
    {D::Setting, "minGain", QT_TRANSLATE_NOOP("Wording", "A smaller relative gain counts as none")},
    {D::Setting, "plateau", QT_TRANSLATE_NOOP("Wording", "Rounds without gain that end an optimization episode (0: off)")},
    {D::Setting, "scaleByMax", QT_TRANSLATE_NOOP("Wording", "Scale relevance by the pool's maximum (off: min-max)")},
    {D::Setting, "hysteresis", QT_TRANSLATE_NOOP("Wording", "A newcomer must beat a resident's U by this part")},
    {D::Setting, "residentCredit", QT_TRANSLATE_NOOP("Wording", "Resident rules that were used share in the credit")},
    {D::Setting, "quarantineLimit", QT_TRANSLATE_NOOP("Wording", "Unproven experiences among the retrieved, at most")},
    {D::Setting, "refusals", QT_TRANSLATE_NOOP("Wording", "Refused replies that end a round")},
    {D::Setting, "policy", QT_TRANSLATE_NOOP("Wording", "Memory policy")},

    {D::Grade, "P", QT_TRANSLATE_NOOP("Wording", "stated in the paper's public text")},
    {D::Grade, "2", QT_TRANSLATE_NOOP("Wording", "repeated by two public summaries")},
    {D::Grade, "1", QT_TRANSLATE_NOOP("Wording", "in one public summary")},
    {D::Grade, "C", QT_TRANSLATE_NOOP("Wording", "this project's choice")},
});

} // namespace

std::span<const Wording> settingWordings()
{
    return table;
}

} // namespace sage::ui
