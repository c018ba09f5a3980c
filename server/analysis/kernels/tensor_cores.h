// Whether the name of a kernel looks like code for tensor cores. A hint, no proof.
#pragma once

#include <string_view>

#include "analysis/kernels/kernels.h"

namespace nsys_ai::inline analysis {

enum class TensorCoreUse { likely, unlikely, unknown };
std::string_view name_of(TensorCoreUse use);

struct TensorCoreHint {
  TensorCoreUse use = TensorCoreUse::unknown;
  std::string_view part;  // of the name, in lower case: what says so; empty for unknown
};

// Whether kernels of a family multiply matrices, so that the question makes sense.
bool may_use_tensor_cores(KernelFamily family);

// Plain arithmetic goes first: `sm80_xmma_gemm_f32f32_..._ffma_...` is FP32 code of a library that otherwise
// uses tensor cores.
TensorCoreHint tensor_core_hint(std::string_view demangled);

}  // namespace nsys_ai::inline analysis
