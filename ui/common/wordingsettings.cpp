#include "ui/common/wordingtables.h"

#include <QtCore/qglobal.h>

#include <array>

// Context "Wording" in the translation file.
#define WORD(text) QT_TRANSLATE_NOOP("Wording", text)

namespace sage::ui {

namespace {

using D = Domain;

constexpr auto table = std::to_array<Wording>({
    {D::Setting, "rounds", WORD("Refinement rounds per operator, both episodes together")},
    {D::Setting, "delta", WORD("An unmet objective scores minus this")},
    {D::Setting, "beta", WORD("Charge of a retrieved but unused experience")},
    {D::Setting, "etaMin", WORD("Smallest step of a utility update")},
    {D::Setting, "gamma", WORD("Weight of utility when retrieved experiences are reranked")},
    {D::Setting, "kAdopt", WORD("Adopting episodes that consolidation asks for")},
    {D::Setting, "kOperators", WORD("Different adopting operators that consolidation asks for")},
    {D::Setting, "budgetTokens", WORD("Token budget of the hot memory")},
    {D::Setting, "mu", WORD("How fast a resident rule's use probability follows its use")},
    {D::Setting, "retrieved", WORD("Experiences retrieved in a round")},
    {D::Setting, "pool", WORD("Candidates kept before the rerank")},
    {D::Setting, "fusionConstant", WORD("Constant of the reciprocal rank fusion")},
    {D::Setting, "ruleCapTokens", WORD("Longest rule, in tokens")},
    {D::Setting, "optNoGainFails", WORD("An optimization episode without gain counts as unmet")},
    {D::Setting, "minGain", WORD("A smaller relative gain counts as none")},
    {D::Setting, "plateau", WORD("Rounds without gain that end an optimization episode (0: off)")},
    {D::Setting, "scaleByMax", WORD("Scale relevance by the pool's maximum (off: min-max)")},
    {D::Setting, "hysteresis", WORD("A newcomer must beat a resident's U by this part")},
    {D::Setting, "residentCredit", WORD("Resident rules that were used share in the credit")},
    {D::Setting, "quarantineLimit", WORD("Unproven experiences among the retrieved, at most")},
    {D::Setting, "refusals", WORD("Refused replies that end a round")},
    {D::Setting, "policy", WORD("Memory policy")},

    {D::Grade, "P", WORD("stated in the paper's public text")},
    {D::Grade, "2", WORD("repeated by two public summaries")},
    {D::Grade, "1", WORD("in one public summary")},
    {D::Grade, "C", WORD("this project's choice")},
});

} // namespace

std::span<const Wording> settingWordings()
{
    return table;
}

} // namespace sage::ui
