// A text by sentences, as far as telling what a figure is about needs them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct TextSentence {
  size_t begin = 0;
  size_t end = 0;
  // Of the sentence that says what this one is about if it does not say so itself: the one before a pronoun,
  // or the line that a list stands under. npos for none.
  size_t about = npos;
  static constexpr size_t npos = static_cast<size_t>(-1);
};

// A line of a table is one.
std::vector<TextSentence> sentences_of(std::string_view text);

}  // namespace nsys_ai
