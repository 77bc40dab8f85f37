#pragma once

#include "core/store/database.h"
#include "core/store/workspace.h"

// The journal's and the inbox's statements. Callers hold the transaction where one is needed.

namespace sage {

/// Within a write transaction; see Workspace::append.
[[nodiscard]] Result<std::int64_t> appendEvents(Database &database, const std::vector<Event> &events, std::int64_t nowMs);
[[nodiscard]] Result<std::vector<Event>> readEvents(const Database &database, const RunId &run, std::int64_t after, int limit);
[[nodiscard]] Result<std::optional<Event>> findEvent(const Database &database, const RunId &run, const std::string &key);
[[nodiscard]] Result<std::vector<RunId>> readRuns(const Database &database);

/// A transaction of its own.
[[nodiscard]] Result<void> postCommand(Database &database, const Command &command, std::int64_t nowMs);
/// Those that were not marked as taken, oldest first.
[[nodiscard]] Result<std::vector<Command>> readOpenCommands(const Database &database);
/// Within a write transaction.
[[nodiscard]] Result<void> markCommandTaken(Database &database, std::int64_t id);

} // namespace sage
