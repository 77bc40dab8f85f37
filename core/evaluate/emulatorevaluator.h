#pragma once

#include "core/evaluate/caserun.h"
#include "core/evaluate/compiler.h"
#include "core/evaluate/evaluator.h"
#include "core/evaluate/memo.h"

namespace sage {

struct EmulatorOptions {
    std::string profile = "Ascend910_9391"; ///< a file of share/sage/devices
    std::filesystem::path memoFolder;       ///< empty: remembered in memory only
    bool memo = true;
    /// A person allowed in so many words to run unread code on a machine where nothing keeps network and home away.
    bool allowWithoutWalls = false;
    /// Off only in tests of the walls behind the symbol check.
    bool checkObjects = true;
};

/// Compiles a candidate with g++ against the host emulator's headers, once for each set of dtypes, and runs each case in
/// a confined process of its own on all vector cores of the profile; inputs are fresh, outputs are judged here.
///
/// Invariants: equal requests give equal Feedback, for any number of cases side by side; nothing of the kernel's is
/// left running or on disk when evaluate() returns; expected outputs never enter the kernel's process.
/// Thread rule: any thread, several at once. Cost: about 0.3 s a variant, then some 10 ns an element and case.
class EmulatorEvaluator : public Evaluator
{
public:
    /// Looks everything up. Errors: evaluate.no-compiler, evaluate.no-emulator, evaluate.no-sandbox.
    [[nodiscard]] static Result<std::unique_ptr<EmulatorEvaluator>> make(EmulatorOptions options = {});

    [[nodiscard]] std::string name() const override { return "emulator"; }
    [[nodiscard]] Result<Feedback> evaluate(const EvaluationRequest &request, std::stop_token stop, const ProgressSink &progress) override;
    [[nodiscard]] Json fingerprint() const override;

private:
    EmulatorEvaluator(EmulatorOptions options, CompilerSetup compiler, LaunchSetup launch);
    [[nodiscard]] Hash memoKey(const EvaluationRequest &request) const;

    EmulatorOptions m_options;
    KernelCompiler m_compiler;
    LaunchSetup m_launch;
    Json m_fingerprint;  ///< what results depend on
    FeedbackMemo m_memo;
};

/// Names of the device profiles that are installed, sorted.
[[nodiscard]] std::vector<std::string> deviceNames();

} // namespace sage
