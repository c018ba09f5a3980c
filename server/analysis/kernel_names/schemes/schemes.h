// The naming schemes of libraries. Each function parses a name of its scheme and returns whether it was one.
#pragma once

#include "analysis/kernel_names/rules.h"

namespace nsys_ai {

using Scheme = bool (*)(const SpelledName&, KernelFacts&);

bool read_amd(const SpelledName& name, KernelFacts& facts);
bool read_arch_prefix(const SpelledName& name, KernelFacts& facts);
bool read_aten(const SpelledName& name, KernelFacts& facts);
bool read_attention(const SpelledName& name, KernelFacts& facts);
bool read_communication(const SpelledName& name, KernelFacts& facts);
bool read_cub(const SpelledName& name, KernelFacts& facts);
bool read_cublas(const SpelledName& name, KernelFacts& facts);
bool read_cudnn(const SpelledName& name, KernelFacts& facts);
bool read_cutlass2(const SpelledName& name, KernelFacts& facts);
bool read_cutlass3(const SpelledName& name, KernelFacts& facts);
bool read_flash_attention(const SpelledName& name, KernelFacts& facts);
bool read_language(const SpelledName& name, KernelFacts& facts);
bool read_math_library(const SpelledName& name, KernelFacts& facts);
bool read_nvjet(const SpelledName& name, KernelFacts& facts);
bool read_quantised_gemm(const SpelledName& name, KernelFacts& facts);
bool read_serving(const SpelledName& name, KernelFacts& facts);
bool read_triton(const SpelledName& name, KernelFacts& facts);
bool read_xmma(const SpelledName& name, KernelFacts& facts);

// The fallback: reads a plain function name, whose words say what it does but not which library it is from.
bool read_plain_words(std::string_view base, KernelFacts& facts);

}  // namespace nsys_ai
