#pragma once

#include "core/generate/generator.h"
#include "core/generate/situation.h"

namespace sage {

/// What is made of one item of the context.
struct Consideration {
    ExperienceId id;
    bool rule = false;      ///< a resident rule, else a retrieved experience
    bool adopted = false;
    bool misread = false;   ///< its change was applied with another value than it says
    double cue = 0;         ///< how well it seems to fit, in [0, 1]
    std::optional<PlanChange> change; ///< as understood
    std::string rationale;  ///< for the adoption record
};

struct RecallSettings {
    double misread = 0.05;  ///< share of adopted items that are misapplied
    double demand = 0.45;   ///< cue from which on an item is taken up
    int most = 2;           ///< adopted items a round
};

/// Reads the context's items by their content and decides what to take up. Knows card, feedback and plan alone; what an
/// item once achieved is hearsay. Resident rules are read like their sources, after the retrieved items.
[[nodiscard]] std::vector<Consideration> considerContext(const GenerationRequest &request, const Situation &situation, const Plan &plan,
                                                         const std::vector<Plan> &tried, const RecallSettings &settings);

/// How well an experience seems to fit: its signals against the feedback's, its features and dtypes against the card's.
[[nodiscard]] double cueOf(const Experience &experience, const Situation &situation, Objective objective);

} // namespace sage
