// Attention of PyTorch's memory-efficient path, TensorRT, TensorRT-LLM, cuDNN, FlashInfer and others.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

// fmha_cutlassF_<format>_<aligned|notaligned>_<Q>x<K>_<rf|gmem>_sm<NN>; B has _k<largest K>.
void read_memory_efficient(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  std::array<int32_t, 4> extents{};
  for (size_t i = 2; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    int32_t sm = 0;
    if (i == 2) {
      set_fact(facts.input, format_of_word(word), FactBasis::documented);
      if (word == "bf16" || word == "f16") say_tensor_cores(facts, "fmha");
    } else if (read_extents(word, extents) == 2)
      facts.tile = {{extents[0], extents[1], 0}, FactBasis::documented};
    else if (read_after_prefix(word, "sm", sm))
      facts.architecture = {short_text(word), FactBasis::documented};
  }
}

// fused_multihead_attention_v2_[il_|flash_attention_]<format>_<S>_<D>_[sm..]kernel
void read_fused_v2(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  for (size_t i = 3; i + 2 < words.whole(); ++i) {
    const NumberFormat format = format_of_word(words.at(i));
    int32_t length = 0, head = 0;
    if (format == NumberFormat::none) continue;
    set_fact(facts.input, format, FactBasis::documented);
    if (read_number(words.at(i + 1), length) && read_number(words.at(i + 2), head))
      facts.head_dimension = {head, FactBasis::documented};
    return;
  }
}

struct Letters {
  std::string_view text;
  NumberFormat format;
};
constexpr std::array<Letters, 6> kLetters = {{{"Bfloat16", NumberFormat::bf16},
                                              {"Fp16", NumberFormat::fp16},
                                              {"E4m3", NumberFormat::e4m3},
                                              {"E5m2", NumberFormat::e5m2},
                                              {"E2m1", NumberFormat::fp4},
                                              {"Fp32", NumberFormat::f32}}};

NumberFormat take_letters(std::string_view& rest) {
  for (const Letters& of : kLetters)
    if (rest.starts_with(of.text)) return (rest.remove_prefix(of.text.size()), of.format);
  return NumberFormat::none;
}

bool take_number(std::string_view& rest, std::string_view prefix, int32_t& value) {
  if (!rest.starts_with(prefix)) return false;
  const std::string_view digits = rest.substr(prefix.size());
  const size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
  if (!read_number(digits.substr(0, end), value)) return false;
  rest = digits.substr(end);
  return true;
}

// fmhaSm100fKernel_Qkv<T>O<T>H<dim>...VarSeqQ<Q>Kv<K>...
void read_trtllm_gen(const SpelledName& name, KernelFacts& facts) {
  say_tensor_cores(facts, "fmha");
  std::string_view rest = name.base.substr(4);  // after "fmha"
  const size_t kernel = rest.find("Kernel_");
  if (kernel == std::string_view::npos) return;
  std::string arch(rest.substr(0, kernel));
  if (arch.starts_with("Sm")) arch[0] = 's';
  facts.architecture = {short_text(arch), FactBasis::inferred};
  rest.remove_prefix(kernel + 7);
  if (rest.starts_with("Qkv")) {
    rest.remove_prefix(3);
    set_fact(facts.input, take_letters(rest), FactBasis::inferred);
  } else if (rest.starts_with("Q")) {
    rest.remove_prefix(1);
    set_fact(facts.input, take_letters(rest), FactBasis::inferred);
    if (rest.starts_with("Kv")) {
      rest.remove_prefix(2);
      set_fact(facts.second_input, take_letters(rest), FactBasis::inferred);
    }
  }
  if (!rest.starts_with("O")) return;
  rest.remove_prefix(1);
  set_fact(facts.output, take_letters(rest), FactBasis::inferred);
  int32_t head = 0, q = 0, kv = 0;
  if (take_number(rest, "H", head) && !(name.cut && rest.empty()))
    facts.head_dimension = {head, FactBasis::inferred};
  if (rest.find("Causal") != std::string_view::npos) fuse(facts, FusedOperator::causal_mask);
  for (const std::string_view mark : {"VarSeqQ", "VarSeqSkipsSoftmaxQ", "TileSizeQ"}) {
    const size_t at = rest.find(mark);
    if (at == std::string_view::npos) continue;
    std::string_view tile = rest.substr(at + mark.size() - 1);
    if (take_number(tile, "Q", q) && (take_number(tile, "Kv", kv) || take_number(tile, "TileSizeKv", kv)) &&
        !tile.empty())
      facts.tile = {{q, kv, head}, FactBasis::inferred};
    break;
  }
}

// cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_4x1x1... The names of bf16
// kernels contain `f16` too, so no format is read.
void read_cudnn_sdpa(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  std::array<int32_t, 4> extents{};
  bool has_tile = false;
  for (size_t i = 0; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    int32_t sm = 0;
    if (read_after_prefix(word, "sm", sm)) {
      facts.architecture = {short_text(word), FactBasis::inferred};
    } else if (word == "wgmma" || word == "wmma") {
      say_tensor_cores(facts, word == "wgmma" ? "wgmma" : "wmma");
    } else if (!has_tile && read_extents(word, extents) == 3) {
      has_tile = true;
      facts.tile = {{extents[0], extents[1], extents[2]}, FactBasis::inferred};
      facts.head_dimension = {extents[2], FactBasis::inferred};
    }
  }
}

// KernelTraits<MaskMode, CTA_TILE_Q, NUM_MMA_Q, NUM_MMA_KV, NUM_MMA_D_QK, NUM_MMA_D_VO, WARPS_Q, WARPS_KV,
// Pos,
//              Q, KV, O, accumulator, index, variant>
void read_prefill(const SpelledName& name, KernelFacts& facts) {
  const std::string_view traits = template_argument(name.arguments, 0);
  if (traits.find("KernelTraits<") == std::string_view::npos || !traits.ends_with('>')) return;
  const std::string_view arguments = template_arguments(traits);
  std::array<int32_t, 8> number{};
  for (size_t i = 0; i < number.size(); ++i)
    if (!read_number(template_argument(arguments, i), number[i])) return;
  const auto documented = FactBasis::documented;
  facts.head_dimension = {number[4] * 16, documented};
  facts.tile = {{number[1], number[3] * number[7] * 16, number[4] * 16}, documented};
  set_fact(facts.input, format_of_type(template_argument(arguments, 9)), documented);
  set_fact(facts.accumulate, format_of_type(template_argument(arguments, 12)), documented);
  const NumberFormat cache = format_of_type(template_argument(arguments, 10));
  if (cache != facts.input.value) set_fact(facts.second_input, cache, documented);
  if (number[0] == 1) fuse(facts, FusedOperator::causal_mask);
  if (template_argument(arguments, 8) == "1") fuse(facts, FusedOperator::rope);
}

// <Pos, stages, tile_per_bdx, vec, bdx, bdy, bdz, variant, params>: the head dimension is vec * bdx.
void read_decode(const SpelledName& name, KernelFacts& facts) {
  int32_t vec = 0, bdx = 0;
  if (count_template_arguments(name.arguments) != 9 ||
      !read_number(template_argument(name.arguments, 3), vec) ||
      !read_number(template_argument(name.arguments, 4), bdx))
    return;
  facts.head_dimension = {vec * bdx, FactBasis::known};
}

// <T, cache type, head dimension, ...>
void read_paged(const SpelledName& name, KernelFacts& facts) {
  first_type(name, facts);
  int32_t head = 0;
  if (read_number(template_argument(name.arguments, 2), head))
    facts.head_dimension = {head, FactBasis::known};
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "fmha_cutlass", F::attention, L::memory_efficient, read_memory_efficient},
    {Where::base_begins, "attention_kernel_batched", F::attention, L::memory_efficient},
    {Where::base_begins, "attention_kernel_backward_batched", F::attention, L::memory_efficient},
    {Where::base_begins, "fmhaSm", F::attention, L::tensorrt_llm, read_trtllm_gen},
    {Where::base_begins, "fused_multihead_attention_v2_", F::attention, L::tensorrt, read_fused_v2},
    {Where::base_begins, "fmha_v2_", F::attention, L::tensorrt_llm},
    {Where::base_begins, "cudnn_generated_fort_native_sdpa_", F::attention, L::cudnn, read_cudnn_sdpa},
    {Where::base_begins, "BatchPrefillWith", F::attention, L::flash_infer, read_prefill},
    {Where::base_begins, "SinglePrefillWith", F::attention, L::flash_infer, read_prefill},
    {Where::base_begins, "BatchDecodeWith", F::attention, L::flash_infer, read_decode},
    {Where::base_begins, "SingleDecodeWith", F::attention, L::flash_infer},
    {Where::base_begins, "PersistentVariableLengthMergeStatesKernel", F::attention, L::flash_infer},
    {Where::base_begins, "VariableLengthMergeStates", F::attention, L::flash_infer},
    {Where::base_begins, "MergeState", F::attention, L::flash_infer},
    {Where::path_begins, "vllm::paged_attention", F::attention, L::vllm, read_paged},
    {Where::path_begins, "vllm::merge_attn_states", F::attention, L::vllm},
    {Where::base_begins, "paged_attention_ll4mi", F::attention, L::vllm},
    {Where::base_begins, "paged_attention_v", F::attention, L::vllm, read_paged},
    {Where::base_begins, "kernel_unified_attention_", F::attention, L::vllm},
    {Where::base_begins, "masked_multihead_attention", F::attention, L::none},
    {Where::path_begins, "aiter::fmha_", F::attention, L::aiter},
    {Where::path_begins, "aiter::pa_", F::attention, L::aiter},
    {Where::path_begins, "aiter::mla_", F::attention, L::aiter},
    {Where::base_begins, "qk_int_sv_", F::attention, L::sage_attention},
    {Where::base_is, "sage_fwd", F::attention, L::sage_attention},
    {Where::base_begins, "sage_quant", F::quantisation, L::sage_attention},
    {Where::base_has, "multi_head_attention", F::attention, L::none},
};

}  // namespace

bool read_attention(const SpelledName& name, KernelFacts& facts) {
  return read_by_rules(kRules, name, facts);
}

}  // namespace nsys_ai
