#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sage::house {

/// One text file of the project.
struct SourceFile {
    std::string path; ///< relative to the project's root, with '/'
    std::string text;
};

/// What a check found. An empty list is a pass.
struct Finding {
    std::string path;
    int line = 0; ///< from 1; 0: the whole file
    std::string message;
    bool fatal = true; ///< false: reported only
};

/// Files below the given folders of `root` with one of the suffixes (".cpp"), sorted by path.
/// A folder that is not there counts as empty.
[[nodiscard]] std::vector<SourceFile> readTree(const std::filesystem::path &root, const std::vector<std::string> &folders,
                                               const std::vector<std::string> &suffixes);

/// Every file git knows; without git or its folder, every file outside of build and dot-folders.
[[nodiscard]] std::vector<SourceFile> readTracked(const std::filesystem::path &root);

/// The text with comments, literals and preprocessor lines blanked. Lines and columns stay.
[[nodiscard]] std::string codeOnly(std::string_view text);

/// The text with comments blanked, literals kept.
[[nodiscard]] std::string withoutComments(std::string_view text);

/// Line of an offset, from 1.
[[nodiscard]] int lineAt(std::string_view text, std::size_t offset);

/// "path:line: message", one per line, fatal ones first.
[[nodiscard]] std::string asText(std::vector<Finding> findings);

[[nodiscard]] bool anyFatal(const std::vector<Finding> &findings);

} // namespace sage::house
