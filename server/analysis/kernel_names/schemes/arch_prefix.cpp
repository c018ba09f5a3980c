// Hand-written kernels of cuBLAS, cuDNN and TensorRT, which begin with the GPU generation that they target:
// <generation>_[<out>_]<acc><mma><gemm|cudnn>_[<type>_]<M>x<N>_..._[stages_<K>x<S>]_<layout>[_v1]
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

struct Prefix {
  std::string_view text;
  KernelLibrary library;
};
constexpr std::array<Prefix, 5> kOwners = {{{"cudnn_infer_", L::cudnn},
                                            {"cudnn_train_", L::cudnn},
                                            {"cudnn_", L::cudnn},
                                            {"trt_", L::tensorrt},
                                            {"", L::none}}};
struct Generation {
  std::string_view word, name;
};
constexpr std::array<Generation, 7> kGenerations = {{{"maxwell", "Maxwell"},
                                                     {"pascal", "Pascal"},
                                                     {"volta", "Volta"},
                                                     {"turing", "Turing"},
                                                     {"ampere", "Ampere"},
                                                     {"hopper", "Hopper"},
                                                     {"blackwell", "Blackwell"}}};

struct Core {
  KernelFamily family = F::other;
  char letter = '\0';
  bool tensor = false;  // its digits name a tensor core instruction
};

// `s16816gemm`, `sgemm`, `gcgemm`, `scudnn`, `s884cudnn`, `i8816cudnn`
Core core_of(std::string_view word) {
  Core core;
  for (const std::string_view end : {"gemm", "cudnn"})
    if (word.ends_with(end)) {
      core.family = end == "gemm" ? F::gemm : F::convolution;
      word.remove_suffix(end.size());
      break;
    }
  if (core.family == F::other) return core;
  if (word.size() == 2 && word.front() == 'g') word.remove_prefix(1);
  if (word.empty() || word.find_first_not_of("0123456789", 1) != std::string_view::npos) return {};
  core.letter = word.front();
  core.tensor = word.size() > 1;
  return core;
}

void read_format(const Core& core, std::string_view word, std::string_view out, std::string_view in,
                 KernelFacts& facts) {
  const NumberFormat letter = format_of_letter(core.letter);
  set_fact(facts.accumulate, letter, FactBasis::inferred);
  set_fact(facts.output, out.empty() ? letter : format_of_word(out), FactBasis::inferred);
  if (!in.empty())
    set_fact(facts.input, format_of_word(in), FactBasis::inferred);
  else if (!core.tensor || core.letter == 'h' || core.letter == 'd')
    set_fact(facts.input, letter, FactBasis::known);
  if (core.tensor)
    say_tensor_cores(facts, word);
  else
    say_plain_arithmetic(facts, word);
}

void read_rest(const Words& words, size_t i, KernelFacts& facts) {
  std::array<int32_t, 4> extents{};
  std::string layout;
  for (; i < words.whole(); ++i) {
    const std::string_view word = words.at(i);
    if (word == "stages" && i + 1 < words.whole() && read_extents(words.at(i + 1), extents) == 2) {
      facts.tile.value.k = extents[0];
      facts.stages = {extents[1], FactBasis::inferred};
      ++i;
    } else if (!facts.tile.is_known() && read_extents(word, extents) == 2) {
      facts.tile = {{extents[0], extents[1], 0}, FactBasis::inferred};
    } else if ((word.size() == 2 && is_layout(word, "nt")) || word.starts_with("nhwc") ||
               word.starts_with("nchw")) {
      if (!layout.empty()) layout += ' ';
      layout += upper_case(word).text();
    } else if (word == "relu") {
      fuse(facts, FusedOperator::relu);
    } else if (word == "splitK") {
      fuse(facts, FusedOperator::split_k);
    }
  }
  if (!layout.empty()) facts.layout = {short_text(layout), FactBasis::inferred};
}

}  // namespace

bool read_arch_prefix(const SpelledName& name, KernelFacts& facts) {
  std::string_view rest = name.base;
  KernelLibrary owner = L::none;
  for (const Prefix& prefix : kOwners)
    if (rest.starts_with(prefix.text)) {
      rest.remove_prefix(prefix.text.size());
      owner = prefix.library;
      break;
    }
  const std::string_view word = rest.substr(0, rest.find('_'));
  const Generation* generation = nullptr;
  for (const Generation& of : kGenerations)
    if (of.word == word) generation = &of;
  if (generation == nullptr) return false;
  const Words words = split_words(rest, name.cut);
  size_t at = 1;
  const std::string_view out =
      format_of_word(words.at(1)) == NumberFormat::none ? std::string_view() : words.at(at++);
  const std::string_view core_word = words.at(at);
  const Core core = core_of(core_word);
  if (core.family == F::other) return false;
  facts.architecture = {short_text(generation->name), FactBasis::known};
  if (owner == L::none) owner = core.family == F::gemm ? L::cublas : L::cudnn;
  set_family(facts, core.family, owner);
  ++at;
  const std::string_view in =
      format_of_word(words.at(at)) == NumberFormat::none ? std::string_view() : words.at(at++);
  read_format(core, core_word, out, in, facts);
  read_rest(words, at, facts);
  return true;
}

}  // namespace nsys_ai
