// Reads a number in a text, and the text around it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "agent/grounding/figure_words.h"

namespace nsys_ai {

// A number as written.
struct WrittenNumber {
  double value = 0;
  double step = 1;  // size of one unit in its last digit
  size_t end = 0;
  size_t whole_digits = 0;
  size_t zeros = 0;  // trailing zeros of the integer part
  bool is_whole = true;
  bool is_scaled = false;  // 1.2k
};

struct WrittenUnit {
  const FigureUnit* unit = nullptr;  // null if it has none
  size_t end = 0;
};

// Examines a text around an offset. The text outlives it.
class NumberText {
 public:
  explicit NumberText(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  bool is(size_t at, char c) const { return at < text_.size() && text_[at] == c; }
  bool digit(size_t at) const;
  bool in_name(size_t at) const;
  size_t behind_digits(size_t at) const;
  size_t behind_name(size_t at) const;

  // The number that begins at `at`, with a digit or a decimal point; nullopt if it is a version.
  std::optional<WrittenNumber> number_at(size_t at) const;
  WrittenUnit unit_of(const WrittenNumber& number) const;
  // The offset of the number's minus sign; `at` if it has none.
  size_t sign_of(size_t at) const;
  // The end of a compound that the digits begin: 2026-11-23, 12:30:05, 128x64, 10^9.
  std::optional<size_t> behind_compound(size_t at) const;
  size_t behind_version(size_t at) const;

  // The word that ends before `at`, or begins after it, in lower case; emphasis is ignored.
  std::string word_before(size_t at, size_t* begin = nullptr) const;
  std::string word_behind(size_t at, size_t* end = nullptr) const;
  Hedge hedge_before(size_t at) const;
  // The counted noun: the first known one after the number, within its phrase.
  std::string noun_behind(size_t at) const;
  // The same, or the noun before the number: `calls: 68`.
  std::string noun_of(size_t begin, size_t end) const;

 private:
  // The separator between groups of three digits, in the number with these first digits; empty if there is
  // none.
  std::string_view group_mark(size_t begin, size_t end) const;

  std::string_view text_;
};

}  // namespace nsys_ai
