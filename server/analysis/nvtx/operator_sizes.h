// Reads the sizes of an operator's inputs, which PyTorch writes into the NVTX range around it where shapes
// are recorded (`torch.autograd.profiler.emit_nvtx(record_shapes=True)`, `nsys profile
// --pytorch=autograd-shapes-nvtx`).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nsys_ai {

// `aten::addmm, seq = 5, op_id = 7, sizes = [[3072], [16, 768], [768, 3072], [], []]`. An input that is no
// tensor has no dimensions.
struct OperatorSizes {
  std::string_view name;  // for example `aten::addmm`, a view into the label
  std::vector<std::vector<int64_t>> inputs;
};
// Empty where the label states no sizes, or they are truncated.
std::optional<OperatorSizes> operator_sizes(std::string_view label);

// Products of m x k and k x n matrices.
struct MatrixProduct {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  // A multiply-add counts as two.
  double flops() const {
    return 2.0 * static_cast<double>(batch) * static_cast<double>(m) * static_cast<double>(n) *
           static_cast<double>(k);
  }
};
// Empty for operators other than PyTorch's matrix operators, and for sizes that do not match.
std::optional<MatrixProduct> matrix_product(const OperatorSizes& of);

}  // namespace nsys_ai
