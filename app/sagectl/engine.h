#pragma once

#include "core/episode/runner.h"

#include <memory>

namespace sage {

/// Generator and evaluator of a run.
struct Engine {
    std::unique_ptr<Generator> generator;
    std::unique_ptr<Evaluator> evaluator;
};

struct EngineChoice {
    std::string generator = "synthesizer";
    Json generatorOptions = Json::object();
    std::string evaluator = "emulator";
    std::string device = "Ascend910_9391";
    bool allowUnconfined = false;
};

/// Error run.unknown-generator, run.unknown-evaluator, and those of the parts.
[[nodiscard]] Result<Engine> makeEngine(const EngineChoice &choice);
[[nodiscard]] EngineChoice choiceOf(const RunCreated &created);

/// All events of a run, folded.
[[nodiscard]] Result<std::shared_ptr<const RunSnapshot>> loadRun(const Workspace &workspace, const RunId &run);

/// SIGINT, SIGTERM and SIGHUP become a stop request; a second one ends the program at once.
class SignalStop
{
public:
    SignalStop();
    [[nodiscard]] std::stop_token token() const { return m_token; }

private:
    std::stop_token m_token;
};

/// Works a run off with progress on stdout: a bar with the time left on a terminal, else a line per round.
[[nodiscard]] int runToEnd(Workspace &workspace, const RunId &run, Engine &engine, int parallelCases);

} // namespace sage
