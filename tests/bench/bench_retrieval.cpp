#include "core/base/random.h"
#include "core/retrieval/hybridretriever.h"

#include <benchmark/benchmark.h>

#include <map>

// Retrieval as a round does it: one query, both lists, fusion, rerank. Texts look like experiences: some 60 words from
// a vocabulary with common and rare ones, so that the query's terms differ in how many items hold them.

namespace {

using namespace sage;

std::string word(Random &random)
{
    // Half of all words come from 40 common ones, the rest spreads over 20,000.
    return random.below(2) ? "common" + std::to_string(random.below(40)) : "term" + std::to_string(random.below(20000));
}

std::string text(Random &random, int words)
{
    std::string result;
    for (int i = 0; i < words; ++i)
        result += word(random) + " ";
    return result;
}

ExperienceId numbered(std::int64_t i)
{
    const std::string digits = std::to_string(i);
    return ExperienceId(std::string(16 - digits.size(), '0') + digits);
}

/// Built once per size: filling costs more than all queries together. Left to the end of the process, since Qt's list of
/// database drivers may be gone before a static of ours.
const HybridRetriever *filled(std::int64_t items)
{
    static auto &made = *new std::map<std::int64_t, std::unique_ptr<HybridRetriever>>;
    std::unique_ptr<HybridRetriever> &slot = made[items];
    if (!slot) {
        auto retriever = HybridRetriever::create(std::make_shared<const HashedEmbedder>());
        if (!retriever)
            return nullptr;
        Random random(1, "bench-texts");
        std::vector<std::pair<ExperienceId, std::string>> texts;
        for (std::int64_t i = 0; i < items; ++i)
            texts.emplace_back(numbered(i), text(random, 60));
        if (!retriever->add(texts))
            return nullptr;
        slot = std::make_unique<HybridRetriever>(std::move(*retriever));
    }
    return slot.get();
}

void retrieve(benchmark::State &state)
{
    const HybridRetriever *retriever = filled(state.range(0));
    if (!retriever) {
        state.SkipWithError("the index could not be filled");
        return;
    }
    Random random(2, "bench-queries");
    const UtilityRank rule;
    const Settings settings;
    const ItemValues values = [](const ExperienceId &) { return ItemValue{}; };
    for (auto _ : state) {
        const std::string query = text(random, 30);
        benchmark::DoNotOptimize(retriever->retrieve(query, values, rule, settings));
    }
    state.counters["items"] = double(state.range(0));
}
BENCHMARK(retrieve)->Name("retrieval/query")->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

void addAndRemove(benchmark::State &state)
{
    auto retriever = HybridRetriever::create(std::make_shared<const HashedEmbedder>());
    Random random(3, "bench-adds");
    for (std::int64_t i = 0; i < state.range(0); ++i) {
        if (!retriever->add(numbered(i), text(random, 60))) {
            state.SkipWithError("the index could not be filled");
            return;
        }
    }
    const std::string one = text(random, 60);
    for (auto _ : state) {
        (void)retriever->add(numbered(state.range(0)), one);
        (void)retriever->remove(numbered(state.range(0)));
    }
}
BENCHMARK(addAndRemove)->Name("retrieval/add-and-remove")->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

} // namespace
