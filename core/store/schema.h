#pragma once

#include "core/store/database.h"

namespace sage {

/// The schema that this program writes. core/store/README.md describes it.
inline constexpr std::int64_t schemaVersion = 1;

/// Marks our files (PRAGMA application_id): "SAGE" in ASCII.
inline constexpr std::int64_t applicationId = 0x53414745;

/// Lays out an empty database of the current schema and turns WAL on.
[[nodiscard]] Result<void> createSchema(Database &database, const std::string &workspaceId, std::int64_t nowMs);

/// The schema of an open file. Errors: store.corrupt for a file that is not ours.
[[nodiscard]] Result<std::int64_t> readSchema(const Database &database);

/// store.newer-schema above ours, store.older-schema below (which only a runner may lift).
[[nodiscard]] Result<void> checkSchema(std::int64_t found, const std::filesystem::path &folder);

/// Brings an older file up to date: all steps in one transaction, so that a crash leaves the old schema.
[[nodiscard]] Result<void> migrate(Database &database, std::int64_t from);

/// SQLite's own check of every page and index entry. Error: store.corrupt.
[[nodiscard]] Result<void> checkPages(const Database &database);

} // namespace sage
