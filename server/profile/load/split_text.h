// A text as what it says: a template, and the instance that it names. `step 12` is `step #` and 12.
//
// PyTorch and others write a number into each label, servers a request's UUID or hash, so that all of them
// differ; what they say are few templates. Put together again, a text is what it was, byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text_pattern.h"

namespace nsys_ai {

// Stand in a template for a number, and for hexadecimal digits. No text holds them, since names hold no zero
// byte and are valid UTF-8.
constexpr char kNumberSign = '\0';
constexpr char kHexSign = '\xFF';
constexpr PatternHoles kTemplateHoles = {.digits = kNumberSign, .hex = kHexSign};
constexpr bool is_sign(char c) { return c == kNumberSign || c == kHexSign; }

// A run of letters, digits and underscores, and what it is when it stands alone: `12` in `step 12`, but not in
// `layer1x` or `fp16`.
struct TextWord {
  enum Kind : uint8_t {
    other,
    digits,
    hex,      // 8 to 64 digits and letters of one case, some of each: a hash
    uuid,     // with its hyphens
    address,  // `0x` and 1 to 64 digits
  };
  size_t size = 0;  // in bytes; 0 where no word begins
  Kind kind = other;
};
TextWord word_at(std::string_view text, size_t at);

// Whether a splitter tells such templates.
bool is_template(std::string_view bytes);

// Puts a text together. `numbers` are those that a splitter told, one after the other.
std::string whole_text(std::string_view of_template, std::string_view numbers);

// The bytes of as many numbers as a template has signs, from the front of `bytes`; nothing when they are no
// such numbers as a splitter tells.
std::optional<size_t> bytes_of_numbers(std::string_view of_template, std::string_view bytes);

// Takes texts apart. Numbers are words of at most nineteen digits, without zeros in front of them, and the
// hexadecimal digits of hashes, UUIDs and addresses; all else stays in the template. What is no valid text is
// repaired first. For one thread.
class TextSplitter {
 public:
  // Valid until the next text.
  struct Split {
    std::string_view of_template;
    std::string_view numbers;  // in groups of seven bits, the lowest first, or as hex_digits.h has them
    bool repaired;
  };
  Split split(std::string_view text);

 private:
  std::string template_;
  std::string numbers_;
  std::string fixed_;
};

}  // namespace nsys_ai
