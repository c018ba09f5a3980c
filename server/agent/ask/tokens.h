// The words of a question as a person typed them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::inline agent {

// A number with what stands right behind it: `39.1s`, `5 ms` (two tokens), `2nd`.
struct TypedNumber {
  double value = 0;
  std::string unit;  // letters behind it, in lower case; empty for none
};

struct WordToken {
  std::string raw;         // as it was typed, without the marks of a sentence around it
  std::string word;        // in lower case
  bool quoted = false;     // in quotation marks: a name, whatever it says
  bool like_name = false;  // written as names of programs are: aten::mul, cudaMalloc, a_b
  std::optional<TypedNumber> number = {};
  // Of the first of several words that hyphens join: what was typed, and how many words it became.
  std::string joined = {};
  size_t joins = 0;
  bool owns = false;  // with 's behind it
};

// Longer questions are refused: nobody types them, and names beyond are none that anybody reads.
constexpr size_t kLongestQuestion = 2000;

std::vector<WordToken> tokens_of(std::string_view question);

// The question of which these are the words, as it was typed.
std::string written(const std::vector<WordToken>& tokens);

std::vector<WordToken> token_slice(const std::vector<WordToken>& tokens, size_t begin, size_t end);

// Whether it is one of the words, and no name in quotation marks; false behind the last token.
bool is_one_of(const WordToken& token, std::initializer_list<std::string_view> words);
bool says_at(const std::vector<WordToken>& tokens, size_t at, std::initializer_list<std::string_view> words);
// Whether one of the words is said at all.
bool says_anywhere(const std::vector<WordToken>& tokens, std::initializer_list<std::string_view> words);

// The forms in which the lexicon may know the word: itself, and without the ending of a plural.
std::vector<std::string> forms_of(const std::string& word);

}  // namespace nsys_ai::inline agent
