#pragma once

#include <filesystem>
#include <string_view>

namespace sage {

/// Where this installation lies: the environment's SAGE_PREFIX, else the folder above the one that holds the
/// running program (prefix/bin/sagectl -> prefix). A build tree has the same shape: bin, share/sage.
[[nodiscard]] std::filesystem::path installPrefix();

/// prefix/bin/NAME, whether it exists or not.
[[nodiscard]] std::filesystem::path programPath(std::string_view name);

/// prefix/share/sage/RELATIVE, whether it exists or not.
[[nodiscard]] std::filesystem::path dataPath(std::string_view relative);

} // namespace sage
