#pragma once

#include "core/episode/runstate.h"
#include "core/store/workspace.h"

#include <string>
#include <utility>
#include <vector>

namespace sage {

/// One run's journal and its fold, kept in step: what is appended is folded at once. Belongs to the runner's thread.
class Journal
{
public:
    struct Entry {
        std::string_view kind;
        std::string key;
        Json payload;
        Json meta = Json::object(); ///< durations, layers ...; the time is added
    };

    /// Folds what is there. Errors of Workspace::read and RunFold::apply.
    [[nodiscard]] static Result<Journal> open(Workspace &workspace, RunId run, const Clock &clock);

    /// All in one transaction, then folded.
    [[nodiscard]] Result<void> record(std::vector<Entry> entries);
    [[nodiscard]] Result<void> record(std::string_view kind, std::string key, Json payload, Json meta = Json::object());

    /// Folds an episode's facts into memory and fills their derived fields; the event must be recorded next.
    [[nodiscard]] Result<void> learn(MemoryLearned &facts) { return m_fold.learn(facts); }
    /// The same for a person's edit.
    [[nodiscard]] Result<void> edit(MemoryEdited &change) { return m_fold.edit(change); }

    [[nodiscard]] const RunId &run() const { return m_run; }
    [[nodiscard]] Workspace &workspace() const { return *m_workspace; }
    [[nodiscard]] const RunFold &fold() const { return m_fold; }
    /// A number that no earlier runner event of this run has: their keys need not be repeatable.
    [[nodiscard]] std::string runnerKey(std::string_view what) const;

private:
    Journal(Workspace &workspace, RunId run, const Clock &clock) : m_workspace(&workspace), m_run(std::move(run)), m_clock(&clock) {}
    [[nodiscard]] Result<void> catchUp();

    Workspace *m_workspace;
    RunId m_run;
    const Clock *m_clock;
    RunFold m_fold;
};

} // namespace sage
