#pragma once

#include "core/base/json.h"

#include <filesystem>

namespace sage {

/// YAML text to JSON. Plain scalars become booleans, integers or numbers where they read as such, quoted ones
/// stay strings. Errors: yaml.invalid with line and column.
[[nodiscard]] Result<Json> parseYaml(std::string_view text, std::string_view what);
[[nodiscard]] Result<Json> readYaml(const std::filesystem::path &path);

} // namespace sage
