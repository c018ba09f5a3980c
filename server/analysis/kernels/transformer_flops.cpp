// Counts matrix products only: norms, rotary embeddings and softmax are ignored, as is usual.
#include "analysis/kernels/transformer_flops.h"

namespace nsys_ai {

std::vector<FlopsPart> transformer_flops(const TransformerSizes& sizes) {
  const auto layers = static_cast<double>(sizes.layers);
  const auto hidden = static_cast<double>(sizes.hidden);
  const auto heads = static_cast<double>(sizes.heads);
  const auto kv_heads = sizes.kv_heads > 0 ? static_cast<double>(sizes.kv_heads) : heads;
  const double head_dim = sizes.head_dim > 0 ? static_cast<double>(sizes.head_dim) : hidden / heads;
  const double ffn = sizes.ffn > 0 ? static_cast<double>(sizes.ffn) : 4 * hidden;
  const auto sequence = static_cast<double>(sizes.sequence);
  const double tokens = static_cast<double>(sizes.batch) * sequence;
  const auto active = static_cast<double>(sizes.experts > 0 ? sizes.experts_active : 1);

  const double queries = 2 * tokens * hidden * heads * head_dim;
  const double keys_values = 2 * tokens * hidden * 2 * kv_heads * head_dim;
  // Each of the two products multiplies every query with every position that it may attend to.
  const double seen = sizes.causal ? 0.5 : 1.0;
  const double scores = 2 * tokens * sequence * heads * head_dim * seen;
  const double output = 2 * tokens * heads * head_dim * hidden;
  const double mlp = 2 * tokens * hidden * ffn * (sizes.gated ? 3 : 2) * active;
  const double router = 2 * tokens * hidden * static_cast<double>(sizes.experts);
  const double layer = queries + keys_values + 2 * scores + output + mlp + router;
  const double head = 2 * tokens * hidden * static_cast<double>(sizes.vocabulary);
  const double forward = layers * layer + head;
  std::vector<FlopsPart> parts{{"attention: queries", queries}, {"attention: keys and values", keys_values},
                               {"attention: scores", scores},   {"attention: weighted values", scores},
                               {"attention: output", output},   {"mlp", mlp}};
  if (sizes.experts > 0) parts.push_back({"router", router});
  parts.push_back({"layer forward", layer});
  if (sizes.vocabulary > 0) parts.push_back({"output head", head});
  parts.push_back({"model forward", forward});
  parts.push_back({"model backward", 2 * forward});
  parts.push_back({"training step", 3 * forward});
  parts.push_back({"training step with full recomputation", 4 * forward});
  return parts;
}

}  // namespace nsys_ai
