// What the schemes share: tables of patterns, the names of number formats, words and extents.
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

// A line of a scheme's table. The first that fits decides.
struct NameRule {
  Where where;
  std::string_view text;
  KernelFamily family;
  KernelLibrary library = KernelLibrary::none;
  PartReader parts = nullptr;
};
bool read_by_rules(std::span<const NameRule> rules, const SpelledName& name, KernelFacts& facts);

// `known` facts, and no fact where the value says nothing.
void set_fact(KernelFact<NumberFormat>& fact, NumberFormat format, FactBasis how = FactBasis::known);
void set_family(KernelFacts& facts, KernelFamily family, KernelLibrary library,
                 FactBasis how = FactBasis::known);
inline void fuse(KernelFacts& facts, FusedOperator fused) {
  facts.fused |= 1U << static_cast<unsigned>(fused);
}
void say_tensor_cores(KernelFacts& facts, std::string_view part);
void say_plain_arithmetic(KernelFacts& facts, std::string_view part);

// Of a type in C++ (`const c10::BFloat16 *`), none where it is not one of numbers.
NumberFormat format_of_type(std::string_view type);
// Of a short word such as `bf16`, `e4m3`, `f32`.
NumberFormat format_of_word(std::string_view word);
// By the letter of BLAS.
NumberFormat format_of_letter(char letter);

// Tools cut names at some length without a sign. A flat name of a scheme whose names end with known words was
// cut where it ends otherwise; names of other schemes end anyhow.
bool ends_as_its_scheme(std::string_view base);

// Parts between underscores.
struct Words {
  std::array<std::string_view, 64> word{};
  size_t count = 0;
  bool last_is_whole = true;  // false: the name was cut, so that the last word may be
  std::string_view at(size_t i) const { return i < count ? word[i] : std::string_view(); }
  // Of words that are sure to be whole.
  size_t whole() const { return count - (last_is_whole || count == 0 ? 0 : 1); }
};
Words split_words(std::string_view text, bool cut);

// `128x64` or `128x64x32`: how many numbers, 0 where it is anything else.
size_t read_extents(std::string_view text, std::array<int32_t, 4>& extents);
// Whole numbers of `cute::C<128>,cute::C<64>`; 0 where any is something else.
size_t read_tuple(std::string_view elements, std::array<int32_t, 4>& extents);
// A number that a word ends with behind a prefix: `align8`, `stage3`.
bool read_behind(std::string_view word, std::string_view prefix, int32_t& value);
bool is_layout(std::string_view word, std::string_view letters);
ShortText upper_case(std::string_view text);

// Readers of template arguments that many libraries share.
void first_type(const SpelledName& name, KernelFacts& facts);
// The types with which the arguments begin, behind those of indices: the first goes in, the last accumulates.
void leading_types(const SpelledName& name, KernelFacts& facts);
void input_and_accumulator(const SpelledName& name, KernelFacts& facts);
void input_output_accumulator(const SpelledName& name, KernelFacts& facts);

}  // namespace nsys_ai
