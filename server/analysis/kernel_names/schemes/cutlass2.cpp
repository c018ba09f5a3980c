// CUTLASS 2.x, of cuBLAS, cuDNN, TensorRT and users:
// cutlass[_<sm>]_<class>_[<out>_]<accumulator><mma>[<math>]<kind>[_relu][_<in>]_<M>x<N>_<K>x<stages>_<layout>_align<n>
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

// `s16816gemm`: the letter of the accumulator, then digits, then the kind of operation.
const Kind* kind_of(std::string_view word) {
  if (format_of_letter(word.empty() ? '\0' : word.front()) == NumberFormat::none) return nullptr;
  for (const Kind& kind : kKinds)
    if (word.ends_with(kind.word)) return &kind;
  return nullptr;
}

void read_core(std::string_view word, std::string_view out, bool simt, KernelFacts& facts) {
  set_fact(facts.accumulate, format_of_letter(word.front()), FactBasis::documented);
  set_fact(facts.output, out.empty() ? format_of_letter(word.front()) : format_of_word(out),
       FactBasis::documented);
  if (simt)
    say_plain_arithmetic(facts, "simt");
  else
    say_tensor_cores(facts, "tensorop");
}

// Reads the words after the core: input format, tile, layout.
void read_rest(const Words& words, size_t i, KernelFacts& facts) {
  std::array<int32_t, 4> extents{};
  int pairs = 0;
  for (; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    if (word == "relu") {
      fuse(facts, FusedOperator::relu);
    } else if (const NumberFormat format = format_of_word(word); format != NumberFormat::none && pairs == 0) {
      set_fact(facts.input, format, FactBasis::documented);
    } else if (read_extents(word, extents) == 2) {
      if (pairs == 0) facts.tile = {{extents[0], extents[1], 0}, FactBasis::known};
      if (pairs == 1) {
        facts.tile.value.k = extents[0];
        facts.stages = {extents[1], FactBasis::known};
      }
      ++pairs;
    } else if ((word.size() == 2 && is_layout(word, "nt")) || word == "nhwc" || word == "nchw" ||
               word == "ndhwc") {
      facts.layout = {upper_case(word), FactBasis::known};
    }
  }
}

bool read_flat(std::string_view text, bool cut, KernelFacts& facts) {
  if (!text.starts_with("cutlass_")) return false;
  const Words words = split_words(text, cut);
  const Kind* kind = nullptr;
  size_t core = 1;
  for (; core < words.count && kind == nullptr; ++core) kind = kind_of(words.at(core));
  if (kind == nullptr) return false;
  --core;
  set_family(facts, kind->family, L::cutlass2);
  int32_t sm = 0;
  if (read_number(words.at(1), sm))
    facts.architecture = {short_text("sm" + std::to_string(sm)), FactBasis::known};
  const std::string_view before = words.at(core - 1);
  const std::string_view out = format_of_word(before) == NumberFormat::none ? std::string_view() : before;
  const bool simt = text.find("_simt_") != std::string_view::npos;
  read_core(words.at(core), out, simt, facts);
  read_rest(words, core + 1, facts);
  // Without a format word before the tile, the input has the accumulator's format.
  if (!facts.input.is_known() && facts.tile.is_known())
    set_fact(facts.input, facts.accumulate.value, FactBasis::documented);
  return true;
}

constexpr NameRule kTemplates[] = {
    {Where::arguments_have, "reduction::kernel::ReduceSplitK", F::reduction, L::cutlass2},
    {Where::arguments_have, "AttentionKernel<", F::attention, L::memory_efficient},
    {Where::arguments_have, "AttentionBackwardKernel<", F::attention, L::memory_efficient},
    {Where::arguments_have, "conv::kernel::", F::convolution, L::cutlass2},
    {Where::arguments_have, "gemm::kernel::", F::gemm, L::cutlass2},
};
constexpr NameRule kFunctions[] = {
    {Where::path_begins, "cutlass::gemm_", F::gemm, L::cutlass2, first_type},
};

}  // namespace

bool read_cutlass2(const SpelledName& name, KernelFacts& facts) {
  if (read_flat(name.base, name.cut, facts)) return true;
  if (name.base == "Kernel" || name.base == "Kernel2" || name.base == "device_kernel") {
    const bool is_cudnn = name.qualified.find("cudnn") != std::string_view::npos;
    bool read = read_flat(template_argument(name.arguments, 0), name.cut, facts);
    if (!read && name.qualified.starts_with("cutlass")) read = read_by_rules(kTemplates, name, facts);
    if (!read && name.qualified.starts_with("cutlass")) set_family(facts, F::other, L::none), read = true;
    if (read && is_cudnn) facts.library = {L::cudnn, FactBasis::inferred};
    if (read) return true;
  }
  return read_by_rules(kFunctions, name, facts);
}

}  // namespace nsys_ai
