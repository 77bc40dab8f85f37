// Vector loops for any x86-64.
#include "core/npu/loops.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#define SAGE_LOOPS plain
#include "core/npu/loops_values.inc"
#include "core/npu/loops_cast.inc"
#include "core/npu/loops_table.inc"

namespace sage::npu {

const LoopTable &plainLoops()
{
    static const LoopTable table = plain::makeTable();
    return table;
}

bool hasAvx2Loops()
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
}

const LoopTable &fastestLoops()
{
    return hasAvx2Loops() ? avx2Loops() : plainLoops();
}

} // namespace sage::npu
