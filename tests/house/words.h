#pragma once

#include "tests/house/sourcetree.h"

#include <set>

namespace sage::house {

/// Names of package servers and paths of one machine: what a project's files must not hold.
[[nodiscard]] std::vector<Finding> checkPlaces(const std::vector<SourceFile> &files);

/// Names on the operator cards (the YAML key "name" at the left margin).
[[nodiscard]] std::set<std::string> operatorNames(const std::vector<SourceFile> &cards);

/// The names that the given headers say too: "Sqrt" is a function of the kernel language, "Less" a step of the
/// cards' language. Whoever lowers steps to kernels has to write those words.
[[nodiscard]] std::set<std::string> languageWords(const std::vector<SourceFile> &headers, const std::set<std::string> &names);

/// Whole words of `names` in code, literals included, comments not.
[[nodiscard]] std::vector<Finding> checkNames(const std::vector<SourceFile> &files, const std::set<std::string> &names);

} // namespace sage::house
