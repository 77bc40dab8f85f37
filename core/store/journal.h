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
/// How many commands were not taken yet.
[[nodiscard]] Result<std::int64_t> openCommands(const Database &database);
/// Within a write transaction.
[[nodiscard]] Result<std::vector<Command>> takeOpenCommands(Database &database);

} // namespace sage
