// Functions of users and of libraries without a scheme. Only separate words count, and only unambiguous terms
// are listed.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;

struct WordRule {
  std::string_view text;  // lowercase words of the name, joined without underscores
  KernelFamily family;
};

// Ordered by the cost of a fused kernel's parts.
constexpr WordRule kWords[] = {
    {"allreduce", F::communication},
    {"allgather", F::communication},
    {"reducescatter", F::communication},
    {"flashattention", F::attention},
    {"flashattn", F::attention},
    {"fmha", F::attention},
    {"attention", F::attention},
    {"attn", F::attention},
    {"mla", F::attention},
    {"sdpa", F::attention},
    {"gemm", F::gemm},
    {"sgemm", F::gemm},
    {"hgemm", F::gemm},
    {"dgemm", F::gemm},
    {"matmul", F::gemm},
    {"gemv", F::gemm},
    {"mm", F::gemm},
    {"matrixmul", F::gemm},
    {"conv1d", F::convolution},
    {"conv2d", F::convolution},
    {"conv3d", F::convolution},
    {"convolution", F::convolution},
    {"moe", F::moe},
    {"expert", F::moe},
    {"experts", F::moe},
    {"rmsnorm", F::normalisation},
    {"layernorm", F::normalisation},
    {"groupnorm", F::normalisation},
    {"batchnorm", F::normalisation},
    {"softmax", F::softmax},
    {"rope", F::rope},
    {"rotary", F::rope},
    {"silu", F::activation},
    {"gelu", F::activation},
    {"swiglu", F::activation},
    {"relu", F::activation},
    {"topk", F::sampling},
    {"sampling", F::sampling},
    {"argmax", F::sampling},
    {"quant", F::quantisation},
    {"quantize", F::quantisation},
    {"dequantize", F::quantisation},
    {"dequant", F::quantisation},
    {"embedding", F::embedding},
    {"gather", F::embedding},
    {"scatter", F::embedding},
    {"spmv", F::sparse},
    {"spmm", F::sparse},
    {"fft", F::fft},
    {"radixsort", F::sort},
    {"bitonicsort", F::sort},
    {"sort", F::sort},
    {"transpose", F::copy},
    {"memcpy", F::copy},
    {"copy", F::copy},
    {"concat", F::copy},
    {"adam", F::optimizer},
    {"adamw", F::optimizer},
    {"sgd", F::optimizer},
    {"reduction", F::reduction},
    {"reduce", F::reduction},
    {"reducesum", F::reduction},
    {"elementwise", F::elementwise},
};

// A name as lowercase words, each with a space before and after it: `tiled_matMul2D` is ` tiled mat mul2d `.
std::string words_of(std::string_view base) {
  std::string words = " ";
  char before = '_';
  for (size_t i = 0; i < base.size() && words.size() < 256; ++i) {
    const char c = base[i];
    const bool upper = c >= 'A' && c <= 'Z';
    const bool next_lower = i + 1 < base.size() && base[i + 1] >= 'a' && base[i + 1] <= 'z';
    const bool before_upper = before >= 'A' && before <= 'Z';
    const bool breaks = c == '_' || c == '$' || c == '.';
    if (breaks || (upper && before != '_' && (!before_upper || next_lower))) words += ' ';
    if (!breaks) words += upper ? static_cast<char>(c + 32) : c;
    before = c;
  }
  return words += ' ';
}

// Whether consecutive words spell the text.
bool spells(std::string_view words, std::string_view text) {
  for (size_t begin = 0; begin + 1 < words.size(); ++begin) {
    if (words[begin] != ' ') continue;
    size_t at = begin + 1, matched = 0;
    while (at < words.size() && matched < text.size() && (words[at] == ' ' || words[at] == text[matched])) {
      if (words[at] != ' ') ++matched;
      ++at;
    }
    if (matched == text.size() && at < words.size() && words[at] == ' ') return true;
  }
  return false;
}

}  // namespace

bool read_plain_words(std::string_view base, KernelFacts& facts) {
  const std::string words = words_of(base);
  for (const WordRule& rule : kWords)
    if (spells(words, rule.text)) {
      facts.family = {rule.family, FactBasis::inferred};
      return true;
    }
  return false;
}

}  // namespace nsys_ai
