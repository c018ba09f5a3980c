// The words for hints about tensor cores.
#include "analysis/kernels/tensor_cores.h"

namespace nsys_ai {

std::string_view name_of(TensorCoreUse use) {
  switch (use) {
    case TensorCoreUse::likely:
      return "likely";
    case TensorCoreUse::unlikely:
      return "unlikely";
    case TensorCoreUse::unknown:
      return "unknown";
  }
  return "";
}

bool may_use_tensor_cores(KernelFamily family) {
  return family == KernelFamily::gemm || family == KernelFamily::moe || family == KernelFamily::attention ||
         family == KernelFamily::convolution;
}

}  // namespace nsys_ai
