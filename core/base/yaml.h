#pragma once

#include "core/base/json.h"

#include <filesystem>

namespace sage {

inline constexpr std::size_t longestYaml = 1u << 20; ///< bytes; cards, streams and knowledge have some KB

/// YAML text to JSON. Plain scalars become booleans, integers or numbers where they read as such, quoted ones
/// stay strings. Reading costs about 3 s for each MiB. Errors: yaml.invalid with line and column; file.too-large.
[[nodiscard]] Result<Json> parseYaml(std::string_view text, std::string_view what);

/// A file as it was written, for messages with its lines, and as it reads.
struct YamlFile {
    std::string text;
    Json json;
};
[[nodiscard]] Result<YamlFile> readYaml(const std::filesystem::path &path);

/// The line, from 1, on which a key (or list item) stands; 0 where the text has no such place. Reads the text again: for messages.
[[nodiscard]] int yamlLine(std::string_view text, const Json::json_pointer &place);

/// An object in a YAML file, for messages.
struct YamlPlace {
    std::string_view text; ///< of the whole file
    std::string file;
    Json::json_pointer at = Json::json_pointer(); ///< the whole file
};

/// What is to be said where an object has a key that is not known: "card.yaml:12, inputs/0: the key ... is not known; did you
/// mean ...?". Empty where all are known. Nothing that somebody writes may be without effect: such a key is a slip of the pen.
[[nodiscard]] std::string unknownKeyText(const Json &object, const YamlPlace &place, const std::vector<std::string> &known);

} // namespace sage
