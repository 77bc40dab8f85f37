#include "core/base/nearest.h"

#include <algorithm>
#include <cctype>

namespace sage {

namespace {

[[nodiscard]] bool sameLetter(char a, char b)
{
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Levenshtein distance.
[[nodiscard]] std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (sameLetter(a[i - 1], b[j - 1]) ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

std::string nearestName(std::string_view name, const std::vector<std::string> &candidates)
{
    std::string nearest;
    std::size_t least = 0;
    for (const std::string &candidate : candidates) {
        const std::size_t away = distance(name, candidate);
        if (away > std::max<std::size_t>(1, std::max(name.size(), candidate.size()) / 3) || away >= std::max(name.size(), candidate.size()))
            continue;
        if (nearest.empty() || away < least) {
            nearest = candidate;
            least = away;
        }
    }
    return nearest;
}

std::string didYouMean(std::string_view name, const std::vector<std::string> &candidates)
{
    const std::string nearest = nearestName(name, candidates);
    return nearest.empty() ? std::string() : "; did you mean " + nearest + "?";
}

std::string listed(const std::vector<std::string> &names)
{
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace sage
