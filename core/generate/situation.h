#pragma once

#include "core/generate/plan.h"
#include "core/model/card.h"
#include "core/model/feedback.h"
#include "core/model/task.h"

#include <set>

namespace sage {

/// What a generator can see of a task, in the words that experiences use for when they apply.
struct Situation {
    std::set<std::string> features; ///< of the card: "reduction", "broadcast", "ragged", "narrow-float" ...
    std::set<std::string> dtypes;   ///< of its cases
    std::set<std::string> signals;  ///< of the latest feedback: "rule:capacity", "wrong-output", "bound:MTE2" ...
    int failingCases = 0;
    double idleCores = 0;           ///< share of cores without work, over the cases
};

[[nodiscard]] std::set<std::string> featuresOf(const OperatorSpec &card);
[[nodiscard]] std::set<std::string> signalsOf(const Feedback &feedback, Objective objective);
[[nodiscard]] Situation situationOf(const OperatorSpec &card, Objective objective, const Feedback *feedback);

/// How many cases of a feedback are not right.
[[nodiscard]] int failingCases(const Feedback &feedback);

} // namespace sage
