// What a round costs outside generation, compile and run: retrieval, gate, journal, artifacts, fold. Generator and
// evaluator answer at once, so all that is left is the engine's own work.

#include "tests/core/episode/episodetest.h"

#include <benchmark/benchmark.h>

#include <QCoreApplication>

namespace {

void roundOverhead(benchmark::State &state)
{
    static int argumentCount = 1;
    static char name[] = "sage-bench";
    static char *arguments[] = {name, nullptr};
    if (!QCoreApplication::instance())
        new QCoreApplication(argumentCount, arguments); // QtSql wants one; it lives as long as the program
    const int rounds = 30;
    for (auto _ : state) {
        state.PauseTiming();
        auto bench = std::make_unique<sage::test::Bench>();
        bench->evaluator.correctFromRound = 5;
        bench->begin(rounds, 2);
        state.ResumeTiming();
        if (!bench->work())
            state.SkipWithError("the run failed");
        state.PauseTiming();
        bench.reset();
        state.ResumeTiming();
    }
    // The runner looks for the end of a long call every 100 ms at the latest, but wakes at once when it returns.
    state.counters["per_round"] = benchmark::Counter(static_cast<double>(state.iterations()) * rounds * 2, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(roundOverhead)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
