#pragma once

#include "core/base/ids.h"

#include <optional>
#include <vector>

namespace sage {

/// How far a candidate came. Refused: the gate or the symbol check did not let it in.
enum class FeedbackStage : std::uint8_t { Refused, Compile, Load, Run, Accuracy, Timing };
NLOHMANN_JSON_SERIALIZE_ENUM(FeedbackStage, {{FeedbackStage::Refused, "refused"}, {FeedbackStage::Compile, "compile"}, {FeedbackStage::Load, "load"},
                                             {FeedbackStage::Run, "run"}, {FeedbackStage::Accuracy, "accuracy"}, {FeedbackStage::Timing, "timing"}})

struct Diagnostic {
    std::string severity; ///< error | warning | note
    std::string file;     ///< relative to the kernel's folder
    int line = 0;         ///< from 1; 0 = not known
    int column = 0;
    std::string message;  ///< first line of the compiler's message
    bool operator==(const Diagnostic &) const = default;
};
SAGE_JSON_DECLARE(Diagnostic)

/// What the emulator's rules found.
struct Finding {
    std::string rule;     ///< id of ascend.md section 4: capacity, alignment, bounds ...
    std::string severity; ///< error | warning | note
    std::string file;
    int line = 0;
    int core = -1;
    std::string pipe;
    std::string object;  ///< tensor or buffer
    std::string message; ///< English fallback, with the numbers
    std::string advice;  ///< one sentence
    std::string deviceCode; ///< what a device would have printed, or empty
    Json numbers;        ///< named figures
    int count = 1;       ///< how often it occurred at this place
    int caseIndex = -1;
    std::string id;      ///< for wording: "bounds.ub-read"; begins with the rule
    bool operator==(const Finding &) const = default;
};
SAGE_JSON_DECLARE(Finding)

/// How far one output of one case is from the reference.
struct ErrorStats {
    std::string output;
    std::int64_t elements = 0;
    std::int64_t failed = 0;
    double maxError = 0;        ///< absolute, finite elements only
    double meanError = 0;
    std::int64_t worstIndex = -1; ///< flat, row-major
    double worstValue = 0;      ///< a non-finite value is given in worstText only
    double worstReference = 0;
    std::string worstText;      ///< "got nan, expected 1.25"
    std::int64_t nonFiniteMismatches = 0;
    bool operator==(const ErrorStats &) const = default;
};
SAGE_JSON_DECLARE(ErrorStats)

struct PipeTime {
    std::string pipe;
    double busyUs = 0;
    double ratio = 0; ///< of the slowest core's time
    bool operator==(const PipeTime &) const = default;
};
SAGE_JSON_DECLARE(PipeTime)

struct CaseResult {
    int index = 0;
    std::string dtype;
    std::string shapes;  ///< for people: "x [48, 128, 512]"
    FeedbackStage stage = FeedbackStage::Compile; ///< reached
    bool correct = false;
    std::string failure; ///< code: "", compile-error, crash, timeout, wrong-output, rule-error ...
    std::string seed;    ///< of the inputs, hex
    std::vector<ErrorStats> errors;
    std::optional<double> latencyUs; ///< modelled; only where the case ran
    std::vector<PipeTime> pipes;
    int usedCores = 0;
    bool operator==(const CaseResult &) const = default;
};
SAGE_JSON_DECLARE(CaseResult)

/// The verifier's answer to one candidate. Contains nothing that depends on time, host or process.
struct Feedback {
    FeedbackStage stage = FeedbackStage::Refused; ///< lowest stage over the cases
    bool compiled = false; ///< for every dtype
    bool correct = false;  ///< every case
    std::string code;      ///< ok, or why not: compile-error, crash, timeout, wrong-output, rule-error, refused ...
    std::string message;   ///< one sentence for people
    std::vector<Diagnostic> diagnostics;
    std::string compilerOutput; ///< complete, normalised
    std::vector<Finding> findings;
    std::vector<CaseResult> cases;
    std::optional<double> latencyUs; ///< geometric mean over all cases; only if correct
    std::string origin;    ///< where latencies come from: "modelled: Ascend910_9391"
    bool operator==(const Feedback &) const = default;
};
SAGE_JSON_DECLARE(Feedback)

} // namespace sage
