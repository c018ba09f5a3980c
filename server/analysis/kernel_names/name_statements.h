// What a kernel's name says, as statements that a person reads, each with how sure it is.
//
// What a name does not tell is left out. Where names of a library look as if they told something that they do
// not, a statement says so.
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

// The first says what the kernel is, as far as the name tells: `cuBLAS gemm`, `FlashAttention 2 forward`.
std::vector<NameStatement> name_statements(std::string_view name);

// `cuBLAS gemm, with bias; probably bf16 in, ...`. Empty where the name tells nothing.
std::string statements_text(const std::vector<NameStatement>& statements);

// The operators of PyTorch that a kernel of Inductor was made from, sorted, each once; empty for others.
std::vector<std::string> fused_operators(std::string_view name);

}  // namespace nsys_ai
