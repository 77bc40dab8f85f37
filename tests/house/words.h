#pragma once

#include "tests/house/sourcetree.h"

#include <set>

namespace sage::house {

/// Names of package servers and paths of one machine: what a project's files must not hold.
[[nodiscard]] std::vector<Finding> checkPlaces(const std::vector<SourceFile> &files);

/// Names on the operator cards (the YAML key "name" at the left margin).
[[nodiscard]] std::set<std::string> operatorNames(const std::vector<SourceFile> &cards);

/// The names that are functions of the kernel language too ("Sqrt"); a lowering has to write those.
[[nodiscard]] std::set<std::string> kernelFunctions(const std::vector<SourceFile> &headers, const std::set<std::string> &names);

/// Whole words of `names` in code, literals included, comments not.
[[nodiscard]] std::vector<Finding> checkNames(const std::vector<SourceFile> &files, const std::set<std::string> &names);

} // namespace sage::house
