// Code that the schemes share: tables of patterns, names of number formats, words and extents.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "analysis/kernel_names/kernel_name.h"
#include "analysis/kernel_names/spelling.h"

namespace nsys_ai {

enum class Where : uint8_t {
  base_is,
  base_begins,
  base_has,
  path_begins,
  path_has,
  arguments_begin,
  arguments_have
};

// Reads the parts of a name that a rule has recognised.
using PartReader = void (*)(const SpelledName&, KernelFacts&);

// A row of a scheme's table. The first matching row decides.
struct NameRule {
  Where where;
  std::string_view text;
  KernelFamily family;
  KernelLibrary library = KernelLibrary::none;
  PartReader parts = nullptr;
};
bool read_by_rules(std::span<const NameRule> rules, const SpelledName& name, KernelFacts& facts);

// Sets a fact with the basis `known`, and no fact where the value is none.
void set_fact(KernelFact<NumberFormat>& fact, NumberFormat format, FactBasis how = FactBasis::known);
void set_family(KernelFacts& facts, KernelFamily family, KernelLibrary library,
                 FactBasis how = FactBasis::known);
inline void fuse(KernelFacts& facts, FusedOperator fused) {
  facts.fused |= 1U << static_cast<unsigned>(fused);
}
void say_tensor_cores(KernelFacts& facts, std::string_view part);
void say_plain_arithmetic(KernelFacts& facts, std::string_view part);

// The format of a C++ type (`const c10::BFloat16 *`), none where it is not a number type.
NumberFormat format_of_type(std::string_view type);
// The format of a short word, for example `bf16`, `e4m3`, `f32`.
NumberFormat format_of_word(std::string_view word);
// The format of a BLAS type letter.
NumberFormat format_of_letter(char letter);

// Whether a name is complete. Tools truncate names at some length without a mark. Where all names of a scheme
// end with known words, a plain name with another ending was truncated; names of other schemes can end with
// anything.
bool ends_as_its_scheme(std::string_view base);

// The words between underscores.
struct Words {
  std::array<std::string_view, 64> word{};
  size_t count = 0;
  bool last_is_whole = true;  // false: the name was truncated, so the last word may be too
  std::string_view at(size_t i) const { return i < count ? word[i] : std::string_view(); }
  // The number of words that are certainly complete.
  size_t whole() const { return count - (last_is_whole || count == 0 ? 0 : 1); }
};
Words split_words(std::string_view text, bool cut);

// Reads `128x64` or `128x64x32`; returns how many numbers, 0 for any other text.
size_t read_extents(std::string_view text, std::array<int32_t, 4>& extents);
// Reads the integers of `cute::C<128>,cute::C<64>`; returns 0 where any element is something else.
size_t read_tuple(std::string_view elements, std::array<int32_t, 4>& extents);
// Reads the number that follows a prefix in a word: `align8`, `stage3`.
bool read_after_prefix(std::string_view word, std::string_view prefix, int32_t& value);
bool is_layout(std::string_view word, std::string_view letters);
ShortText upper_case(std::string_view text);

// Readers for template arguments that many libraries share.
void first_type(const SpelledName& name, KernelFacts& facts);
// Reads the types at the beginning of the arguments, after any index types: the first is the input, the last
// the accumulator.
void leading_types(const SpelledName& name, KernelFacts& facts);
void input_and_accumulator(const SpelledName& name, KernelFacts& facts);
void input_output_accumulator(const SpelledName& name, KernelFacts& facts);

}  // namespace nsys_ai
