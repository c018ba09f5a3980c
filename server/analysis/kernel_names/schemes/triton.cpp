// Kernels that Inductor generates for Triton, nvFuser's, and handwritten kernels for Triton and TileLang.
//
// triton_<kind>_fused_<distinct operators, sorted>_<n>: the name shows neither the operators' order and count
// nor a format.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

struct OperatorRule {
  std::string_view text;  // the part between underscores
  KernelFamily family;
};

// Ordered from costly to cheap: a fused kernel has the family of its costliest part. A pointwise kernel names
// the operators it was derived from, so a product or convolution among them runs in a neighbouring kernel,
// and only its bias is here.
constexpr OperatorRule kReducing[] = {
    {"fused_add_rms_norm", F::normalisation},
    {"native_layer_norm", F::normalisation},
    {"layer_norm", F::normalisation},
    {"rms_norm", F::normalisation},
    {"native_group_norm", F::normalisation},
    {"group_norm", F::normalisation},
    {"native_batch_norm", F::normalisation},
    {"batch_norm", F::normalisation},
    {"_native_batch_norm_legit", F::normalisation},
    {"_log_softmax", F::softmax},
    {"_softmax", F::softmax},
    {"softmax", F::softmax},
    {"topk", F::sampling},
    {"argmax", F::sampling},
    {"sort", F::sort},
    {"cumsum", F::sort},
};
constexpr OperatorRule kPointwise[] = {
    {"native_dropout", F::elementwise},
    {"silu", F::activation},
    {"gelu", F::activation},
    {"relu", F::activation},
    {"sigmoid", F::activation},
    {"tanh", F::activation},
    {"leaky_relu", F::activation},
    {"hardswish", F::activation},
    {"elu", F::activation},
    {"softplus", F::activation},
    {"native_layer_norm", F::normalisation},
    {"native_group_norm", F::normalisation},
    {"_native_batch_norm_legit", F::normalisation},
    {"rms_norm", F::normalisation},
    {"embedding", F::embedding},
    {"index_put", F::embedding},
    {"index_select", F::embedding},
    {"gather", F::embedding},
    {"scatter", F::embedding},
    {"index", F::embedding},
};
constexpr OperatorRule kTemplates[] = {
    {"flex_attention", F::attention},
    {"scaled_dot_product", F::attention},
    {"convolution", F::convolution},
    {"addmm", F::gemm},
    {"baddbmm", F::gemm},
    {"bmm", F::gemm},
    {"mm", F::gemm},
    {"_scaled_mm", F::gemm},
};
// Operators that move or reinterpret elements without changing any.
constexpr std::string_view kMoves[] = {
    "cat",   "clone",   "transpose",  "view",    "copy", "slice",  "split",   "expand",   "permute",
    "stack", "squeeze", "unsqueeze",  "unbind",  "t",    "unsafe", "reshape", "constant", "pad",
    "nd",    "select",  "contiguous", "strided", "as",   "empty",  "like",    "fill"};

bool has_operator(std::string_view operators, std::string_view text) {
  for (size_t at = operators.find(text); at != std::string_view::npos; at = operators.find(text, at + 1)) {
    const size_t end = at + text.size();
    const bool begins = at == 0 || operators[at - 1] == '_' || text.front() == '_';
    if (begins && (end == operators.size() || operators[end] == '_')) return true;
  }
  return false;
}

// `embedding` of rotary attention together with a `cat` is elementwise; only pure moves are a copy.
bool only_moves(std::string_view operators) {
  if (operators.find("_to_copy") != std::string_view::npos) return false;
  const Words words = split_words(operators, false);
  for (size_t i = 0; i < words.count; ++i) {
    bool move = false;
    for (const std::string_view text : kMoves) move = move || words.at(i) == text;
    if (!move) return false;
  }
  return words.count > 0;
}

// Finds the operators of the norm anywhere: the list is sorted, so other operators can be in between.
bool is_root_mean_square_norm(std::string_view operators) {
  return has_operator(operators, "mean") && has_operator(operators, "pow") &&
         has_operator(operators, "rsqrt");
}

template <size_t size>
bool set_operator(const OperatorRule (&rules)[size], std::string_view operators, KernelFacts& facts) {
  for (const OperatorRule& rule : rules)
    if (has_operator(operators, rule.text)) {
      facts.family = {rule.family, FactBasis::inferred};
      return true;
    }
  return false;
}

void read_inductor(const SpelledName& name, KernelFacts& facts) {
  facts.library = {L::inductor, FactBasis::documented};
  const std::string_view kind = name.base.substr(7, 3);
  constexpr std::string_view kFused = "_fused_";
  const size_t fused = name.base.find(kFused);
  std::string_view operators = fused == std::string_view::npos ? "" : name.base.substr(fused + kFused.size());
  const size_t number = operators.rfind('_');
  int32_t serial = 0;
  if (read_number(operators.substr(number == std::string_view::npos ? 0 : number + 1), serial))
    operators = operators.substr(0, number == std::string_view::npos ? 0 : number);
  const bool reduces = kind == "red" || kind == "per" || kind == "spl";
  if (kind == "tem") {
    set_operator(kTemplates, operators, facts);
  } else if (reduces) {
    if (kind == "spl")
      facts.family = {F::sort, FactBasis::known};
    else if (is_root_mean_square_norm(operators))
      facts.family = {F::normalisation, FactBasis::inferred};
    else if (!set_operator(kReducing, operators, facts))
      facts.family = {F::reduction, FactBasis::documented};
  } else if (kind == "poi" || kind == "for") {
    facts.family = {F::elementwise, FactBasis::documented};
    if (only_moves(operators))
      facts.family.value = F::copy;
    else
      set_operator(kPointwise, operators, facts);
  }
}

void read_nvfuser(const SpelledName& name, KernelFacts& facts) {
  const size_t at = name.parameters.find("Tensor<");
  if (at != std::string_view::npos) {
    std::string_view type = name.parameters.substr(at + 7);
    type = type.substr(0, type.find_first_of(",>", type.starts_with("<unnamed>") ? 9 : 0));
    set_fact(facts.input, format_of_type(type), FactBasis::inferred);
  }
  // Matrix products have no word of their own: their operands are loaded through tensor maps.
  if (name.base.starts_with("nvfuser_none_") && name.parameters.find("TensorMap") != std::string_view::npos)
    facts.family = {F::gemm, FactBasis::inferred};
}

// _matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu
void read_matmul_ogs(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  std::array<int32_t, 4> extents{};
  for (size_t i = 2; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    if (word.size() == 3 && is_layout(word, "NT")) {
      facts.layout = {short_text(word), FactBasis::inferred};
    } else if (read_extents(word, extents) == 4) {
      facts.tile = {{extents[0], extents[1], extents[2]}, FactBasis::inferred};
    } else if (word == "swiglu") {
      fuse(facts, FusedOperator::swiglu);
    } else if (const size_t x = word.find('x'); x != std::string_view::npos && !facts.input.is_known()) {
      const size_t second = word.find('x', x + 1);
      if (second == std::string_view::npos) continue;
      // The first format is the output; the inputs follow it.
      std::string_view activations = word.substr(x + 1), weights;
      for (size_t cross = activations.find('x'); cross != std::string_view::npos;
           cross = activations.find('x', cross + 1))
        if (format_of_word(activations.substr(0, cross)) != NumberFormat::none) {
          weights = activations.substr(cross + 1);
          activations = activations.substr(0, cross);
          break;
        }
      set_fact(facts.output, format_of_word(word.substr(0, x)), FactBasis::inferred);
      set_fact(facts.input, format_of_word(activations), FactBasis::inferred);
      if (format_of_word(weights) != facts.input.value)
        set_fact(facts.second_input, format_of_word(weights), FactBasis::inferred);
    }
  }
}

// triton__0d1d2de: arguments and their divisors, no operation.
bool is_numbered(std::string_view base) {
  return base.starts_with("triton__") && base.find_first_not_of("0123456789dce", 8) == std::string_view::npos;
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "triton_poi_", F::other, L::inductor, read_inductor},
    {Where::base_begins, "triton_red_", F::other, L::inductor, read_inductor},
    {Where::base_begins, "triton_per_", F::other, L::inductor, read_inductor},
    {Where::base_begins, "triton_tem_", F::other, L::inductor, read_inductor},
    {Where::base_begins, "triton_for_", F::other, L::inductor, read_inductor},
    {Where::base_begins, "triton_spl_", F::other, L::inductor, read_inductor},
    {Where::base_begins, "nvfuser_pointwise", F::elementwise, L::nvfuser, read_nvfuser},
    {Where::base_begins, "nvfuser_reduction", F::reduction, L::nvfuser, read_nvfuser},
    {Where::base_begins, "nvfuser_inner_persistent", F::reduction, L::nvfuser, read_nvfuser},
    {Where::base_begins, "nvfuser_outer_persistent", F::reduction, L::nvfuser, read_nvfuser},
    {Where::base_begins, "nvfuser_inner_outer_persistent", F::reduction, L::nvfuser, read_nvfuser},
    {Where::base_begins, "nvfuser_transpose", F::copy, L::nvfuser, read_nvfuser},
    {Where::base_begins, "nvfuser_matmul", F::gemm, L::nvfuser, read_nvfuser},
    {Where::base_begins, "nvfuser_", F::other, L::nvfuser, read_nvfuser},
    {Where::path_begins, "CudaCodeGen::kernel", F::other, L::nvfuser},
    {Where::base_begins, "_matmul_ogs_", F::gemm, L::triton, read_matmul_ogs},
    {Where::base_begins, "_finalize_matmul", F::moe, L::triton},
    {Where::base_begins, "_combined_routing_", F::moe, L::triton},
    {Where::base_begins, "_routing_", F::moe, L::triton},
    {Where::base_begins, "_expt_data_", F::moe, L::triton},
    {Where::base_is, "_sum_bitmatrix_rows", F::moe, L::triton},
    {Where::base_is, "_topk_forward", F::sampling, L::triton},
    {Where::base_is, "_topk_topp_kernel", F::sampling, L::triton},
    {Where::base_is, "fused_moe_kernel", F::moe, L::triton},
    {Where::base_begins, "fused_moe_kernel_", F::moe, L::triton},
    {Where::base_begins, "_fwd_kernel_ep_", F::moe, L::triton},
    {Where::base_begins, "_fwd_grouped_kernel_stage", F::attention, L::triton},
    {Where::base_begins, "_fwd_kernel_stage", F::attention, L::triton},
    {Where::base_begins, "_attn_fwd", F::attention, L::triton},
    {Where::base_begins, "_attn_bwd", F::attention, L::triton},
    {Where::base_is, "attn_fwd", F::attention, L::triton},
    {Where::base_begins, "_w8a8_", F::gemm, L::triton},
    {Where::base_begins, "_w8a16_", F::gemm, L::triton},
    {Where::base_begins, "_scaled_grouped_mm", F::gemm, L::triton},
    {Where::base_begins, "_permute_kernel", F::moe, L::transformer_engine},
    {Where::base_begins, "_unpermute_kernel", F::moe, L::transformer_engine},
    {Where::base_is, "create_flashinfer_kv_indices_triton", F::embedding, L::sglang},
    {Where::base_begins, "chunk_", F::attention, L::fla},
    {Where::base_begins, "fused_recurrent_", F::attention, L::fla},
    {Where::base_begins, "recompute_w_u_fwd", F::attention, L::fla},
    {Where::base_begins, "prepare_wy_repr", F::attention, L::fla},
    {Where::base_begins, "merge_16x16_to_64x64_inverse", F::attention, L::fla},
    {Where::base_begins, "solve_tril", F::attention, L::fla},
    // State-space models have no family of their own.
    {Where::base_begins, "_chunk_scan", F::other, L::mamba},
    {Where::base_begins, "_chunk_state", F::other, L::mamba},
    {Where::base_begins, "_chunk_cumsum", F::other, L::mamba},
    {Where::base_begins, "_state_passing", F::other, L::mamba},
    {Where::base_begins, "_bmm_chunk", F::other, L::mamba},
    {Where::base_begins, "selective_scan_", F::other, L::mamba},
    {Where::base_begins, "_selective_scan", F::other, L::mamba},
    {Where::base_begins, "causal_conv1d", F::convolution, L::none},
    {Where::base_begins, "_causal_conv1d", F::convolution, L::none},
};

}  // namespace

bool read_triton(const SpelledName& name, KernelFacts& facts) {
  if (is_numbered(name.base)) {
    set_family(facts, F::other, L::triton, FactBasis::inferred);
    return true;
  }
  if (read_by_rules(kRules, name, facts)) return true;
  if (name.base.ends_with("_tilelang_kernel")) {
    facts.library = {L::tilelang, FactBasis::known};
    read_plain_words(name.base, facts);
    return true;
  }
  return false;
}

}  // namespace nsys_ai
