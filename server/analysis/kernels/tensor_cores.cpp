// Parts of names that NVIDIA's libraries, CUTLASS and compilers built on it give their kernels.
#include "analysis/kernels/tensor_cores.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace nsys_ai::inline analysis {

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
  return family == KernelFamily::gemm || family == KernelFamily::grouped_gemm ||
         family == KernelFamily::attention || family == KernelFamily::convolution;
}

TensorCoreHint tensor_core_hint(std::string_view demangled) {
  static constexpr std::array<std::string_view, 7> kPlain{"ffma", "simt", "sgemm",       "dgemm_",
                                                          "gemv", "dfma", "splitkreduce"};
  static constexpr std::array<std::string_view, 20> kTensor{
      "tensorop", "nvjet", "wgmma", "gmma",   "warpgroup", "tensor16x8", "s16816", "h16816", "s1688", "h1688",
      "s884",     "h884",  "d884",  "i16832", "i8816",     "hmma",       "imma",   "qmma",   "flash", "fmha"};
  std::string lower(demangled);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view part : kPlain)
    if (lower.find(part) != std::string::npos) return {TensorCoreUse::unlikely, part};
  for (const std::string_view part : kTensor)
    if (lower.find(part) != std::string::npos) return {TensorCoreUse::likely, part};
  return {};
}

}  // namespace nsys_ai::inline analysis
