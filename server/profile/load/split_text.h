// A text as what it says: a template, and its numbers. `step 12` is `step #` and 12.
//
// PyTorch and others write a number into each label, so that all of them differ; what they say are few
// templates. Put together again, a text is what it was, byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai::inline profile {

// Stands in a template for a number. No text holds it.
constexpr char kNumberSign = '\0';

// Whether a run of digits stands alone, as in `step 12` or `ProfilerStep#3`, but not in `layer1x` or `fp16`.
bool is_lone_number(std::string_view text, size_t begin, size_t end);

// Whether some text has this template.
bool is_template(std::string_view bytes);

// Puts a text together. `numbers` are those that a splitter told, one after the other.
std::string whole_text(std::string_view of_template, std::string_view numbers);

// The bytes of as many numbers as a template has signs, from the front of `bytes`; nothing when they are no
// such numbers as a splitter tells.
std::optional<size_t> bytes_of_numbers(std::string_view of_template, std::string_view bytes);

// Takes texts apart: numbers are the lone runs of at most nineteen digits, without zeros in front of them;
// all else stays in the template. What is no valid text is repaired first. For one thread.
class TextSplitter {
 public:
  // Valid until the next text.
  struct Split {
    std::string_view of_template;
    std::string_view numbers;  // each in groups of seven bits, the lowest first
    bool repaired;
  };
  Split split(std::string_view text);

 private:
  std::string template_;
  std::string numbers_;
  std::string fixed_;
};

}  // namespace nsys_ai::inline profile
