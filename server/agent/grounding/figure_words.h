// The words around a number that determine its meaning: units, nouns, and words after which it is no figure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/grounding/figures.h"

namespace nsys_ai {

struct FigureUnit {
  std::string_view word;
  FigureKind kind;
  double size;  // in the unit of Figure::value
};

// Case-sensitive: ms and MS differ. Null if the word is no unit.
const FigureUnit* unit_word(std::string_view word);

// The noun that a number counts, in the singular: `calls` gives `call`, and `device` gives `gpu`. Empty for
// other words.
std::string_view counted_noun(std::string_view word);
// The noun of things that numbers identify: gpu, stream, process; `device` gives `gpu`. Empty for other
// words.
std::string_view identified_noun(std::string_view word);
// Whether a number after the word belongs to a name: CUDA 12, version 3, Table 2.
bool names_with_number(std::string_view word);
// Whether a small number after the word is a rank or limit: top 3, the first 2.
bool orders(std::string_view word);
// The same for a word after the number: 3 longest.
bool is_superlative(std::string_view word);
Hedge hedge_word(std::string_view word);
// two to twenty, and the tens to ninety.
std::optional<int> number_word(std::string_view word);
// The denominator that the word means: 3 for `third` and `thirds`; 0 for other words.
int part_word(std::string_view word);
bool is_month(std::string_view word);
// GB/s for GB, FLOP/s for FLOP; null for units without a rate.
const FigureUnit* rate_of(const FigureUnit& unit);

}  // namespace nsys_ai
