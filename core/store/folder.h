#pragma once

#include "core/base/clock.h"
#include "core/store/environment.h"

namespace sage {

// A workspace's folder as a whole: making it, checking it before anything is opened for writing, sweeping it.

enum class Inspection : std::uint8_t { ToRead, ToRun };

/// Lays out a workspace. The journal appears last, by a rename, so that an interrupted create is no workspace.
/// An error removes what was made.
[[nodiscard]] Result<void> createFolder(const std::filesystem::path &folder, const Clock &clock, const StoreEnvironment &environment);

/// Everything that can be wrong with a workspace, found without changing a byte of it. ToRun also checks every page,
/// the lease, write permission and locking. Returns the schema.
[[nodiscard]] Result<std::int64_t> inspectFolder(const std::filesystem::path &folder, Inspection purpose, const Clock &clock,
                                                 const StoreEnvironment &environment);

/// Empties tmp/ and makes folders that are missing. For the lease's holder.
[[nodiscard]] Result<void> sweepFolder(const std::filesystem::path &folder);

[[nodiscard]] Error readOnlyFolder(const std::filesystem::path &folder);

} // namespace sage
