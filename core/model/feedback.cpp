#include "core/model/feedback.h"

namespace sage {

SAGE_JSON_DEFINE(Diagnostic, severity, file, line, column, message)
SAGE_JSON_DEFINE(Finding, rule, severity, file, line, core, pipe, object, message, advice, deviceCode, numbers, count, caseIndex, id)
SAGE_JSON_DEFINE(ErrorStats, output, elements, failed, maxError, meanError, worstIndex, worstValue, worstReference, worstText, nonFiniteMismatches)
SAGE_JSON_DEFINE(PipeTime, pipe, busyUs, ratio)
SAGE_JSON_DEFINE(CaseResult, index, dtype, shapes, stage, correct, failure, seed, errors, latencyUs, pipes, usedCores)
SAGE_JSON_DEFINE(Feedback, stage, compiled, correct, code, message, diagnostics, compilerOutput, findings, cases, latencyUs, origin)

} // namespace sage
