// FlashAttention 2 and 3 and FlashMLA, whose template arguments include tile and head dimension.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

void set_attention_tile(KernelFacts& facts, int32_t m, int32_t n, int32_t head, FactBasis how) {
  facts.tile = {{m, n, head}, how};
  facts.head_dimension = {head, how};
}

// Flash_fwd_kernel_traits<head dimension, rows of Q, rows of KV, warps, ..., element, ...>
void read_traits(const SpelledName& name, KernelFacts& facts) {
  say_tensor_cores(facts, "flash");
  const std::string_view traits = template_argument(name.arguments, 0);
  if (traits.find("kernel_traits<") == std::string_view::npos || !traits.ends_with('>')) return;
  const std::string_view arguments = template_arguments(traits);
  int32_t head = 0, m = 0, n = 0;
  if (!read_number(template_argument(arguments, 0), head) ||
      !read_number(template_argument(arguments, 1), m) || !read_number(template_argument(arguments, 2), n))
    return;
  set_attention_tile(facts, m, n, head, FactBasis::known);
  for (size_t i = 4; i < 9; ++i) {
    const NumberFormat format = format_of_type(template_argument(arguments, i));
    if (format == NumberFormat::none || format == NumberFormat::boolean) continue;
    set_fact(facts.input, format);
    break;
  }
  // Is_dropout, Is_causal, ... of the forward kernel; split-KV begins with Is_causal.
  const bool split = name.base.find("splitkv") != std::string_view::npos;
  if (name.base == "flash_fwd_kernel" || name.base == "flash_fwd_splitkv_kernel") {
    if (template_argument(name.arguments, split ? 1 : 2) == "1") fuse(facts, FusedOperator::causal_mask);
    if (!split && template_argument(name.arguments, 1) == "1") fuse(facts, FusedOperator::dropout);
  }
}

void read_mla(const SpelledName& name, KernelFacts& facts) {
  say_tensor_cores(facts, "flash");
  for (size_t i = 0; i < 4; ++i) {
    const NumberFormat format = format_of_type(template_argument(name.arguments, i));
    if (format != NumberFormat::none) return set_fact(facts.input, format);
  }
}

// CollectiveMainloopFwdSm90<stages, cluster, (Q, KV, head), [head of V,] element, accumulator, arch, 12
// flags>
void read_forward3(const SpelledName& name, KernelFacts& facts) {
  say_tensor_cores(facts, "flash");
  const size_t at = name.arguments.find("CollectiveMainloopFwdSm90<");
  if (at == std::string_view::npos) return;
  const std::string_view mainloop = name.arguments.substr(at + 26);
  int32_t stages = 0;
  if (read_number(template_argument(mainloop, 0), stages)) facts.stages = {stages, FactBasis::documented};
  std::array<int32_t, 4> extents{};
  if (read_tuple(template_arguments(template_argument(mainloop, 2)), extents) == 3)
    set_attention_tile(facts, extents[0], extents[1], extents[2], FactBasis::documented);
  size_t element = 3;
  int32_t head_of_v = 0;
  if (read_number(template_argument(mainloop, 3), head_of_v)) ++element;
  set_fact(facts.input, format_of_type(template_argument(mainloop, element)), FactBasis::documented);
  set_fact(facts.accumulate, format_of_type(template_argument(mainloop, element + 1)), FactBasis::documented);
  if (template_argument(mainloop, element + 2) == "cutlass::arch::Sm90")
    facts.architecture = {short_text("sm90"), FactBasis::documented};
  if (element == 4 && template_argument(mainloop, 7) == "1") fuse(facts, FusedOperator::causal_mask);
}

void read_helper3(const SpelledName& name, KernelFacts& facts) {
  if (name.arguments.find("cutlass::bfloat16_t,float") != std::string_view::npos)
    set_fact(facts.input, NumberFormat::bf16);
  else if (name.arguments.find("cutlass::half_t,float") != std::string_view::npos)
    set_fact(facts.input, NumberFormat::fp16);
  if (name.arguments.find("cutlass::arch::Sm90") != std::string_view::npos)
    facts.architecture = {short_text("sm90"), FactBasis::known};
}

constexpr NameRule kDevice[] = {
    {Where::arguments_have, "FlashAttnFwdSm90<", F::attention, L::flash_attention3, read_forward3},
    {Where::arguments_begin, "flash::FlashAttn", F::attention, L::flash_attention3, read_helper3},
    {Where::arguments_begin, "flash::", F::attention, L::flash_attention3, read_helper3},
};

constexpr NameRule kKernels[] = {
    {Where::base_begins, "flash_fwd_splitkv_mla", F::attention, L::flash_mla, read_mla},
    {Where::path_has, "sparse_attn_fwd", F::attention, L::flash_mla},
    {Where::path_begins, "sm90::decode::", F::attention, L::flash_mla},
    {Where::path_begins, "sm90::fwd::", F::attention, L::flash_mla},
    {Where::path_begins, "sm100::fwd::", F::attention, L::flash_mla},
    {Where::base_is, "compute_attn_ws", F::attention, L::flash_attention3},
    {Where::base_begins, "prepare_varlen_num_blocks_kernel", F::attention, L::flash_attention3},
    {Where::path_begins, "flash::flash_", F::attention, L::flash_attention2, read_traits},
    {Where::path_begins, "pytorch_flash::", F::attention, L::flash_attention2, read_traits},
    {Where::path_begins, "FLASH_NAMESPACE::", F::attention, L::flash_attention2, read_traits},
    {Where::base_begins, "flash_fwd_", F::attention, L::flash_attention2, read_traits},
    {Where::base_begins, "flash_bwd_", F::attention, L::flash_attention2, read_traits},
    {Where::path_begins, "flash::", F::attention, L::none},
};

}  // namespace

bool read_flash_attention(const SpelledName& name, KernelFacts& facts) {
  if (name.base == "device_kernel") return read_by_rules(kDevice, name, facts);
  return read_by_rules(kKernels, name, facts);
}

}  // namespace nsys_ai
