// Computes the FLOPs of a transformer from its sizes. A multiply-add counts as two.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nsys_ai {

// All are counts. A `head_dim` of 0 means hidden / heads, `kv_heads` of 0 means heads, `ffn` of 0 means 4 *
// hidden.
struct TransformerSizes {
  int64_t layers = 1;
  int64_t hidden = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;
  int64_t head_dim = 0;
  int64_t ffn = 0;
  int64_t vocabulary = 0;
  int64_t sequence = 0;
  int64_t batch = 1;
  int64_t experts = 0;         // of a mixture of experts; 0 for a dense model
  int64_t experts_active = 1;  // per token
  bool gated = false;          // three matrices in the MLP instead of two
  bool causal = false;         // only half of the attention scores are computed
};

struct FlopsPart {
  std::string part;
  double flops = 0;
};
// The parts of one layer, then one layer, the head, and one forward pass and training step of the full model.
std::vector<FlopsPart> transformer_flops(const TransformerSizes& sizes);

}  // namespace nsys_ai
