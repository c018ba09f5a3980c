// What a person types to find names: a part of them with `*` for whatever lies between, or a regular
// expression.
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
  bool case_sensitive = false;  // else ASCII letters match in either case
};

// Stand in a text for what is not known: digits, one or more; hexadecimal digits and hyphens. They are in no
// text otherwise.
struct PatternHoles {
  char digits;
  char hex;
};

// Whether texts match of which only a part is known.
enum class Fit : uint8_t { none, some, all };

// For one thread at a time; copies but those of `copy` share their state.
class TextPattern {
 public:
  // Of a regular expression, the part of a text that is looked at: libc's matcher begins again at each
  // character, so the time goes with the square of the length.
  static constexpr size_t kRegexReads = 4096;

  // Regular expressions are POSIX extended ones, as `grep -E` takes, without back references: what remains is
  // matched by an automaton, which no text can blow up. Fails on an empty pattern and on an expression that
  // is none.
  static Result<TextPattern> make(std::string_view text, PatternOptions options);

  // The text as it is, letters in their case; every text has the empty one.
  static TextPattern containing(std::string_view text);

  // Whether some part of the text matches.
  bool matches(std::string_view text) const;
  // The same of all texts that have something where holes are in this one.
  Fit fit(std::string_view text, PatternHoles holes) const;
  // For another thread.
  TextPattern copy() const;

 private:
  class Regex;
  bool has_in_order(std::string_view text) const;
  bool may_match(std::string_view text, PatternHoles holes) const;

  bool case_sensitive_ = false;
  std::vector<std::string> pieces_;  // between the stars, in order; lower case unless that matters
  std::shared_ptr<Regex> regex_;
};

// With ASCII letters in lower case.
std::string ascii_lower(std::string_view text);

}  // namespace nsys_ai
