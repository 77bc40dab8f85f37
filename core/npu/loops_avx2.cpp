// Vector loops for processors with AVX2 and F16C. FMA stays off: a fused product would round differently.
#include "core/npu/loops.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <immintrin.h>
#include <limits>
#include <type_traits>

#pragma GCC push_options
#pragma GCC optimize("O3")
#pragma GCC target("avx2,f16c")
#define SAGE_LOOPS avx2
#define SAGE_LOOPS_F16C
#include "core/npu/loops_values.inc"
#include "core/npu/loops_cast.inc"
#include "core/npu/loops_table.inc"

namespace sage::npu {

const LoopTable &avx2Loops()
{
    static const LoopTable table = avx2::makeTable();
    return table;
}

} // namespace sage::npu
#pragma GCC pop_options
