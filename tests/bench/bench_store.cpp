#include "core/base/clock.h"
#include "core/store/workspace.h"

#include <benchmark/benchmark.h>

#include <QCoreApplication>
#include <QTemporaryDir>

#include <filesystem>

// What the journal costs: every append and every new artifact is synced to the disk before it returns, so these
// figures measure the disk under TMPDIR as much as the program.

namespace {

using namespace sage;

/// A workspace of its own in a temporary folder.
class Scene
{
public:
    Scene()
    {
        if (!QCoreApplication::instance()) { // Qt looks for its SQL drivers through the application object
            static int argc = 1;
            static char name[] = "sage-bench";
            static char *argv[] = {name, nullptr};
            new QCoreApplication(argc, argv); // lives as long as the process
        }
        auto created = Workspace::create(std::filesystem::path(m_dir.path().toStdString()) / "workspace", m_clock);
        if (created)
            workspace = std::move(*created);
    }

    std::unique_ptr<Workspace> workspace;
    const RunId run{"bench"};

    /// The size of a typical round event.
    Event nextEvent()
    {
        ++m_number;
        return Event{0, run, "round.opened", "Swish/corr/" + std::to_string(m_number), {{"round", m_number}, {"query", std::string(400, 'q')}}, {{"pid", 1}}};
    }

    /// Never the same text twice; `bytes` long.
    std::string nextText(std::size_t bytes)
    {
        std::string text = std::to_string(++m_text);
        text.resize(bytes, '.');
        return text;
    }

private:
    QTemporaryDir m_dir;
    SystemClock m_clock;
    int m_number = 0;
    int m_text = 0;
};

void journalAppend(benchmark::State &state)
{
    Scene scene;
    const bool withArtifact = state.range(1) != 0;
    for (auto _ : state) {
        std::vector<Event> events;
        for (int i = 0; i < state.range(0); ++i)
            events.push_back(scene.nextEvent());
        if (withArtifact)
            events[0].payload["artifact"] = scene.workspace->putArtifact(scene.nextText(4000)).value();
        if (!scene.workspace->append(std::move(events)))
            state.SkipWithError("append failed");
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(journalAppend)->ArgNames({"events", "artifact"})->Args({1, 0})->Args({5, 0})->Args({1, 1})->Args({5, 1})->UseRealTime()->Unit(benchmark::kMillisecond);

void journalRepeat(benchmark::State &state)
{
    Scene scene;
    const Event event = scene.nextEvent();
    for (auto _ : state) {
        if (!scene.workspace->append({event}))
            state.SkipWithError("append failed");
    }
}
BENCHMARK(journalRepeat)->UseRealTime()->Unit(benchmark::kMillisecond);

void artifactPut(benchmark::State &state)
{
    Scene scene;
    for (auto _ : state) {
        if (!scene.workspace->putArtifact(scene.nextText(static_cast<std::size_t>(state.range(0)))))
            state.SkipWithError("put failed");
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(artifactPut)->ArgName("bytes")->Arg(4000)->Arg(1000000)->UseRealTime()->Unit(benchmark::kMillisecond);

void artifactGet(benchmark::State &state)
{
    Scene scene;
    const Hash hash = scene.workspace->putArtifact(scene.nextText(4000)).value();
    for (auto _ : state)
        benchmark::DoNotOptimize(scene.workspace->artifact(hash));
}
BENCHMARK(artifactGet)->UseRealTime()->Unit(benchmark::kMicrosecond);

void journalRead(benchmark::State &state)
{
    Scene scene;
    std::vector<Event> events;
    for (int i = 0; i < state.range(0); ++i)
        events.push_back(scene.nextEvent());
    if (!scene.workspace->append(std::move(events)))
        state.SkipWithError("append failed");
    for (auto _ : state)
        benchmark::DoNotOptimize(scene.workspace->read(scene.run, 0, static_cast<int>(state.range(0))));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(journalRead)->ArgName("events")->Arg(10000)->UseRealTime()->Unit(benchmark::kMillisecond);

/// What a reader pays for a look that finds nothing.
void dataVersion(benchmark::State &state)
{
    Scene scene;
    for (auto _ : state)
        benchmark::DoNotOptimize(scene.workspace->dataVersion());
}
BENCHMARK(dataVersion)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace
