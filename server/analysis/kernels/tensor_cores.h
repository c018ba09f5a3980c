// Whether a kernel's name looks like code for tensor cores, as words. A hint, no proof: it comes from the
// parts that each scheme of names has for it, so that plain FP32 code of a library that otherwise uses tensor
// cores is told apart.
#pragma once

#include <string_view>

#include "analysis/kernel_names/kernel_name.h"

namespace nsys_ai {

std::string_view name_of(TensorCoreUse use);

// Whether kernels of a family multiply matrices, so that the question makes sense.
bool may_use_tensor_cores(KernelFamily family);

}  // namespace nsys_ai
