#include "core/model/experience.h"

#include "core/base/hash.h"

namespace sage {

std::string Experience::searchText() const
{
    std::string text = title + '\n';
    for (const std::vector<std::string> *list : {&applies.signals, &applies.features, &applies.dtypes}) {
        for (const std::string &word : *list)
            text += word + ' ';
    }
    text += applies.objective + '\n' + rationale + '\n' + effect + '\n';
    if (change.is_object())
        text += canonical(change) + '\n';
    return text + codeAfter;
}

ExperienceId experienceIdOf(const Experience &experience)
{
    Json content = experience;
    content.erase("id");
    return ExperienceId(sha256(content).value.substr(0, 16));
}

SAGE_JSON_DEFINE(Provenance, author, run, episode, operatorName, round, kernelBefore, kernelAfter)
SAGE_JSON_DEFINE(Applicability, signals, features, dtypes, objective)
SAGE_JSON_DEFINE(Experience, id, title, applies, rationale, change, effect, codeBefore, codeAfter, provenance)
SAGE_JSON_DEFINE(Rule, id, text, example, tokens, byPerson, pinned)
SAGE_JSON_DEFINE(AdoptionRecord, id, state, rationale)
SAGE_JSON_DEFINE(Retrieved, id, relevance, utility, score, sparseRank, denseRank, quarantined)

} // namespace sage
