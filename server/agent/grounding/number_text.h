// A number in a text, and what stands around it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "agent/grounding/figure_words.h"

namespace nsys_ai {

// As it is written.
struct WrittenNumber {
  double value = 0;
  double step = 1;  // of its last digit
  size_t end = 0;
  size_t whole_digits = 0;
  size_t zeros = 0;  // it ends with, before any fraction
  bool is_whole = true;
  bool is_scaled = false;  // 1.2k
};

struct WrittenUnit {
  const FigureUnit* unit = nullptr;  // null for none
  size_t end = 0;
};

// Looks around in a text, by place. The text outlives it.
class NumberText {
 public:
  explicit NumberText(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  bool is(size_t at, char c) const { return at < text_.size() && text_[at] == c; }
  bool digit(size_t at) const;
  bool in_name(size_t at) const;
  size_t behind_digits(size_t at) const;
  size_t behind_name(size_t at) const;

  // The number that begins at `at`, with a digit or the point before one; nothing where it is a version.
  std::optional<WrittenNumber> number_at(size_t at) const;
  WrittenUnit unit_of(const WrittenNumber& number) const;
  // Where the number begins with its minus; `at` where it has none.
  size_t sign_of(size_t at) const;
  // Where the whole text ends of which the digits are the beginning: 2026-11-23, 12:30:05, 128x64, 10^9.
  std::optional<size_t> behind_compound(size_t at) const;
  size_t behind_version(size_t at) const;

  // The word that ends before `at`, or begins behind it, in lower case; marks of emphasis are looked through.
  std::string word_before(size_t at, size_t* begin = nullptr) const;
  std::string word_behind(size_t at, size_t* end = nullptr) const;
  Hedge hedge_before(size_t at) const;
  // What is counted: the first noun of ours behind the number, in its phrase.
  std::string noun_behind(size_t at) const;
  // The same, or the noun before it: `calls: 68`.
  std::string noun_of(size_t begin, size_t end) const;

 private:
  // What parts the groups of three digits of the number whose first digits these are; empty where nothing
  // does.
  std::string_view group_mark(size_t begin, size_t end) const;

  std::string_view text_;
};

}  // namespace nsys_ai
