#pragma once

// What an Ascend C kernel includes. An independent implementation of the names that public kernels use:
// not affiliated with Huawei, no file of CANN is included or copied. See ../README.md for what is covered.

#include "sage_npu/base.h"
#include "sage_npu/copy.h"
#include "sage_npu/pipe.h"
#include "sage_npu/sync.h"
#include "sage_npu/tensor.h"
#include "sage_npu/vector.h"
