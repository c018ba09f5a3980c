// What a kernel's name says, and how sure that is. The only reader of kernel names in the program.
//
// A name is brought to one spelling first (spelling.h). Its scheme, which is the library whose way of naming
// this is, decides how its parts are read (schemes/); each scheme is a file with its tables. What a name does
// not tell is not told: nothing is guessed from what is usual, and nothing is read behind where a name was
// cut.
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
  inferred,   // from names beside what they ran, or beside sizes that fit
  known,      // common knowledge of the library's public source
  documented  // in the library's own source or manual
};

template <class T>
struct KernelFact {
  T value{};
  FactBasis how = FactBasis::unknown;
  bool is_known() const { return how != FactBasis::unknown; }
};

// A few letters of a name, such as `TNN` or `sm90`.
struct ShortText {
  std::array<char, 22> letters{};
  uint8_t size = 0;
  std::string_view text() const { return {letters.data(), size}; }
};
ShortText short_text(std::string_view text);

// Of a matrix product M, N and K; of attention rows of queries, rows of keys and the head dimension. A zero
// is not told.
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
  KernelFact<KernelTile> cluster;  // of blocks that share their memory
  KernelFact<ShortText> layout;
  KernelFact<ShortText> architecture;  // that the kernel is built for, which need not be the GPU's
  KernelFact<int32_t> head_dimension;
  uint32_t fused = 0;  // bits of FusedOperator
  TensorCoreUse tensor_cores = TensorCoreUse::unknown;
  ShortText tensor_core_part;  // of the name: what says so; empty for unknown
};

// Reads names one behind another. For one thread; what it answers holds no views into a name.
class NameReader {
 public:
  KernelFacts read(std::string_view name);

 private:
  NameSpeller speller_;
};
KernelFacts read_kernel_name(std::string_view name);

// `bf16`, or `bf16 x mxfp4` where two inputs differ; `-` where the name does not tell.
std::string input_format(const KernelFacts& facts);
// `128x256x64`, with `-` for what is not told; `-` alone where nothing is.
std::string tile_text(const KernelFacts& facts);
// `bias, relu`; empty where the name tells none.
std::string fused_text(const KernelFacts& facts);

}  // namespace nsys_ai
