// The sizes of an operator's inputs, as PyTorch writes them into the NVTX range around it where shapes are
// recorded (`torch.autograd.profiler.emit_nvtx(record_shapes=True)`, `nsys profile
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
  std::string_view name;  // `aten::addmm`, a view into the label
  std::vector<std::vector<int64_t>> inputs;
};
// Nothing where the label tells no sizes, or they are cut off.
std::optional<OperatorSizes> operator_sizes(std::string_view label);

// Products of matrices of m rows, n columns and k between them.
struct MatrixProduct {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  // A multiplication and an addition count as two.
  double flops() const {
    return 2.0 * static_cast<double>(batch) * static_cast<double>(m) * static_cast<double>(n) *
           static_cast<double>(k);
  }
};
// Nothing for an operator that is none of PyTorch's for matrices, or whose sizes do not fit together.
std::optional<MatrixProduct> matrix_product(const OperatorSizes& of);

}  // namespace nsys_ai
