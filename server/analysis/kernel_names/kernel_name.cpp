// Applies the schemes in order, and formats facts as text.
#include "analysis/kernel_names/kernel_name.h"

#include <fmt/format.h>

#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

// Schemes whose names could be mistaken for another's come first: `cutlass::device_kernel` may contain
// FlashAttention, and the namespaces of NCCL and cuDNN contain words of every family.
constexpr Scheme kSchemes[] = {
    read_nvjet,        read_communication, read_flash_attention, read_attention,      read_cutlass3,
    read_cutlass2,     read_xmma,          read_arch_prefix,     read_aten,           read_cub,
    read_triton,       read_cudnn,         read_cublas,          read_quantised_gemm, read_serving,
    read_math_library, read_amd,           read_language};

}  // namespace

KernelFacts NameReader::read(std::string_view name) {
  KernelFacts facts;
  SpelledName spelled = speller_.spell(name);
  const bool is_flat = spelled.parameters.empty() && spelled.arguments.empty();
  spelled.cut = spelled.cut || (is_flat && !ends_as_its_scheme(spelled.base));
  for (const Scheme scheme : kSchemes)
    if (scheme(spelled, facts)) return facts;
  read_plain_words(spelled.base, facts);
  return facts;
}

KernelFacts read_kernel_name(std::string_view name) { return NameReader().read(name); }

std::string input_format(const KernelFacts& facts) {
  if (!facts.input.is_known()) return "-";
  std::string text(name_of(facts.input.value));
  if (facts.second_input.is_known()) text += fmt::format(" x {}", name_of(facts.second_input.value));
  return text;
}

std::string tile_text(const KernelFacts& facts) {
  if (!facts.tile.is_known()) return "-";
  const auto part = [](int32_t extent) { return extent > 0 ? std::to_string(extent) : std::string("-"); };
  return fmt::format("{}x{}x{}", part(facts.tile.value.m), part(facts.tile.value.n),
                     part(facts.tile.value.k));
}

std::string fused_text(const KernelFacts& facts) {
  std::string text;
  for (unsigned i = 0; i < static_cast<unsigned>(FusedOperator::count); ++i) {
    if ((facts.fused >> i & 1U) == 0) continue;
    if (!text.empty()) text += ", ";
    text += name_of(static_cast<FusedOperator>(i));
  }
  return text;
}

}  // namespace nsys_ai
