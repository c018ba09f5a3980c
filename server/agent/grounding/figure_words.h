// The words around a number that tell what it is: units, nouns, and those that make it none.
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

// Units are told by case: ms and MS differ. Null where the word is none.
const FigureUnit* unit_word(std::string_view word);

// What a number counts, in the singular: `calls` gives `call`; `device` is a `gpu`. Empty for words that are
// not counted here.
std::string_view counted_noun(std::string_view word);
// Of which a number may name one: gpu, stream, process. `device` is a `gpu`. Empty for all others.
std::string_view identified_noun(std::string_view word);
// Whether a number behind the word belongs to a name: CUDA 12, version 3, Table 2.
bool names_with_number(std::string_view word);
// Whether the word makes a small number behind it an order: top 3, the first 2.
bool orders(std::string_view word);
// The same in front of it: 3 longest.
bool is_superlative(std::string_view word);
Hedge hedge_word(std::string_view word);
// two to twenty, and the tens to ninety.
std::optional<int> number_word(std::string_view word);
// Into how many parts it divides: 3 of `third` and `thirds`; 0 of all other words.
int part_word(std::string_view word);
bool is_month(std::string_view word);
// GB/s of GB, FLOP/s of FLOP; null of units whose rate is none here.
const FigureUnit* rate_of(const FigureUnit& unit);

}  // namespace nsys_ai
