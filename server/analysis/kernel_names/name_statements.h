// Turns the facts in a kernel's name into readable statements, each with its certainty.
//
// Facts that a name does not state are omitted. Where names of a library appear to state something that they
// do not, a statement says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/kernel_names/kernel_name.h"

namespace nsys_ai {

struct NameStatement {
  std::string text;
  FactBasis how = FactBasis::known;
};

// The first statement says what the kernel is, as far as the name does: `cuBLAS gemm`, `FlashAttention 2
// forward`.
std::vector<NameStatement> name_statements(std::string_view name);

// `cuBLAS gemm, with bias; probably bf16 in, ...`. Empty where the name states nothing.
std::string statements_text(const std::vector<NameStatement>& statements);

// The distinct PyTorch operators that an Inductor kernel was made from, sorted; empty for other kernels.
std::vector<std::string> fused_operators(std::string_view name);

}  // namespace nsys_ai
