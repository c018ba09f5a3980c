// Reads facts from a kernel's name, each with the basis for it. No other code of the program parses kernel
// names.
//
// A name is normalised first (spelling.h). Its scheme, the naming convention of the library that it comes
// from, then decides how to read its parts (schemes/); each scheme is a file with its tables. Facts that a
// name does not state remain unknown: nothing is guessed from typical use, and nothing is read past the point
// where a name was truncated.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/kernel_names/spelling.h"
#include "analysis/kernel_names/vocabulary.h"

namespace nsys_ai {

enum class FactBasis : uint8_t {
  unknown,
  inferred,   // from comparing names with what they ran, or with matching sizes
  known,      // common knowledge of the library's public source
  documented  // in the library's own source or manual
};

template <class T>
struct KernelFact {
  T value{};
  FactBasis how = FactBasis::unknown;
  bool is_known() const { return how != FactBasis::unknown; }
};

// A few letters of a name, for example `TNN` or `sm90`.
struct ShortText {
  std::array<char, 22> letters{};
  uint8_t size = 0;
  std::string_view text() const { return {letters.data(), size}; }
};
ShortText short_text(std::string_view text);

// M, N and K of a matrix product; for attention, rows of queries, rows of keys and the head dimension. Zero
// means unknown.
struct KernelTile {
  int32_t m = 0, n = 0, k = 0;
};

enum class TensorCoreUse : uint8_t { likely, unlikely, unknown };

struct KernelFacts {
  KernelFact<KernelFamily> family{KernelFamily::other};
  KernelFact<KernelLibrary> library{KernelLibrary::none};
  KernelFact<NumberFormat> input{NumberFormat::none};
  KernelFact<NumberFormat> second_input{NumberFormat::none};  // where it differs from the first
  KernelFact<NumberFormat> accumulate{NumberFormat::none};
  KernelFact<NumberFormat> output{NumberFormat::none};
  KernelFact<KernelTile> tile;
  KernelFact<int32_t> stages;      // 0: chosen by the library when it was built
  KernelFact<KernelTile> cluster;  // of the block cluster, whose blocks share memory
  KernelFact<ShortText> layout;
  KernelFact<ShortText> architecture;  // target of the kernel's code, which can differ from the GPU
  KernelFact<int32_t> head_dimension;
  uint32_t fused = 0;  // bits of FusedOperator
  TensorCoreUse tensor_cores = TensorCoreUse::unknown;
  ShortText tensor_core_part;  // the part of the name that shows tensor cores; empty for unknown
};

// Reads one name after another. For one thread; the returned facts hold no views into a name.
class NameReader {
 public:
  KernelFacts read(std::string_view name);

 private:
  NameSpeller speller_;
};
KernelFacts read_kernel_name(std::string_view name);

// `bf16`, or `bf16 x mxfp4` where two inputs differ; `-` where the name does not say.
std::string input_format(const KernelFacts& facts);
// `128x256x64`, with `-` for an unknown extent; `-` alone where all are unknown.
std::string tile_text(const KernelFacts& facts);
// `bias, relu`; empty where the name states none.
std::string fused_text(const KernelFacts& facts);

}  // namespace nsys_ai
