#include "core/memory/importing.h"

#include "core/memory/snapshot.h"
#include "core/memory/transition.h"

namespace sage::fold {

namespace {

Result<void> refuse(const MemoryImported &event, std::string code, const std::string &why)
{
    return fail(std::move(code), "The memory from \"" + event.source + "\" cannot be imported: " + why, {}, {{"source", event.source}});
}

/// Takes over items and history; settings, policy, seed and counter stay this run's. Everything cold waits for the next
/// episode of this run.
Result<void> adopt(MemoryData &memory, const MemoryImported &event)
{
    if (!memory.items.empty())
        return refuse(event, "memory.import", "a whole memory can only be taken over into an empty one.");
    auto loaded = memoryFromJson(event.state);
    if (!loaded)
        return fail(loaded.error());
    loaded->settings = memory.settings;
    loaded->policy = memory.policy;
    loaded->seed = memory.seed;
    loaded->counter = memory.counter;
    recount(*loaded);
    if (pinnedTokens(*loaded, *loaded->counter) > loaded->settings.budgetTokens)
        return refuse(event, "memory.budget-pinned", "its pinned rules do not fit this run's budget. Raise the budget.");
    loaded->open = memory.open;
    loaded->entering.clear();
    loaded->leaving.clear();
    loaded->changes = memory.changes;
    for (auto &[id, item] : loaded->items) {
        item.eligibleBefore = loaded->eligibleCount(item);
        item.eligibleFrom.reset();
        if (item.isCold())
            enter(*loaded, id);
        track(*loaded, id);
    }
    memory = std::move(*loaded);
    (void)consolidate(memory);
    return {};
}

} // namespace

Result<void> importMemory(MemoryData &memory, const MemoryImported &event)
{
    for (const Experience &experience : event.experiences) {
        if (experience.id.empty())
            return refuse(event, "memory.import", "the experience \"" + experience.title + "\" has no id.");
    }
    if (!event.state.is_null()) {
        if (auto done = adopt(memory, event); !done)
            return done;
    }
    for (const Experience &experience : event.experiences) {
        if (!memory.find(experience.id))
            addItem(memory, experience, false);
    }
    return {};
}

} // namespace sage::fold
