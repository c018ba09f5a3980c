// The numbers in the text of a range, and how they go on from one range of a label to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace nsys_ai {

// The runs of digits in a text, in order; those beyond 32 bits are the largest of these.
std::vector<int64_t> numbers_in(std::string_view text);

// Which of them stand for a part of something: in a path, or in brackets, behind a name, as in
// `blocks.3.attention`, `layers/3` or `h[3]`.
std::vector<bool> are_indices(std::string_view text);

// How a text counts on from the one before: by the difference of the first numbers that differ, so that
// `block 1 layer 0` counts on by 1 from `block 0 layer 1`. Nothing where none differs or there are more in
// one.
struct Counted {
  size_t place = 0;  // of the number
  int64_t by = 0;
};
std::optional<Counted> counted_on(const std::vector<int64_t>& before, const std::vector<int64_t>& now);

// What most pairs of texts count on by.
class CountingSteps {
 public:
  void add(const std::optional<Counted>& pair);

  struct Step {
    int64_t by = 0;
    size_t pairs = 0;
  };
  // Of equally frequent ones the smallest; nothing where no pair counts on.
  std::optional<Step> most_frequent() const;

 private:
  std::map<int64_t, size_t> pairs_;
};

}  // namespace nsys_ai
