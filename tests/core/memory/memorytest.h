#pragma once

#include "core/memory/state.h"

#include <algorithm>

namespace sage::test {

inline ExperienceId id(const std::string &name)
{
    return ExperienceId(name);
}

inline std::vector<ExperienceId> ids(const std::string &letters)
{
    std::vector<ExperienceId> list;
    for (const char c : letters)
        list.push_back(id(std::string(1, c)));
    return list;
}

inline Experience experience(const std::string &name, const std::string &rationale = "because")
{
    Experience one;
    one.id = id(name);
    one.title = "experience " + name;
    one.rationale = rationale;
    one.codeAfter = "code_" + name + "();";
    return one;
}

inline MemoryImported imported(const std::string &letters)
{
    MemoryImported event;
    event.source = "test";
    for (const char c : letters)
        event.experiences.push_back(experience(std::string(1, c)));
    return event;
}

/// A text that makes the rule of a one-letter id exactly `tokens` long by the estimate: [ a ] and two line breaks are five.
inline RuleText ruleOf(const std::string &name, int tokens)
{
    RuleText rule{id(name), {}, {}};
    for (int i = 0; i < tokens - 5; ++i)
        rule.text += i == 0 ? "w" : " w";
    return rule;
}

inline MemoryLearned facts(const std::string &operatorName, Objective objective, const std::string &retrieved, const std::string &adopted, double score)
{
    MemoryLearned event;
    event.task = {operatorName, objective};
    event.episode = EpisodeId(operatorName + "/" + (objective == Objective::Correctness ? "corr" : "opt"));
    event.retrieved = ids(retrieved);
    event.adopted = ids(adopted);
    event.score = score;
    return event;
}

/// Opens the episode and learns from it; texts of ten tokens are made where the gate asks for them.
inline Result<void> run(MemoryState &state, MemoryLearned &event, int ruleTokens = 10)
{
    EpisodeOpened opened;
    opened.episode = event.episode;
    opened.task = event.task;
    if (auto ok = state.apply(opened); !ok)
        return ok;
    for (const ExperienceId &item : state.needsAbstraction(event))
        event.abstracted.push_back(ruleOf(item.value, ruleTokens));
    return state.learn(event);
}

inline MemoryEdited edit(const std::string &action, const std::string &name = {})
{
    MemoryEdited event;
    event.author = "tester";
    event.action = action;
    event.id = id(name);
    return event;
}

inline MemoryEdited pin(const std::string &name, int tokens)
{
    MemoryEdited event = edit("pin", name);
    event.rule = ruleOf(name, tokens);
    return event;
}

inline MemoryEdited budget(int tokens)
{
    MemoryEdited event = edit("budget");
    event.budgetTokens = tokens;
    return event;
}

inline std::string letters(const std::vector<ExperienceId> &list)
{
    std::string text;
    for (const ExperienceId &one : list)
        text += one.value;
    return text;
}

inline MemoryState stateWith(Settings settings, const std::string &items)
{
    MemoryState state = MemoryState::create(settings, 7).value();
    (void)state.apply(imported(items));
    return state;
}

/// Promotions and demotions as text: "+a fits", "-b displaced by a".
inline std::string text(const std::vector<ResidencyCheck> &changes)
{
    std::string lines;
    for (const ResidencyCheck &one : changes) {
        lines += (lines.empty() ? "" : ", ") + std::string(one.promoted ? "+" : "-") + one.id.value + " " + one.reason;
        if (!one.by.empty())
            lines += " by " + one.by.value;
    }
    return lines;
}

} // namespace sage::test
