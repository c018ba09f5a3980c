// What a person types to find names: a part of a name, with `*` for any text, or a regular expression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

struct PatternOptions {
  bool regex = false;
  bool case_sensitive = false;  // if false, ASCII letters match in either case
};

// The characters that stand for unknown parts of a text: one or more digits; hexadecimal digits and hyphens.
// They occur in no text otherwise.
struct PatternHoles {
  char digits;
  char hex;
};

// Whether none, some or all of the texts that a partly known text stands for match.
enum class Fit : uint8_t { none, some, all };

// For one thread at a time; copies share state, except those that `copy` makes.
class TextPattern {
 public:
  // How many bytes of a text a regular expression reads: libc's matcher restarts at each character, so its
  // time grows with the square of the length.
  static constexpr size_t kRegexReads = 4096;

  // Regular expressions are POSIX extended ones, as in `grep -E`, without back references: an automaton
  // matches the remaining syntax, and no text can make it blow up. Fails on an empty pattern and on an
  // invalid expression.
  static Result<TextPattern> make(std::string_view text, PatternOptions options);

  // A pattern that contains the literal text, case-sensitively; the empty text matches everything.
  static TextPattern containing(std::string_view text);

  // Whether any part of the text matches.
  bool matches(std::string_view text) const;
  // Whether the pattern matches the texts that result when the holes in this one are filled.
  Fit fit(std::string_view text, PatternHoles holes) const;
  // A copy with its own state, for another thread.
  TextPattern copy() const;

 private:
  class Regex;
  bool has_in_order(std::string_view text) const;
  bool may_match(std::string_view text, PatternHoles holes) const;

  bool case_sensitive_ = false;
  std::vector<std::string> pieces_;  // the parts between the stars, in order; lower case unless
                                     // `case_sensitive_`
  std::shared_ptr<Regex> regex_;
};

// The text with its ASCII letters in lower case.
std::string ascii_lower(std::string_view text);

}  // namespace nsys_ai
