// GEMMs with quantised weights or inputs: Marlin, DeepGEMM, TensorRT-LLM's generated kernels, ggml.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

// vLLM's ScalarType encoded as a number: bit fields of exponent, mantissa, sign, bias.
struct ScalarType {
  std::string_view id;
  NumberFormat format;
};
constexpr std::array<ScalarType, 7> kScalarTypes = {{{"1125899906909960", NumberFormat::bf16},
                                                     {"1125899906910725", NumberFormat::fp16},
                                                     {"1125899906909952", NumberFormat::int8},
                                                     {"1125899906843648", NumberFormat::uint4},
                                                     {"1125899907892224", NumberFormat::uint4},
                                                     {"562949953487106", NumberFormat::fp4},
                                                     {"2814749767172868", NumberFormat::e4m3}}};

NumberFormat scalar_type(std::string_view id) {
  for (const ScalarType& of : kScalarTypes)
    if (of.id == id) return of.format;
  return NumberFormat::none;
}

// Marlin<a, b, c, s, threads, m blocks, n blocks, k blocks, m_block_size_8, stages, group blocks, ...>;
// blocks of 16.
void read_marlin(const SpelledName& name, KernelFacts& facts) {
  if (count_template_arguments(name.arguments) != 12 || name.cut) return;
  std::array<int32_t, 3> blocks{};
  int32_t stages = 0;
  const NumberFormat a = scalar_type(template_argument(name.arguments, 0));
  if (a == NumberFormat::none) return;
  set_fact(facts.input, a, FactBasis::inferred);
  set_fact(facts.second_input, scalar_type(template_argument(name.arguments, 1)), FactBasis::inferred);
  for (size_t i = 0; i < 3; ++i)
    if (!read_number(template_argument(name.arguments, 5 + i), blocks[i])) return;
  const bool half_block = template_argument(name.arguments, 8) == "1";
  facts.tile = {{half_block ? 8 : blocks[0] * 16, blocks[1] * 16, blocks[2] * 16}, FactBasis::documented};
  if (read_number(template_argument(name.arguments, 9), stages))
    facts.stages = {stages, FactBasis::documented};
}

// fp8_gemm_kernel<N, K, BM, BN, BK, ...>: the order of further arguments differs between versions.
void read_deep_gemm(const SpelledName& name, KernelFacts& facts) {
  say_tensor_cores(facts, "fp8_gemm");
  set_fact(facts.input, NumberFormat::fp8, FactBasis::known);
  std::array<int32_t, 3> tile{};
  const bool old = name.base == "fp8_gemm_kernel" && name.qualified.starts_with("deep_gemm::");
  const bool impl =
      name.base.ends_with("fp8_gemm_1d2d_impl") && count_template_arguments(name.arguments) >= 18;
  if (!old && !impl) return;
  for (size_t i = 0; i < 3; ++i)
    if (!read_number(template_argument(name.arguments, (old ? 2 : 5) + i), tile[i])) return;
  facts.tile = {{tile[0], tile[1], tile[2]}, impl ? FactBasis::documented : FactBasis::known};
  if (impl) {
    int32_t stages = 0;
    if (read_number(template_argument(name.arguments, 11), stages))
      facts.stages = {stages, FactBasis::documented};
  }
  if (name.base.starts_with("sm90")) facts.architecture = {short_text("sm90"), FactBasis::documented};
  if (name.base.starts_with("sm100")) facts.architecture = {short_text("sm100"), FactBasis::documented};
}

struct Letters {
  std::string_view text;
  NumberFormat format;
};
constexpr std::array<Letters, 9> kLetters = {{{"MxE2m1", NumberFormat::mxfp4},
                                              {"MxE4m3", NumberFormat::mxfp8},
                                              {"E2m1", NumberFormat::nvfp4},
                                              {"E4m3", NumberFormat::e4m3},
                                              {"E5m2", NumberFormat::e5m2},
                                              {"Bfloat16", NumberFormat::bf16},
                                              {"Fp16", NumberFormat::fp16},
                                              {"Fp32", NumberFormat::f32},
                                              {"Int8", NumberFormat::int8}}};

NumberFormat take_letters(std::string_view& rest) {
  for (const Letters& of : kLetters)
    if (rest.starts_with(of.text)) return (rest.remove_prefix(of.text.size()), of.format);
  return NumberFormat::none;
}

// bmm_<C>_<A><B>_<acc>_..._t<M>x<N>x<K>[u2]_s<stages>_..._TN_..._sm100f
void read_generated(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  const auto inferred = FactBasis::inferred;
  std::string_view c = words.at(1), inputs = words.at(2), sum = words.at(3);
  if (words.whole() < 4) return;
  set_fact(facts.output, take_letters(c), inferred);
  set_fact(facts.input, take_letters(inputs), inferred);
  const NumberFormat second = take_letters(inputs);
  if (second != facts.input.value) set_fact(facts.second_input, second, inferred);
  set_fact(facts.accumulate, take_letters(sum), inferred);
  std::array<int32_t, 4> extents{};
  for (size_t i = 4; i < words.whole(); ++i) {
    std::string_view word = words.at(i);
    int32_t stages = 0;
    if (word.starts_with("t") && !facts.tile.is_known()) {
      word = word.substr(1, word.find('u') - 1);
      if (read_extents(word, extents) == 3) facts.tile = {{extents[0], extents[1], extents[2]}, inferred};
    } else if (!facts.stages.is_known() && read_after_prefix(word, "s", stages)) {
      facts.stages = {stages, inferred};
    } else if (word == "TN" || word == "NT" || word == "NN" || word == "TT") {
      facts.layout = {short_text(word), inferred};
    } else if (word.starts_with("sm1") && i + 1 == words.count) {
      facts.architecture = {short_text(word), inferred};
    } else if (word.starts_with("bias")) {
      fuse(facts, FusedOperator::bias);
    } else if (word == "swiGlu") {
      fuse(facts, FusedOperator::swiglu);
    }
  }
}

// mul_mat_vec_q<(ggml_type)12, ...>
void read_ggml(const SpelledName& name, KernelFacts& facts) {
  struct Type {
    std::string_view id;
    NumberFormat format;
  };
  constexpr std::array<Type, 5> kTypes = {{{"2", NumberFormat::q4_0},
                                           {"8", NumberFormat::q8_0},
                                           {"12", NumberFormat::q4_k},
                                           {"13", NumberFormat::q5_k},
                                           {"14", NumberFormat::q6_k}}};
  for (const Type& of : kTypes)
    if (of.id == template_argument(name.arguments, 0)) set_fact(facts.input, of.format);
}

constexpr NameRule kRules[] = {
    {Where::base_is, "Marlin", F::gemm, L::marlin, read_marlin},
    {Where::base_begins, "gptq_marlin_repack", F::copy, L::marlin},
    {Where::base_begins, "awq_marlin_repack", F::copy, L::marlin},
    {Where::base_begins, "permute_cols_kernel", F::copy, L::marlin},
    {Where::path_begins, "marlin", F::gemm, L::marlin},
    {Where::base_has, "tf32_hc_prenorm_gemm", F::gemm, L::deep_gemm},
    {Where::path_begins, "deep_gemm::transpose", F::copy, L::deep_gemm},
    {Where::path_begins, "deep_gemm::smxx_layout", F::copy, L::deep_gemm},
    {Where::path_begins, "deep_gemm::fp8_", F::gemm, L::deep_gemm, read_deep_gemm},
    {Where::path_has, "_fp8_gemm_", F::gemm, L::deep_gemm, read_deep_gemm},
    {Where::path_begins, "deep_gemm::", F::other, L::deep_gemm},
    {Where::path_begins, "dpsk::gemm::", F::gemm, L::deepseek, read_deep_gemm},
    {Where::path_begins, "dpsk::grouped_gemm::cuda::utils::transpose", F::copy, L::deepseek},
    {Where::path_begins, "dpsk::grouped_gemm::cuda::utils::", F::other, L::deepseek},
    {Where::path_begins, "dpsk::grouped_gemm::", F::gemm, L::deepseek},
    {Where::base_begins, "bmm_", F::gemm, L::tensorrt_llm, read_generated},
    {Where::base_begins, "gemm_Bfloat16_", F::gemm, L::tensorrt_llm, read_generated},
    {Where::base_begins, "gemm_E4m3_", F::gemm, L::tensorrt_llm, read_generated},
    {Where::base_has, "gemm_forward_4bit", F::gemm, L::none},
    {Where::base_has, "gemm_half_q_half", F::gemm, L::none},
    {Where::base_is, "dequantize_weights", F::quantisation, L::none},
    {Where::base_begins, "kgemm_4bit_inference", F::gemm, L::bitsandbytes, first_type},
    {Where::base_begins, "kDequantizeBlockwise", F::quantisation, L::bitsandbytes},
    {Where::base_begins, "kQuantizeBlockwise", F::quantisation, L::bitsandbytes},
    {Where::base_begins, "kOptimizer", F::optimizer, L::bitsandbytes},
    {Where::base_begins, "kPreconditionOptimizer", F::optimizer, L::bitsandbytes},
    {Where::base_begins, "mul_mat_vec_q", F::gemm, L::ggml, read_ggml},
    {Where::base_begins, "mul_mat_q", F::gemm, L::ggml, read_ggml},
    {Where::base_begins, "mul_mat_vec", F::gemm, L::ggml},
    {Where::base_begins, "quantize_q8_1", F::quantisation, L::ggml},
    {Where::base_begins, "quantize_mmq_q8_1", F::quantisation, L::ggml},
    {Where::base_begins, "dequantize_block", F::quantisation, L::ggml},
    {Where::base_begins, "dequantize_mul_mat_vec", F::gemm, L::ggml},
    {Where::base_begins, "flash_attn_ext", F::attention, L::ggml},
    {Where::base_begins, "flash_attn_vec_ext", F::attention, L::ggml},
    {Where::base_begins, "flash_attn_tile_ext", F::attention, L::ggml},
    {Where::base_is, "rms_norm_f32", F::normalisation, L::ggml},
    {Where::base_is, "soft_max_f32", F::softmax, L::ggml},
    {Where::base_begins, "rope_neox", F::rope, L::ggml},
    {Where::base_is, "rope_norm", F::rope, L::ggml},
    {Where::base_begins, "k_bin_bcast", F::elementwise, L::ggml},
    {Where::base_begins, "k_get_rows", F::embedding, L::ggml},
    {Where::base_begins, "cpy_f32_f16", F::copy, L::ggml},
};

}  // namespace

bool read_quantised_gemm(const SpelledName& name, KernelFacts& facts) {
  return read_by_rules(kRules, name, facts);
}

}  // namespace nsys_ai
