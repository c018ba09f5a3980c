// xmma, of cuBLAS, cuDNN and TensorRT:
// sm<NN>_xmma_gemm_<A><C>_<B><acc>_<acc>_<tA><tB>_<tC>_tilesize<M>x<N>x<K>_stage<S>_..._kernel_<owner>
// sm<NN>_xmma_<fprop|dgrad|wgrad>_implicit_gemm_<types>_<in><filter>_<out>_tilesize..._kernel_<owner>
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

struct Kind {
  std::string_view word;
  KernelFamily family;
};
constexpr std::array<Kind, 4> kKinds = {
    {{"gemm", F::gemm}, {"fprop", F::convolution}, {"dgrad", F::convolution}, {"wgrad", F::convolution}}};

struct Owner {
  std::string_view text;
  KernelLibrary library;
};
constexpr std::array<Owner, 4> kOwners = {
    {{"_cublas", L::cublas}, {"_cudnn", L::cudnn}, {"_trt", L::tensorrt}, {"_cask_trt", L::tensorrt}}};

// The first of two adjacent formats: `tf32f32`, `bf16bf16`, `e4m3bf16`.
NumberFormat first_format(std::string_view pair) {
  for (size_t size = 2; size <= 6 && size <= pair.size(); ++size) {
    const NumberFormat format = format_of_word(pair.substr(0, size));
    const std::string_view rest = pair.substr(size);
    if (format != NumberFormat::none && (rest.empty() || format_of_word(rest) != NumberFormat::none))
      return format;
  }
  return NumberFormat::none;
}

void read_types(const Words& words, size_t at, KernelFacts& facts) {
  const NumberFormat input = first_format(words.at(at));
  if (input == NumberFormat::none || at + 2 >= words.whole()) return;
  set_fact(facts.input, input, FactBasis::inferred);
  set_fact(facts.accumulate, format_of_word(words.at(at + 2)), FactBasis::inferred);
}

void read_layout(const Words& words, size_t at, KernelFacts& facts) {
  const std::string_view in = words.at(at), out = words.at(at + 1);
  if (at + 2 >= words.whole()) return;
  if (is_layout(in, "nt") && is_layout(out, "nt"))
    facts.layout = {upper_case(std::string(in) + "_" + std::string(out)), FactBasis::inferred};
  else if (in.size() == 8 && out.size() == 4)
    facts.layout = {
        upper_case(std::string(in.substr(0, 4)) + "/" + std::string(in.substr(4)) + "/" + std::string(out)),
        FactBasis::inferred};
}

void read_matrix_kernel(const Words& words, KernelFacts& facts) {
  std::array<int32_t, 4> extents{};
  size_t first = 3;
  while (words.at(first) == "implicit" || words.at(first) == "gemm" || words.at(first) == "indexed") ++first;
  read_types(words, first, facts);
  if (facts.input.is_known()) read_layout(words, first + 3, facts);
  for (size_t i = first; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    int32_t stages = 0;
    if (word.starts_with("tilesize") && read_extents(word.substr(8), extents) == 3)
      facts.tile = {{extents[0], extents[1], extents[2]}, FactBasis::inferred};
    else if (read_after_prefix(word, "stage", stages))
      facts.stages = {stages, FactBasis::inferred};
    else if (word.starts_with("tensor") || word.starts_with("warpgroupsize"))
      say_tensor_cores(facts, word.starts_with("tensor") ? "tensor16x8" : "warpgroup");
    else if (word == "ffma" || word == "dfma")
      say_plain_arithmetic(facts, word == "ffma" ? "ffma" : "dfma");
    else if (word == "split" && words.at(i + 1) == "k")
      fuse(facts, FusedOperator::split_k);
  }
}

}  // namespace

bool read_xmma(const SpelledName& name, KernelFacts& facts) {
  const size_t xmma = name.base.find("_xmma_");
  if (xmma == std::string_view::npos || !name.base.starts_with("sm")) return false;
  const Words words = split_words(name.base, name.cut);
  facts.architecture = {short_text(words.at(0)), FactBasis::inferred};
  for (const Owner& owner : kOwners)
    if (!name.cut && name.base.find(owner.text, xmma) != std::string_view::npos)
      facts.library = {owner.library, FactBasis::known};
  for (const Kind& kind : kKinds)
    if (words.at(2) == kind.word) {
      facts.family = {kind.family, FactBasis::known};
      read_matrix_kernel(words, facts);
    }
  if (name.base.find("_NHWC_", xmma) != std::string_view::npos)
    facts.layout = {short_text("NHWC"), FactBasis::known};
  return true;
}

}  // namespace nsys_ai
