// The words of the field and their meanings: lexicon.txt, compiled in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "question/words.h"

namespace nsys_ai {

enum class Role : uint8_t {
  after,
  ask,
  before,
  between,
  blocking,
  by,
  calls,
  collective,
  comparative,  // an order after `which`
  compare,
  conjunction,
  dimension,
  direction,
  family,
  grouped,  // for groups by name, not single events
  inside,
  join,
  launched_by,
  library,
  list,
  measure,
  memory,
  named,
  order,
  per,
  share,
  skip,
  statistic,
  thing,
  without
};

struct Meaning {
  Role role;
  std::string value;
};

struct Phrase {
  std::vector<std::string> words;  // in lower case and singular
  std::string text;                // as the lexicon spells it
  std::vector<Meaning> meanings;
};

// Splits a line at the marks and trims the parts.
std::vector<std::string_view> parts_of(std::string_view text, char mark);

// In the order of the file. A file that does not parse is a defect, which every test would find.
std::span<const Phrase> lexicon();

// The longest phrase at the words from `at` on; null for none.
const Phrase* phrase_at(std::span<const TypedWord> words, size_t at);

// The first phrase with this meaning, which sentences use. Empty if there is none.
std::string_view phrase_for(Role role, std::string_view value);

}  // namespace nsys_ai
