#include "core/memory/editing.h"

#include "core/memory/transition.h"

#include <array>

namespace sage::fold {

namespace {

/// One action: checks everything first, then changes. The derived residency of what it does itself goes into the event;
/// steps 5 to 8 run afterwards for every action.
using Action = Result<void> (*)(MemoryData &, MemoryEdited &);

Result<void> refuse(const MemoryEdited &event, std::string code, const std::string &why)
{
    return fail(std::move(code), "Memory did not take the change \"" + event.action + "\"" + (event.id.empty() ? "" : " of " + event.id.value) + ": " + why, {},
                {{"action", event.action}, {"item", event.id.value}});
}

/// The pinned rules must fit the budget whatever happens, since they are resident whatever their u.
Result<void> checkPins(const MemoryData &memory, const MemoryEdited &event, int tokens)
{
    if (tokens <= memory.settings.budgetTokens)
        return {};
    return refuse(event, "memory.pin-budget", "the pinned rules would need " + std::to_string(tokens) + " of " + std::to_string(memory.settings.budgetTokens) +
                  " tokens. Raise the budget, shorten the rule or unpin another.");
}

Result<void> add(MemoryData &memory, MemoryEdited &event)
{
    if (!event.experience || event.experience->id.empty())
        return refuse(event, "memory.edit", "the experience or its id is missing.");
    if (memory.find(event.experience->id))
        return refuse(event, "memory.known-item", "memory holds this experience already.");
    addItem(memory, *event.experience, true);
    return {};
}

Result<void> change(MemoryData &memory, MemoryEdited &event)
{
    if (!event.experience || !(event.experience->id == event.id))
        return refuse(event, "memory.edit", "the new text is missing, or carries another id.");
    memory.find(event.id)->experience = std::make_shared<const Experience>(*event.experience);
    memory.changes.push_back(event.id);
    return {};
}

/// Common to disable and delete: what is resident leaves hot memory first.
Result<void> takeOut(MemoryData &memory, MemoryEdited &event, bool MemoryItem::*flag, const char *reason)
{
    MemoryItem &item = *memory.find(event.id);
    if (memory.pinned.contains(event.id))
        return refuse(event, "memory.pinned", "its rule is pinned. Unpin it first.");
    if (memory.resident.contains(event.id))
        event.residency.push_back(expel(memory, event.id, reason));
    const bool wasCold = item.isCold();
    item.*flag = true;
    if (wasCold)
        leave(memory, event.id);
    track(memory, event.id);
    return {};
}

Result<void> putBack(MemoryData &memory, MemoryEdited &event, bool MemoryItem::*flag)
{
    MemoryItem &item = *memory.find(event.id);
    if (!(item.*flag))
        return refuse(event, "memory.edit", "it is not taken out.");
    item.*flag = false;
    if (item.isCold())
        enter(memory, event.id);
    track(memory, event.id);
    return {};
}

Result<void> disable(MemoryData &memory, MemoryEdited &event)
{
    return takeOut(memory, event, &MemoryItem::disabled, "disabled");
}

Result<void> enable(MemoryData &memory, MemoryEdited &event)
{
    return putBack(memory, event, &MemoryItem::disabled);
}

Result<void> remove(MemoryData &memory, MemoryEdited &event)
{
    return takeOut(memory, event, &MemoryItem::deleted, "deleted");
}

Result<void> restore(MemoryData &memory, MemoryEdited &event)
{
    return putBack(memory, event, &MemoryItem::deleted);
}

Result<void> checkRuleText(const MemoryEdited &event)
{
    if (!event.rule || event.rule->text.empty())
        return refuse(event, "memory.edit", "the rule's text is missing.");
    if (!event.rule->id.empty() && !(event.rule->id == event.id))
        return refuse(event, "memory.edit", "the rule's text carries another id.");
    return {};
}

int tokensOfText(const MemoryData &memory, const MemoryEdited &event)
{
    return tokensOf(Rule{event.id, event.rule->text, event.rule->example, 0, true, false}, *memory.counter);
}

Result<void> setText(MemoryData &memory, MemoryEdited &event)
{
    if (auto ok = checkRuleText(event); !ok)
        return ok;
    if (memory.pinned.contains(event.id)) {
        if (auto ok = checkPins(memory, event, pinnedTokens(memory, *memory.counter, event.id) + tokensOfText(memory, event)); !ok)
            return ok;
    }
    setRule(memory, *memory.find(event.id), *event.rule, true);
    return {};
}

Result<void> pin(MemoryData &memory, MemoryEdited &event)
{
    MemoryItem &item = *memory.find(event.id);
    if (item.disabled)
        return refuse(event, "memory.edit", "it is disabled. Enable it first.");
    if (event.rule) {
        if (auto ok = checkRuleText(event); !ok)
            return ok;
    } else if (!item.rule) {
        return refuse(event, "memory.edit", "it has no rule yet. Write one with the pin.");
    }
    const int tokens = event.rule ? tokensOfText(memory, event) : item.rule->tokens;
    if (auto ok = checkPins(memory, event, pinnedTokens(memory, *memory.counter, event.id) + tokens); !ok)
        return ok;
    if (event.rule)
        setRule(memory, item, *event.rule, true);
    item.rule->pinned = true;
    memory.pinned.insert(event.id);
    return {};
}

Result<void> unpin(MemoryData &memory, MemoryEdited &event)
{
    if (memory.pinned.erase(event.id) == 0)
        return refuse(event, "memory.edit", "it is not pinned.");
    memory.find(event.id)->rule->pinned = false;
    return {};
}

Result<void> setBudget(MemoryData &memory, MemoryEdited &event)
{
    if (!event.budgetTokens || *event.budgetTokens < 0)
        return refuse(event, "memory.edit", "the budget is missing or negative.");
    const int pinned = pinnedTokens(memory, *memory.counter);
    if (pinned > *event.budgetTokens)
        return refuse(event, "memory.budget-pinned", "the pinned rules alone need " + std::to_string(pinned) + " tokens. Unpin some first.");
    memory.settings.budgetTokens = *event.budgetTokens;
    return {};
}

Result<void> setTokenizer(MemoryData &memory, MemoryEdited &event)
{
    const auto counter = tokenCounter(event.tokenizer);
    if (!counter)
        return fail(counter.error());
    const int pinned = pinnedTokens(memory, **counter);
    if (pinned > memory.settings.budgetTokens)
        return refuse(event, "memory.budget-pinned", "by that counter the pinned rules alone need " + std::to_string(pinned) + " tokens. Unpin some first.");
    memory.counter = *counter;
    recount(memory);
    return {};
}

struct NamedAction {
    std::string_view name;
    Action run;
    bool ofItem;
};

constexpr std::array<NamedAction, 11> actions{{{"add", add, false},
                                               {"edit", change, true},
                                               {"disable", disable, true},
                                               {"enable", enable, true},
                                               {"delete", remove, true},
                                               {"restore", restore, true},
                                               {"pin", pin, true},
                                               {"unpin", unpin, true},
                                               {"rule-text", setText, true},
                                               {"budget", setBudget, false},
                                               {"tokenizer", setTokenizer, false}}};

const NamedAction *actionNamed(std::string_view name)
{
    for (const NamedAction &action : actions) {
        if (action.name == name)
            return &action;
    }
    return nullptr;
}

/// What a person unpinned and what then lost its place says so.
void nameUnpinned(MemoryData &memory, MemoryEdited &event, std::size_t logBefore)
{
    for (std::size_t i = 0; i < event.residency.size(); ++i) {
        ResidencyCheck &change = event.residency[i];
        if (change.id == event.id && !change.promoted) {
            change.reason = "unpinned";
            memory.residencyLog[logBefore + i].reason = change.reason;
        }
    }
}

} // namespace

Result<void> edit(MemoryData &memory, MemoryEdited &event)
{
    event.residency.clear();
    const NamedAction *action = actionNamed(event.action);
    if (!action)
        return refuse(event, "memory.edit", "there is no such action.");
    if (action->ofItem) {
        const MemoryItem *item = memory.find(event.id);
        if (!item)
            return refuse(event, "memory.unknown-item", "memory does not hold this experience.");
        if (item->deleted && event.action != "restore")
            return refuse(event, "memory.deleted", "it was deleted. Restore it first.");
    }
    const std::size_t logBefore = memory.residencyLog.size();
    if (auto done = action->run(memory, event); !done)
        return done;
    for (ResidencyCheck &change : consolidate(memory))
        event.residency.push_back(std::move(change));
    if (event.action == "unpin")
        nameUnpinned(memory, event, logBefore);
    event.residentTokens = memory.residentTokens;
    return {};
}

} // namespace sage::fold
