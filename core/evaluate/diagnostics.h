#pragma once

#include "core/model/feedback.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sage {

/// Compiler output without what depends on the machine or the run: every (path, replacement) is applied, names of
/// temporary files become "cc.o", carriage returns and trailing blanks go.
[[nodiscard]] std::string normaliseCompilerOutput(std::string_view output, const std::vector<std::pair<std::string, std::string>> &paths);

/// GCC's text output to diagnostics, in order. Files below kernel/ become relative to the kernel's folder; generated
/// files and the emulator's headers stand in angle brackets: "<wrapper.cpp>". A place of the kernel where a template
/// of a header was required becomes a note with that place. Linker messages that name a kernel line count as errors.
[[nodiscard]] std::vector<Diagnostic> parseDiagnostics(std::string_view normalised);

/// Adds what is not there yet (compilations for several dtypes say the same things).
void mergeDiagnostics(std::vector<Diagnostic> &all, const std::vector<Diagnostic> &more);

} // namespace sage
