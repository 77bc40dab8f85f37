#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sage::sandbox {

/// Removes a folder that hostile code wrote: links are not followed, folders without permissions are opened first.
/// True where nothing is left.
bool removeStubbornly(const std::filesystem::path &folder);

/// Disk used below the paths, at least one block each; stops counting above enough.
[[nodiscard]] std::uint64_t bytesIn(const std::vector<std::string> &paths, std::uint64_t enough);

} // namespace sage::sandbox
