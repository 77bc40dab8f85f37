#pragma once

#include "core/store/database.h"

#include <filesystem>

namespace sage {

/// The journal's newest events may lie in its -wal file alone, and SQLite takes a journal without it for a whole one. So the
/// runner notes beside the journal, after each commit, how far each run has come: `last`, a line "run sequence" for each.
/// Written after what it speaks of is on disk, so it is never ahead but where events were lost.

/// Best effort: a note that cannot be written only shows less later.
void noteLast(const std::filesystem::path &folder, const Database &database);

/// Error store.events-lost: a run ends before what was noted. No note: nothing is known, and nothing is said.
[[nodiscard]] Result<void> mustReachNote(const std::filesystem::path &folder, const Database &database);

} // namespace sage
