// The words of a question, as typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// A number with an attached suffix: `39.1s`, `2nd`, `50%`.
struct TypedNumber {
  double value = 0;
  std::string suffix;  // letters, in lower case; empty for none
};

struct TypedWord {
  std::string raw;   // without punctuation around it
  std::string text;  // in lower case
  size_t begin = 0;  // byte offset in the question
  size_t end = 0;
  bool quoted = false;     // in quotation marks: a name, whatever the word
  bool like_name = false;  // spelled like an identifier: aten::mul, cudaMalloc, a_b
  bool reference = false;  // an event's reference: kernel:1234, gap:0:60401707567
  bool ends_sentence = false;
  std::optional<TypedNumber> number = {};
};

// Longer questions are refused: nobody types them.
constexpr size_t kLongestQuestion = 2000;

std::vector<TypedWord> words_of(std::string_view question);

// The lexicon's form of a word: in lower case and singular.
std::string singular(std::string_view word);

}  // namespace nsys_ai
