#pragma once

#include "core/model/feedback.h"
#include "core/model/kernel.h"

#include <string>

namespace sage {

/// An evaluation for a kernel engineer at a terminal: verdict, diagnostics and findings with the source line and a caret, a
/// line per case with its error figures, pipe utilisation of the slowest case.
[[nodiscard]] std::string evaluationText(const Feedback &feedback, const KernelSource &kernel);

} // namespace sage
