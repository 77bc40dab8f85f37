#include "core/base/nearest.h"

#include <algorithm>
#include <cctype>

namespace sage {

namespace {

[[nodiscard]] bool sameLetter(char a, char b)
{
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Levenshtein distance in which two neighbours that changed places count as one slip, as they are one of the hand.
[[nodiscard]] std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (sameLetter(a[i - 1], b[j - 1]) ? 0 : 1)});
            if (i > 1 && j > 1 && sameLetter(a[i - 1], b[j - 2]) && sameLetter(a[i - 2], b[j - 1]))
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
        }
    }
    return table[a.size()][b.size()];
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
