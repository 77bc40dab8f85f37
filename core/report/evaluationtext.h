#pragma once

#include "core/model/feedback.h"
#include "core/model/kernel.h"

#include <string>
#include <vector>

namespace sage {

/// An evaluation for a kernel engineer at a terminal: verdict, diagnostics and findings with the source line and a caret, a
/// line per case with its error figures, pipe utilisation of the slowest case. What several cases found at the same
/// place is told once, with the figures of the first; what came after a buffer that did not fit is counted only.
[[nodiscard]] std::string evaluationText(const Feedback &feedback, const KernelSource &kernel);

/// "0-4, 6": numbers in rising order, neighbours joined.
[[nodiscard]] std::string rangesText(const std::vector<int> &numbers);

} // namespace sage
