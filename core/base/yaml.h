#pragma once

#include "core/base/json.h"

#include <filesystem>

namespace sage {

inline constexpr std::size_t longestYaml = 1u << 20; ///< bytes; cards, streams and knowledge have some KB

/// YAML text to JSON. Plain scalars become booleans, integers or numbers where they read as such, quoted ones
/// stay strings. Reading costs about 3 s for each MiB. Errors: yaml.invalid with line and column; file.too-large.
[[nodiscard]] Result<Json> parseYaml(std::string_view text, std::string_view what);
[[nodiscard]] Result<Json> readYaml(const std::filesystem::path &path);

} // namespace sage
