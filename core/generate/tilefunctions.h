#pragma once

#include "core/generate/passwriter.h"

namespace sage::lowering {

/// The parts of a class that deal with tiles.

/// The loops over a core's share in one phase.
void writeLoops(SourceText &text, const ClassModel &model, int phase);
/// CopyIn, Compute and CopyOut of every pass.
void writePasses(SourceText &text, const ClassModel &model, const std::vector<Places> &places);
/// ReducedBy... and JoinedBy..., where the class reduces.
void writeReducers(SourceText &text, const ClassModel &model);
void writeMembers(SourceText &text, const ClassModel &model);

} // namespace sage::lowering
