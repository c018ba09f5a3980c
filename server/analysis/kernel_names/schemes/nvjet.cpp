// nvjet, the GEMMs of cuBLAS since CUDA 12:
// nvjet[_sm100]_<types>_<M>x<N>_<K>x<stages>_<cluster>[_2cta]_<raster>_bz[_splitK][_bias]_<layout>
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

NumberFormat format_of_nvjet(char letter) {
  switch (letter) {
    case 't':
      return NumberFormat::bf16;
    case 'h':
      return NumberFormat::fp16;
    case 's':
      return NumberFormat::f32;
    case 'q':
      return NumberFormat::fp8;  // the name does not distinguish the two
    default:
      return NumberFormat::none;
  }
}

// Three letters are input, compute and output; five begin with both inputs.
void read_types(std::string_view types, KernelFacts& facts) {
  if (types.size() != 3 && types.size() != 5) return;
  set_fact(facts.input, format_of_nvjet(types.front()), FactBasis::inferred);
  set_fact(facts.accumulate, format_of_nvjet(types[types.size() - 2]), FactBasis::inferred);
  set_fact(facts.output, format_of_nvjet(types.back()), FactBasis::inferred);
}

}  // namespace

bool read_nvjet(const SpelledName& name, KernelFacts& facts) {
  if (name.base != "nvjet" && !name.base.starts_with("nvjet_")) return false;
  set_family(facts, KernelFamily::gemm, KernelLibrary::cublas);
  say_tensor_cores(facts, "nvjet");
  const Words words = split_words(name.base, name.cut);
  std::array<int32_t, 4> extents{};
  int pairs = 0;
  for (size_t i = 1; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    if (word.starts_with("sm") && i == 1) {
      facts.architecture = {short_text(word), FactBasis::known};
    } else if (pairs == 0 && facts.input.how == FactBasis::unknown && is_layout(word, "thsqdbe")) {
      read_types(word, facts);
    } else if (read_extents(word, extents) == 2) {
      if (pairs == 0) facts.tile = {{extents[0], extents[1], 0}, FactBasis::inferred};
      if (pairs == 1) {
        facts.tile.value.k = extents[0];
        facts.stages = {extents[1], FactBasis::inferred};
      }
      if (pairs == 2) facts.cluster = {{extents[0], extents[1], 0}, FactBasis::inferred};
      ++pairs;
    } else if (word == "splitK") {
      fuse(facts, FusedOperator::split_k);
    } else if (word == "bias") {
      fuse(facts, FusedOperator::bias);
    } else if (word.size() == 3 && i + 1 == words.count && is_layout(word, "NT")) {
      facts.layout = {short_text(word), FactBasis::inferred};
    }
  }
  return true;
}

}  // namespace nsys_ai
