#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sage {

/// Which of the candidates was probably meant: the first with the fewest letters to insert, remove, change or swap,
/// upper and lower case alike. Empty where even that one differs in more than a third of the longer name's letters (one is
/// always allowed): a far guess misleads more than none. Cost: the product of the lengths, for each candidate.
[[nodiscard]] std::string nearestName(std::string_view name, const std::vector<std::string> &candidates);

/// "; did you mean X?", or nothing.
[[nodiscard]] std::string didYouMean(std::string_view name, const std::vector<std::string> &candidates);

/// "a, b, c".
[[nodiscard]] std::string listed(const std::vector<std::string> &names);

} // namespace sage
