// Says in words whether a kernel's name indicates code for tensor cores. This is a hint, no proof: each
// scheme has name parts that indicate it, so plain FP32 code of a library that otherwise uses tensor cores is
// recognised.
#pragma once

#include <string_view>

#include "analysis/kernel_names/kernel_name.h"

namespace nsys_ai {

std::string_view name_of(TensorCoreUse use);

// Whether kernels of a family multiply matrices, so that tensor cores can apply to them.
bool may_use_tensor_cores(KernelFamily family);

}  // namespace nsys_ai
