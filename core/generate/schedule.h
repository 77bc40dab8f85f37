#pragma once

#include "core/generate/nodes.h"

namespace sage::lowering {

/// One walk over the tiles of a core's share.
struct Pass {
    int phase = 0;               ///< phases are separated by a meeting of all cores
    bool firstOfPhase = true;
    std::vector<int> nodes;      ///< in order; scalars are not among them
    std::vector<int> loads;      ///< inputs that lie in global memory
    std::vector<int> stores;     ///< positions among the fragment's outputs
};

struct Schedule {
    std::vector<Pass> passes;
    int phases = 1;
    std::vector<std::vector<int>> scalars; ///< per phase: scalar nodes, computed before its passes
    std::vector<int> scalarStores;         ///< outputs of one element, stored at the end
    std::vector<int> rowReductions;        ///< nodes; each keeps a column
    std::vector<int> fullReductions;       ///< nodes; each keeps a running value
};

/// Orders a program into passes: reductions end a pass unless rows stay resident.
[[nodiscard]] Schedule scheduleOf(const Program &program, const Plan &plan);

} // namespace sage::lowering
