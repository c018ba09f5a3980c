// FLOPs of a transformer from its sizes. A multiplication and an addition count as two.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nsys_ai {

// All counts. `head_dim` 0 is hidden / heads, `kv_heads` 0 is heads, `ffn` 0 is 4 * hidden.
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
  int64_t experts = 0;         // of a mixture; 0 for a dense model
  int64_t experts_active = 1;  // for each token
  bool gated = false;          // three matrices in the MLP instead of two
  bool causal = false;         // half of the attention scores are needed
};

struct FlopsPart {
  std::string part;
  double flops = 0;
};
// The parts of one layer, then one layer, the head, and one pass and training step of the whole model.
std::vector<FlopsPart> transformer_flops(const TransformerSizes& sizes);

}  // namespace nsys_ai
