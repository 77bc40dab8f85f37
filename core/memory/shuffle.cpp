#include "core/memory/shuffle.h"

#include "core/base/random.h"
#include "core/memory/snapshot.h"

#include <numeric>

namespace sage {

namespace {

/// source[i] = whose content position i gets: one cycle over all (Sattolo's algorithm).
std::vector<std::size_t> cycle(std::size_t count, std::uint64_t seed)
{
    std::vector<std::size_t> source(count);
    std::iota(source.begin(), source.end(), std::size_t(0));
    Random random(seed, "shuffled-contents");
    for (std::size_t i = count; i > 1; --i)
        std::swap(source[i - 1], source[random.below(i - 1)]);
    return source;
}

} // namespace

std::vector<Experience> shuffledContents(std::vector<Experience> experiences, std::uint64_t seed)
{
    const std::vector<std::size_t> source = cycle(experiences.size(), seed);
    std::vector<Experience> shuffled;
    shuffled.reserve(experiences.size());
    for (std::size_t i = 0; i < experiences.size(); ++i) {
        shuffled.push_back(experiences[source[i]]);
        shuffled.back().id = experiences[i].id;
    }
    return shuffled;
}

Result<MemoryState> shuffledContents(const MemoryState &state, std::uint64_t seed)
{
    std::vector<Experience> contents;
    for (const auto &[id, item] : state.items())
        contents.push_back(*item.experience);
    contents = shuffledContents(std::move(contents), seed);
    Json json = state.toJson();
    int residentTokens = 0;
    std::size_t i = 0;
    for (const auto &[id, item] : state.items()) {
        Json &target = json.at("items").at(i);
        target["experience"] = contents[i];
        if (item.rule) {
            const RuleText text = plainRule(contents[i], item.rule->tokens, state.counter());
            Rule rule = *item.rule;
            rule.text = text.text;
            rule.example = text.example;
            rule.tokens = tokensOf(rule, state.counter());
            residentTokens += item.state == ItemState::Consolidated ? rule.tokens : 0;
            target["rule"] = rule;
        }
        ++i;
    }
    json["residentTokens"] = residentTokens;
    return MemoryState::fromJson(json);
}

} // namespace sage
