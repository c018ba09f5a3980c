// CUTLASS 3.x: the profiler's flat names
// cutlass3x_sm<NN>_<class>_[<instruction>]gemm_<A>_<B>_<acc>_<C>_<D>_<M>x<N>x<K>_<cluster>_<stages>_<layout>_align<n>
// and templates inside `cutlass::device_kernel`, a name that alone states nothing.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

bool read_flat(const SpelledName& name, KernelFacts& facts) {
  if (!name.base.starts_with("cutlass3x_sm")) return false;
  const Words words = split_words(name.base, name.cut);
  set_family(facts, F::gemm, L::cutlass3);
  if (words.whole() > 1) facts.architecture = {short_text(words.at(1)), FactBasis::known};
  if (words.at(2) == "simt")
    say_plain_arithmetic(facts, "simt");
  else if (words.at(2) == "tensorop")
    say_tensor_cores(facts, "tensorop");
  std::array<int32_t, 4> extents{};
  size_t types = 0, triples = 0;
  for (size_t i = 4; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    int32_t stages = 0;
    if (triples == 0 && (word == "void" || format_of_word(word) != NumberFormat::none)) {
      const NumberFormat format = format_of_word(word);
      if (types == 0) set_fact(facts.input, format);
      if (types == 1 && format != facts.input.value) set_fact(facts.second_input, format);
      if (types == 2) set_fact(facts.accumulate, format);
      if (types == 4) set_fact(facts.output, format);
      ++types;
    } else if (read_extents(word, extents) == 3) {
      if (triples == 0) facts.tile = {{extents[0], extents[1], extents[2]}, FactBasis::known};
      if (triples == 1) facts.cluster = {{extents[0], extents[1], extents[2]}, FactBasis::known};
      ++triples;
    } else if (triples == 2 && !facts.stages.is_known() && read_number(word, stages)) {
      facts.stages = {stages, FactBasis::known};
    } else if (word.size() == 3 && is_layout(word, "nt")) {
      facts.layout = {upper_case(word), FactBasis::known};
    } else if (word == "bias") {
      fuse(facts, FusedOperator::bias);
    } else if (word == "relu") {
      fuse(facts, FusedOperator::relu);
    }
  }
  return true;
}

// `<letters>F32BF16BF16_SS`: the formats of D, A and B.
void read_instruction(std::string_view arguments, KernelFacts& facts) {
  const size_t at = arguments.find("GMMA::MMA_");
  if (at == std::string_view::npos) return;
  const Words words = split_words(arguments.substr(at + 6, 60), false);
  struct Letters {
    std::string_view text;
    NumberFormat format;
  };
  constexpr std::array<Letters, 7> kFormats = {{{"F32", NumberFormat::f32},
                                                {"F16", NumberFormat::fp16},
                                                {"S32", NumberFormat::int32},
                                                {"BF16", NumberFormat::bf16},
                                                {"TF32", NumberFormat::tf32},
                                                {"E4M3", NumberFormat::e4m3},
                                                {"E5M2", NumberFormat::e5m2}}};
  for (const Letters& of : kFormats)
    if (words.at(2).starts_with(of.text)) set_fact(facts.accumulate, of.format);
}

void read_universal(const SpelledName& name, KernelFacts& facts) {
  const std::string_view arguments = name.arguments;
  set_family(facts, F::gemm, L::cutlass3);
  const size_t at = arguments.find("CollectiveMma<");
  if (at == std::string_view::npos) return;
  const std::string_view mma = arguments.substr(at + 14);
  const std::string_view mainloop = template_argument(mma, 0);
  const size_t sm = mainloop.find("MainloopSm");
  if (sm != std::string_view::npos) {
    const std::string_view digits = mainloop.substr(sm + 10);
    const size_t end = digits.find_first_not_of("0123456789");
    facts.architecture = {short_text("sm" + std::string(digits.substr(0, end))), FactBasis::known};
    int32_t stages = 0;
    if (read_number(template_argument(template_arguments(mainloop), 0), stages))
      facts.stages = {stages, FactBasis::known};
  }
  std::array<int32_t, 4> extents{};
  if (read_tuple(template_arguments(template_argument(mma, 1)), extents) == 3)
    facts.tile = {{extents[0], extents[1], extents[2]}, FactBasis::known};
  set_fact(facts.input, format_of_type(template_argument(mma, 2)));
  read_instruction(arguments, facts);
  if (mainloop.find("Gmma") != std::string_view::npos) say_tensor_cores(facts, "Gmma");
}

constexpr NameRule kInside[] = {
    {Where::arguments_have, "gemm::kernel::GemmUniversal<", F::gemm, L::cutlass3, read_universal},
    {Where::arguments_begin, "dpsk::grouped_gemm::", F::gemm, L::deepseek},
    {Where::arguments_have, "conv::kernel::ConvUniversal<", F::convolution, L::cutlass3},
    {Where::arguments_begin, "flat::", F::attention, L::none},
    {Where::arguments_have, "Fmha", F::attention, L::cutlass3},
    {Where::arguments_have, "fmha", F::attention, L::cutlass3},
    {Where::arguments_have, "GemmKernel", F::gemm, L::cutlass3},
};

// CuTe DSL: the name of a Python function or class without its dots.
constexpr NameRule kPython[] = {
    {Where::base_has, "RMSNorm", F::normalisation, L::cute_dsl},
    {Where::base_has, "rmsnorm", F::normalisation, L::cute_dsl},
    {Where::base_has, "LayerNorm", F::normalisation, L::cute_dsl},
    {Where::base_has, "layernorm", F::normalisation, L::cute_dsl},
    {Where::base_has, "FlashAttention", F::attention, L::cute_dsl},
    {Where::base_has, "flash_attn", F::attention, L::cute_dsl},
    {Where::base_has, "Fmha", F::attention, L::cute_dsl},
    {Where::base_has, "fmha", F::attention, L::cute_dsl},
    {Where::base_has, "Attention", F::attention, L::cute_dsl},
    {Where::base_has, "GatedDelta", F::attention, L::cute_dsl},
    {Where::base_has, "Softmax", F::softmax, L::cute_dsl},
    {Where::base_has, "AllReduce", F::communication, L::cute_dsl},
    {Where::base_has, "Gemm", F::gemm, L::cute_dsl},
    {Where::base_has, "gemm", F::gemm, L::cute_dsl},
    {Where::base_has, "Quantize", F::quantisation, L::cute_dsl},
    {Where::base_begins, "kernel_cutlass_", F::other, L::cute_dsl},
};

}  // namespace

bool read_cutlass3(const SpelledName& name, KernelFacts& facts) {
  if (read_flat(name, facts)) return true;
  if (name.base.starts_with("kernel_cutlass_")) return read_by_rules(kPython, name, facts);
  if (name.base != "device_kernel") return false;
  return read_by_rules(kInside, name, facts);
}

}  // namespace nsys_ai
