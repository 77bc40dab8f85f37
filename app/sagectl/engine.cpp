#include "app/sagectl/engine.h"

#include "app/sagectl/command.h"
#include "app/sagectl/progress.h"
#include "core/evaluate/emulatorevaluator.h"
#include "core/generate/synthesizer.h"

#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <thread>

namespace sage {

Result<Engine> makeEngine(const EngineChoice &choice)
{
    Engine engine;
    if (choice.generator != "synthesizer")
        return fail("run.unknown-generator", "There is no generator called \"" + choice.generator + "\"; this version has: synthesizer.", {}, {{"generator", choice.generator}});
    if (choice.evaluator != "emulator")
        return fail("run.unknown-evaluator", "There is no evaluator called \"" + choice.evaluator + "\"; this version has: emulator.", {}, {{"evaluator", choice.evaluator}});
    Result<std::unique_ptr<Generator>> generator = makeSynthesizer(choice.generatorOptions);
    if (!generator)
        return fail(generator.error());
    engine.generator = std::move(*generator);
    EmulatorOptions options;
    options.profile = choice.device;
    options.allowWithoutWalls = choice.allowUnconfined;
    Result<std::unique_ptr<EmulatorEvaluator>> evaluator = EmulatorEvaluator::make(options);
    if (!evaluator)
        return fail(evaluator.error());
    engine.evaluator = std::move(*evaluator);
    return engine;
}

EngineChoice choiceOf(const RunCreated &created)
{
    return {created.generator, created.generatorOptions, created.evaluator, created.device, false};
}

Result<std::shared_ptr<const RunSnapshot>> loadRun(const Workspace &workspace, const RunId &run)
{
    Result<RunFold> fold = foldRun(workspace, run);
    return fold ? Result<std::shared_ptr<const RunSnapshot>>(fold->snapshot()) : fail(fold.error());
}

SignalStop::SignalStop()
{
    // A thread of its own waits for the signals: nothing may be done in a handler that would be of use here.
    static std::stop_source source;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([signals] {
        int signal = 0;
        for (int count = 0; sigwait(&signals, &signal) == 0; ++count) {
            if (count > 0)
                std::_Exit(128 + signal);
            source.request_stop();
        }
    }).detach();
    m_token = source.get_token();
}

int runToEnd(Workspace &workspace, const RunId &run, Engine &engine, int parallelCases)
{
    const SignalStop signals;
    const SystemClock clock;
    ProgressPrinter printer;
    StreamRunner runner(workspace, *engine.generator, *engine.evaluator, clock);
    runner.setObserver(&printer);
    runner.setParallelCases(parallelCases);
    const Result<RunEnd> end = runner.run(run, signals.token());
    printer.finish();
    if (!end)
        return report(end.error());
    if (*end == RunEnd::Finished)
        return exitSuccess;
    std::fprintf(stderr, "sagectl: stopped; `sagectl resume %s` continues\n", workspace.folder().c_str());
    return exitStopped;
}

} // namespace sage
