// Reads the numbers in the text of a range, and how they count from one range of a label to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// The sequences of digits in a text, in order; numbers beyond 32 bits become the largest 32-bit number.
std::vector<int64_t> numbers_in(std::string_view text);

// The text with `#` for each number that underscores set apart: `layer_#_forward` for `layer_0_forward`.
// Labels keep such numbers, since they belong to a word.
std::string without_numbers_in_words(std::string_view text);

// For each number, whether it is an index of a component: in a path, or in brackets after a name, as in
// `blocks.3.attention`, `layers/3` or `h[3]`.
std::vector<bool> are_indices(std::string_view text);

// The increment from the previous text: the difference of the first numbers that differ, so that `block 1
// layer 0` counts 1 up from `block 0 layer 1`. Empty where all numbers are equal or the texts have different
// counts of numbers.
struct Counted {
  size_t place = 0;  // position of the number in the text
  int64_t by = 0;
};
std::optional<Counted> counted_on(const std::vector<int64_t>& before, const std::vector<int64_t>& now);

// Finds the most frequent increment of pairs of texts.
class IncrementCounts {
 public:
  void add(const std::optional<Counted>& pair);

  struct Step {
    int64_t by = 0;
    size_t pairs = 0;
  };
  // The smallest of equally frequent increments; empty where no pair counts up or down.
  std::optional<Step> most_frequent() const;

 private:
  std::map<int64_t, size_t> pairs_;
};

}  // namespace nsys_ai
