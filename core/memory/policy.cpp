#include "core/memory/policy.h"

namespace sage {

namespace {

std::vector<Policy> allPolicies()
{
    static const AdoptionCredit adoption;
    static const UniformCredit uniform;
    static const UtilityConsolidation byUtility;
    static const RandomConsolidation atRandom;
    static const ShortestConsolidation shortest;
    static const UtilityRank utility;
    static const RelevanceRank relevance;
    return {
        // name, retrieves, gate, learns, traced, shufflesAdoption, credit, consolidation, rank
        {"refinement", false, false, false, false, false, nullptr, nullptr, &relevance},
        {"static-rag", true, false, false, false, false, nullptr, nullptr, &relevance},
        {"uniform-credit", true, true, true, true, false, &uniform, &byUtility, &utility},
        {"uniform-notrace", true, false, true, false, false, &uniform, &byUtility, &utility},
        {"no-ugc", true, true, true, true, false, &adoption, nullptr, &utility},
        {"random-ugc", true, true, true, true, false, &adoption, &atRandom, &utility},
        {"sage", true, true, true, true, false, &adoption, &byUtility, &utility},
        // controls
        {"read-only", true, true, false, true, false, nullptr, &byUtility, &utility},
        {"write-only", true, true, true, true, false, nullptr, nullptr, &relevance},
        {"shuffled-adoption", true, true, true, true, true, &adoption, &byUtility, &utility},
        {"shortest-first", true, true, true, true, false, &adoption, &shortest, &utility},
    };
}

} // namespace

const std::vector<Policy> &policies()
{
    static const std::vector<Policy> all = allPolicies();
    return all;
}

Result<Policy> policyNamed(std::string_view name)
{
    std::string known;
    for (const Policy &policy : policies()) {
        if (policy.name == name)
            return policy;
        known += (known.empty() ? "" : ", ") + std::string(policy.name);
    }
    return fail("memory.unknown-policy", "There is no memory policy \"" + std::string(name) + "\". Known: " + known + ".", {},
                {{"policy", std::string(name)}, {"known", known}});
}

} // namespace sage
