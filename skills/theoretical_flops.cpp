// How many FLOPs does a transformer with these sizes need? One row per part.
#include "analysis/kernels/transformer_flops.h"
#include "skills/list.h"

namespace nsys_ai::theoretical_flops_skill {
namespace {

struct Params {
  int64_t limit = 20;
  TransformerSizes sizes;
  int64_t gated = 0;
  int64_t causal = 1;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("layers", p.sizes.layers, "Layers of the model.");
  f("hidden", p.sizes.hidden, "The model's width; needed.");
  f("heads", p.sizes.heads, "Heads of queries; needed.");
  f("kv_heads", p.sizes.kv_heads, "Heads of keys and values; 0 means as many as of queries.");
  f("head_dim", p.sizes.head_dim, "The width of a head; 0 means hidden / heads.");
  f("ffn", p.sizes.ffn, "The inner width of the MLP, of one expert in a mixture; 0 means 4 * hidden.");
  f("vocab", p.sizes.vocabulary, "The width of the output head; 0 leaves it out.");
  f("seq", p.sizes.sequence, "Tokens of one sequence; needed.");
  f("batch", p.sizes.batch, "Sequences.");
  f("experts", p.sizes.experts, "Experts of a mixture; 0 means that the MLP is dense.");
  f("experts_active", p.sizes.experts_active, "Experts that each token goes through.");
  f("gated", p.gated, "1 where the MLP has a gate, as SwiGLU has: three matrices instead of two.");
  f("causal", p.causal, "1 where a token sees only those before it: half of the scores.");
}

struct Row {
  std::string part;
  double flops = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("part", r.part, "The part of a layer or of the model.");
  f("flops", r.flops, "Floating-point operations; a multiplication and an addition are two.");
}

SkillOutcome<Row> run(const SkillContext&, const Params& params) {
  TransformerSizes sizes = params.sizes;
  sizes.gated = params.gated != 0;
  sizes.causal = params.causal != 0;
  std::string missing;
  const auto need = [&](const char* name, int64_t value) {
    if (value <= 0) missing += (missing.empty() ? "" : ", ") + std::string(name);
  };
  need("hidden", sizes.hidden);
  need("heads", sizes.heads);
  need("seq", sizes.sequence);
  if (!missing.empty())
    return CannotAnswer{"Sizes of the model are missing: " + missing + ".",
                        {"Give them, for instance -p hidden=4096 -p heads=32 -p seq=2048."}};
  Rows<Row> rows;
  for (const FlopsPart& of : transformer_flops(sizes)) rows.rows.push_back({of.part, of.flops});
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "theoretical_flops",
       .title = "How many FLOPs does a transformer of these sizes take?",
       .doc =
           "One row a part, from sizes that you give; the profile is not looked at. "
           "Only matrix products count: 2mnk for a product of m x k and k x n. "
           "Attention multiplies every query with every position, half of them where it is causal; its two products are rows of their own. "
           "An MLP has two matrices, three with a gate, for each active expert. "
           "A backward pass takes twice the forward pass; full recomputation adds a forward pass.",
       .reading =
           "Give `training step` or `model forward` to region_mfu as flops of one step; divide by the ranks that share the model.",
       .source =
           "Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, and Chowdhery et al., PaLM, appendix B. "
           "For a dense model this is the rule of 6 N FLOPs a token and what attention adds.",
       .limits = "Norms, softmax, rotary embeddings, embeddings and optimizers are left out.",
       .needs = {},
       .of_project = {{"layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "seq", "batch",
                       "experts", "experts_active", "gated", "causal"},
                      {},
                      {}}},
      run);
}

}  // namespace nsys_ai::theoretical_flops_skill
