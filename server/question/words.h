// The words of a question as a person typed them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// A number with what stands right behind it: `39.1s`, `2nd`, `50%`.
struct TypedNumber {
  double value = 0;
  std::string suffix;  // letters, in lower case; empty for none
};

struct TypedWord {
  std::string raw;   // without the marks of a sentence around it
  std::string text;  // in lower case
  size_t begin = 0;  // where it stands in the question, in bytes
  size_t end = 0;
  bool quoted = false;     // in quotation marks: a name, whatever it says
  bool like_name = false;  // written as names of programs are: aten::mul, cudaMalloc, a_b
  bool reference = false;  // of an event: kernel:1234, gap:0:60401707567
  bool ends_sentence = false;
  std::optional<TypedNumber> number = {};
};

// Longer questions are refused: nobody types them.
constexpr size_t kLongestQuestion = 2000;

std::vector<TypedWord> words_of(std::string_view question);

// The form under which the lexicon has a word: in lower case and singular.
std::string singular(std::string_view word);

}  // namespace nsys_ai
