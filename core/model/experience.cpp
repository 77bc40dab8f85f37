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

} // namespace sage
