#include "core/base/random.h"
#include "core/memory/state.h"

#include <benchmark/benchmark.h>

// What an episode's end costs in memory: it should follow what the episode touched, not what memory holds.

namespace {

using namespace sage;

ExperienceId numbered(std::int64_t i)
{
    const std::string digits = std::to_string(i);
    return ExperienceId(std::string(16 - digits.size(), '0') + digits);
}

MemoryState filled(std::int64_t items)
{
    Settings settings;
    settings.budgetTokens = 2000;
    MemoryState state = MemoryState::create(settings, 1).value();
    MemoryImported event;
    for (std::int64_t i = 0; i < items; ++i) {
        Experience one;
        one.id = numbered(i);
        one.title = "experience " + std::to_string(i);
        event.experiences.push_back(std::move(one));
    }
    (void)state.apply(event);
    return state;
}

/// One episode: 30 retrieved of the first 200 items (so that rules pass the gate and compete), a third adopted, one written.
void episode(MemoryState &state, Random &random, int number)
{
    EpisodeOpened opened;
    opened.episode = EpisodeId("Op/" + std::to_string(number));
    MemoryLearned event;
    event.episode = opened.episode;
    event.task.operatorName = "Op" + std::to_string(number % 40);
    event.score = random.below(4) == 0 ? -0.2 : 1;
    std::set<ExperienceId> retrieved;
    for (int i = 0; i < 30; ++i) {
        const ExperienceId id = numbered(std::int64_t(random.below(200)));
        if (state.isRetrievable(id) || !state.find(id))
            retrieved.insert(id);
    }
    for (const ExperienceId &id : retrieved) {
        event.retrieved.push_back(id);
        if (random.below(3) == 0)
            event.adopted.push_back(id);
    }
    Experience written;
    written.id = ExperienceId("written" + std::to_string(number));
    event.written = {written};
    (void)state.apply(opened);
    for (const ExperienceId &id : state.needsAbstraction(event))
        event.abstracted.push_back({id, "rule of some twenty words about tiles and tails", {}});
    if (!state.learn(event))
        std::abort();
}

void update(benchmark::State &bench)
{
    MemoryState state = filled(bench.range(0));
    Random random(2, "bench-episodes");
    int number = 0;
    episode(state, random, number++); // the first one takes all items into the pools
    for (auto _ : bench)
        episode(state, random, number++);
    bench.counters["residents"] = double(state.resident().size());
}
BENCHMARK(update)->Name("memory/episode-update")->Arg(1000)->Arg(100000)->Iterations(500)->Unit(benchmark::kMicrosecond);

void copy(benchmark::State &bench)
{
    const MemoryState state = filled(bench.range(0));
    for (auto _ : bench) {
        MemoryState other = state;
        benchmark::DoNotOptimize(&other);
    }
}
BENCHMARK(copy)->Name("memory/snapshot-copy")->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

void view(benchmark::State &bench)
{
    const MemoryState state = filled(bench.range(0));
    for (auto _ : bench)
        benchmark::DoNotOptimize(state.view());
}
BENCHMARK(view)->Name("memory/view")->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

} // namespace
