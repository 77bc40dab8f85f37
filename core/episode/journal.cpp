#include "core/episode/journal.h"

namespace sage {

Result<Journal> Journal::open(Workspace &workspace, RunId run, const Clock &clock)
{
    Journal journal(workspace, std::move(run), clock);
    if (const Result<void> folded = journal.catchUp(); !folded)
        return fail(folded.error());
    return journal;
}

Result<void> Journal::catchUp()
{
    for (;;) {
        const Result<std::vector<Event>> events = m_workspace->read(m_run, m_fold.state().sequence);
        if (!events)
            return fail(events.error());
        if (events->empty())
            return {};
        if (const Result<void> folded = m_fold.apply(*events); !folded)
            return folded;
    }
}

Result<void> Journal::record(std::vector<Entry> entries)
{
    std::vector<Event> events;
    for (Entry &entry : entries) {
        entry.meta["timeMs"] = m_clock->nowMs();
        events.push_back({0, m_run, std::string(entry.kind), std::move(entry.key), std::move(entry.payload), std::move(entry.meta)});
    }
    const Result<std::int64_t> appended = m_workspace->append(std::move(events));
    return appended ? catchUp() : Result<void>(fail(appended.error()));
}

Result<void> Journal::record(std::string_view kind, std::string key, Json payload, Json meta)
{
    std::vector<Entry> entries;
    entries.push_back({kind, std::move(key), std::move(payload), std::move(meta)});
    return record(std::move(entries));
}

std::string Journal::runnerKey(std::string_view what) const
{
    return "runner/" + std::to_string(m_fold.state().sequence + 1) + '/' + std::string(what);
}

} // namespace sage
