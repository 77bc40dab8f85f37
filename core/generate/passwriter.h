#pragma once

#include "core/generate/classmodel.h"
#include "core/generate/sourcetext.h"

namespace sage::lowering {

/// Gives the values of a pass their places in UB. A chain is a run of values that share one place and one C++ variable.
struct Chain {
    std::string name;
    std::string place;      ///< what the variable is declared as
    Extent extent = Extent::Full;
    int slot = -1;          ///< of scratch or of columns; -1 = none of its own
    int step = -1;          ///< the only step whose nodes are in it; -1 = loaded
    bool fixed = false;     ///< never taken over
};

struct Places {
    std::vector<Chain> chains;
    std::map<int, int> chainOf; ///< by value
    std::map<int, bool> opens;  ///< by value: the value's node declares the variable
};

/// Linear scan over a pass. Raises the model's slots and columns to what the pass needs.
[[nodiscard]] Places placesOf(ClassModel &model, const Pass &pass);

/// The body of the pass's compute function.
void writeCompute(SourceText &text, const ClassModel &model, const Pass &pass, const Places &places);

} // namespace sage::lowering
