// The words of the field and what each says: lexicon.txt, compiled in.
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
  comparative,  // an order behind `which`
  compare,
  conjunction,
  dimension,
  direction,
  family,
  grouped,  // of groups by name, and not of single events
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
  std::string text;                // as the lexicon writes it
  std::vector<Meaning> meanings;
};

// The parts of a line between marks, without blanks around them.
std::vector<std::string_view> parts_of(std::string_view text, char mark);

// In the order of the file. A file that cannot be read is a defect, and every test meets it.
std::span<const Phrase> lexicon();

// The longest phrase that the words from `at` on are; null for none.
const Phrase* phrase_at(std::span<const TypedWord> words, size_t at);

// The first phrase that has the meaning: what a sentence says for it. Empty for none.
std::string_view phrase_for(Role role, std::string_view value);

}  // namespace nsys_ai
