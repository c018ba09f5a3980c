// Splits a text into sentences, as far as finding the subject of a figure needs them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct TextSentence {
  size_t begin = 0;
  size_t end = 0;
  // The sentence that gives this one's subject if it has none itself: the sentence before a pronoun, or the
  // line above a list. npos if there is none.
  size_t about = npos;
  static constexpr size_t npos = static_cast<size_t>(-1);
};

// A line of a table counts as one sentence.
std::vector<TextSentence> sentences_of(std::string_view text);

}  // namespace nsys_ai
