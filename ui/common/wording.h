#pragma once

#include "core/episode/runstate.h"
#include "core/plain/result.h"
#include "ui/common/roles.h"

#include <QString>

#include <string_view>
#include <vector>

// The engine speaks facts in codes; here they get words. One table per kind of code, translated at the moment of asking.

namespace sage::ui {

enum class Domain {
    Task, Round, Item, Adoption, Objective,
    Stage, Feedback, Rule, Severity,
    End, Residency, Runner,
    Setting, Grade,
    Error, Finding,
};

struct Wording {
    Domain domain;
    const char *code;
    const char *text; ///< English source, context "Wording"
};

/// The text of a code in the present language; a code that the table does not know is shown as it is.
[[nodiscard]] QString worded(Domain domain, std::string_view code);
/// An error for people: the engine's own message in English, the table's sentence with the error's named arguments elsewhere.
[[nodiscard]] QString worded(const Error &error);
/// A finding for people, in the same way; its figures and its object are the arguments.
[[nodiscard]] QString worded(const Finding &finding);
[[nodiscard]] bool isWorded(Domain domain, std::string_view code);

/// All tables, for tests.
[[nodiscard]] std::vector<Wording> allWordings();

[[nodiscard]] std::string_view codeOf(TaskState state);
[[nodiscard]] std::string_view codeOf(RoundState state);
[[nodiscard]] std::string_view codeOf(ItemState state);
[[nodiscard]] std::string_view codeOf(Adoption state);
[[nodiscard]] std::string_view codeOf(FeedbackStage stage);

[[nodiscard]] Tone toneOf(TaskState state);
[[nodiscard]] Tone toneOf(ItemState state);
[[nodiscard]] Tone toneOf(Adoption state);
/// By state and, once evaluated, by the outcome.
[[nodiscard]] Tone toneOf(const RoundView &round);
[[nodiscard]] Tone toneOfSeverity(std::string_view severity);

[[nodiscard]] inline QString worded(TaskState state) { return worded(Domain::Task, codeOf(state)); }
[[nodiscard]] inline QString worded(RoundState state) { return worded(Domain::Round, codeOf(state)); }
[[nodiscard]] inline QString worded(ItemState state) { return worded(Domain::Item, codeOf(state)); }
[[nodiscard]] inline QString worded(Adoption state) { return worded(Domain::Adoption, codeOf(state)); }
[[nodiscard]] inline QString worded(FeedbackStage stage) { return worded(Domain::Stage, codeOf(stage)); }
[[nodiscard]] inline QString worded(Objective objective) { return worded(Domain::Objective, nameOf(objective)); }

} // namespace sage::ui
