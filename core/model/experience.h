#pragma once

#include "core/base/ids.h"

#include <vector>

namespace sage {

/// Where an experience was found.
struct Provenance {
    std::string author;  ///< generator's or person's name; "cold-start" for shipped knowledge
    RunId run;
    EpisodeId episode;
    std::string operatorName;
    int round = 0;
    Hash kernelBefore;
    Hash kernelAfter;
    bool operator==(const Provenance &) const = default;
};
SAGE_JSON_DECLARE(Provenance)

/// When an experience applies. Empty lists mean "any".
struct Applicability {
    std::vector<std::string> signals;  ///< feedback codes and rule ids: "rule:alignment", "wrong-output", "slow"
    std::vector<std::string> features; ///< of the card: "reduction", "broadcast", "narrow-float", "integer" ...
    std::vector<std::string> dtypes;
    std::string objective;             ///< corr | opt | "" for both
    bool operator==(const Applicability &) const = default;
};
SAGE_JSON_DECLARE(Applicability)

/// One thing learnt: when it applies, why it works, what to do.
struct Experience {
    ExperienceId id;
    std::string title;     ///< one line
    Applicability applies;
    std::string rationale; ///< the limit behind it
    Json change;           ///< parametrised plan change; null where there is only text
    std::string effect;    ///< measured: "latency 41.2 -> 12.9 us"
    std::string codeBefore;
    std::string codeAfter;
    Provenance provenance;

    /// What retrieval indexes: title, applicability, rationale, effect, code.
    [[nodiscard]] std::string searchText() const;
    bool operator==(const Experience &) const = default;
};
SAGE_JSON_DECLARE(Experience)

/// Hash of content and provenance, so that memories merge: 16 hex digits.
[[nodiscard]] ExperienceId experienceIdOf(const Experience &experience);

/// A consolidated experience. It shares the id and the utility of its source.
struct Rule {
    ExperienceId id;
    std::string text;
    std::string example; ///< optional minimal code
    int tokens = 0;      ///< rule, example and id line
    bool byPerson = false; ///< a person's wording is never overwritten
    bool pinned = false;
    bool operator==(const Rule &) const = default;
};
SAGE_JSON_DECLARE(Rule)

enum class Adoption : std::uint8_t { Unresolved, Adopted, NotAdopted };
NLOHMANN_JSON_SERIALIZE_ENUM(Adoption, {{Adoption::Unresolved, "unresolved"}, {Adoption::Adopted, "adopted"}, {Adoption::NotAdopted, "not-adopted"}})

struct AdoptionRecord {
    ExperienceId id;
    Adoption state = Adoption::Unresolved;
    std::string rationale;
    bool operator==(const AdoptionRecord &) const = default;
};
SAGE_JSON_DECLARE(AdoptionRecord)

/// One retrieved experience with the figures that ranked it (method.md section 4).
struct Retrieved {
    ExperienceId id;
    double relevance = 0; ///< s_rel in [0, 1]
    double utility = 0;   ///< u at the time
    double score = 0;     ///< s_rel (1 + gamma u)
    int sparseRank = 0;   ///< from 1; 0 = not in that list
    int denseRank = 0;
    bool quarantined = false;
    bool operator==(const Retrieved &) const = default;
};
SAGE_JSON_DECLARE(Retrieved)

} // namespace sage
