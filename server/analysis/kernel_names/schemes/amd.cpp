// AMD's libraries, found in traces of the same frameworks.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

// Cijk_Alik_Bljk_<formats>_..._MT<M>x<N>x<K>_...
void read_tensile(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  std::array<int32_t, 4> extents{};
  for (size_t i = 1; i < words.whole(); ++i)
    if (words.at(i).starts_with("MT") && read_extents(words.at(i).substr(2), extents) == 3)
      facts.tile = {{extents[0], extents[1], extents[2]}, FactBasis::inferred};
  if (words.at(2) != "Alik" && words.at(1) != "Alik" && words.at(1) != "Ailk") {
    // The remainder of a split product: adds its parts.
    facts.family = {F::reduction, FactBasis::inferred};
    return;
  }
  const std::string_view formats = words.at(3);
  if (formats == "BBS" || formats == "B")
    set_fact(facts.input, NumberFormat::bf16, FactBasis::inferred);
  else if (formats == "HHS" || formats == "H")
    set_fact(facts.input, NumberFormat::fp16, FactBasis::inferred);
  else if (formats == "SB")
    set_fact(facts.input, NumberFormat::f32, FactBasis::inferred);
}

// igemm_<fwd|bwd|wrw>_<...>_<layout>_<format>_...
void read_igemm(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  if (words.whole() < 6) return;
  if (words.at(3) == "nhwc" || words.at(3) == "nchw")
    facts.layout = {upper_case(words.at(3)), FactBasis::inferred};
  set_fact(facts.input, format_of_word(words.at(4)), FactBasis::inferred);
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "Cijk_", F::gemm, L::rocblas, read_tensile},
    {Where::base_begins, "Custom_Cijk_", F::gemm, L::rocblas},
    {Where::base_begins, "igemm_fwd_", F::convolution, L::miopen, read_igemm},
    {Where::base_begins, "igemm_bwd_", F::convolution, L::miopen, read_igemm},
    {Where::base_begins, "igemm_wrw_", F::convolution, L::miopen, read_igemm},
    {Where::base_begins, "miopenSp3AsmConv", F::convolution, L::miopen},
    {Where::base_begins, "miopenGcnAsmConv", F::convolution, L::miopen},
    {Where::base_begins, "gridwise_convolution", F::convolution, L::miopen},
    {Where::base_begins, "naive_conv_", F::convolution, L::miopen},
    {Where::base_begins, "MIOpenBatchNorm", F::normalisation, L::miopen},
    {Where::base_begins, "MIOpenConv", F::convolution, L::miopen},
    {Where::base_begins, "SubTensorOpWith", F::elementwise, L::miopen},
    {Where::base_begins, "Im2d2Col", F::convolution, L::miopen},
    {Where::base_begins, "batched_transpose_", F::copy, L::miopen},
    {Where::base_begins, "transpose_NCHW2CNHW", F::copy, L::miopen},
    {Where::base_begins, "transpose_CNHW2NCHW", F::copy, L::miopen},
    {Where::arguments_have, "ck_tile::Rmsnorm", F::normalisation, L::composable_kernel},
    {Where::arguments_have, "ck_tile::Layernorm", F::normalisation, L::composable_kernel},
    {Where::arguments_have, "ck_tile::Fmha", F::attention, L::composable_kernel},
    {Where::arguments_have, "ck_tile::FusedMoe", F::moe, L::composable_kernel},
    {Where::arguments_have, "ck_tile::MoeSorting", F::moe, L::composable_kernel},
    {Where::arguments_have, "ck_tile::Gemm", F::gemm, L::composable_kernel},
    {Where::arguments_have, "ck_tile::QuantGemm", F::gemm, L::composable_kernel},
    {Where::arguments_have, "ck_tile::", F::other, L::composable_kernel},
    {Where::base_begins, "kernel_grouped_conv", F::convolution, L::composable_kernel},
    {Where::base_has, "bwd_weight", F::convolution, L::composable_kernel},
    {Where::base_begins, "kernel_gemm_", F::gemm, L::composable_kernel},
    {Where::base_begins, "kernel_moe_gemm", F::gemm, L::composable_kernel},
    {Where::path_begins, "ck::", F::other, L::composable_kernel},
    {Where::base_has, "rmsnorm", F::normalisation, L::none},
    {Where::path_begins, "aiter::topk", F::sampling, L::aiter},
    {Where::path_begins, "aiter::", F::other, L::aiter},
    {Where::base_begins, "__amd_rocclr_copy", F::copy, L::rocm},
    {Where::base_begins, "__amd_rocclr_", F::other, L::rocm},
};

}  // namespace

bool read_amd(const SpelledName& name, KernelFacts& facts) {
  if (!read_by_rules(kRules, name, facts)) return false;
  if (name.qualified.starts_with("aiter::")) {
    facts.library = {L::aiter, FactBasis::known};
    if (!facts.family.is_known()) read_plain_words(name.base, facts);
  }
  return true;
}

}  // namespace nsys_ai
