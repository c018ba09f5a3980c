// Splits a text into a template and its variable parts: `step 12` becomes `step #` and 12.
//
// PyTorch and others write a number into each label, and servers a UUID or hash of a request, so all labels
// differ although there are few templates. Rejoining the parts restores the text byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text_pattern.h"

namespace nsys_ai {

// The placeholders in a template for a number and for hexadecimal digits. No text contains them, since names
// are valid UTF-8 without zero bytes.
constexpr char kNumberSign = '\0';
constexpr char kHexSign = '\xFF';
constexpr PatternHoles kTemplateHoles = {.digits = kNumberSign, .hex = kHexSign};
constexpr bool is_sign(char c) { return c == kNumberSign || c == kHexSign; }

// A run of letters, digits and underscores, and its type if it is a separate word: `12` in `step 12`, but not
// in `layer1x` or `fp16`.
struct TextWord {
  enum Kind : uint8_t {
    other,
    digits,
    hex,      // 8 to 64 digits and letters of one case, with some of each: a hash
    uuid,     // with its hyphens
    address,  // `0x` and 1 to 64 digits
  };
  size_t size = 0;  // in bytes; 0 where no word begins
  Kind kind = other;
};
TextWord word_at(std::string_view text, size_t at);

// Whether the bytes are a template that a splitter can produce.
bool is_template(std::string_view bytes);

// Restores a text. `numbers` are the splitter's numbers, one after the other.
std::string whole_text(std::string_view of_template, std::string_view numbers);

// The size, at the beginning of `bytes`, of as many numbers as a template has placeholders; empty when they
// are not numbers that a splitter produces.
std::optional<size_t> bytes_of_numbers(std::string_view of_template, std::string_view bytes);

// Splits texts. Numbers are words of at most nineteen digits, without leading zeros, and the hexadecimal
// digits of hashes, UUIDs and addresses; everything else stays in the template. Invalid text is repaired
// first. For one thread.
class TextSplitter {
 public:
  // Valid until the next text.
  struct Split {
    std::string_view of_template;
    std::string_view numbers;  // in groups of seven bits, lowest first, or encoded as in hex_digits.h
    bool repaired;
  };
  Split split(std::string_view text);

 private:
  std::string template_;
  std::string numbers_;
  std::string fixed_;
};

}  // namespace nsys_ai
