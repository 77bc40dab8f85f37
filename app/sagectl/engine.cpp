#include "app/sagectl/engine.h"

#include "app/sagectl/command.h"
#include "app/sagectl/progress.h"
#include "core/evaluate/emulatorevaluator.h"
#include "core/generate/synthesizer.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

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

namespace {

int signalPipe[2] = {-1, -1};

/// Any thread may be the one that a signal is delivered to, also one that a library started before main(): so a handler,
/// which may do no more than write a byte.
extern "C" void passSignalOn(int signal)
{
    const auto byte = static_cast<unsigned char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(signalPipe[1], &byte, 1);
}

} // namespace

SignalStop::SignalStop()
{
    static std::stop_source source;
    m_token = source.get_token();
    if (signalPipe[0] >= 0 || ::pipe2(signalPipe, O_CLOEXEC) != 0)
        return;
    struct sigaction action {};
    action.sa_handler = passSignalOn;
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
    std::thread([] {
        unsigned char signal = 0;
        for (int count = 0; ::read(signalPipe[0], &signal, 1) == 1; ++count) {
            if (count > 0)
                std::_Exit(128 + signal);
            source.request_stop();
        }
    }).detach();
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
