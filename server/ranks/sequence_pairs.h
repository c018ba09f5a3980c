// Pairs the collectives of two ranks in their order, by what they are and by ends that agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nsys_ai {

struct SequenceItem {
  std::string_view operation;
  int64_t bytes = -1;
  int64_t end = 0;  // ns
  int64_t duration = 0;
};

// How the ends of one sequence differ from those of the other: offset + drift * (time - middle), in ns.
struct EndFit {
  int64_t offset = 0;
  double drift = 0;
  int64_t middle = 0;
  int64_t residual = 0;  // the median distance from it
};
// Of pairs (time, difference), one at least.
EndFit fit_ends(std::vector<std::pair<int64_t, int64_t>> pairs);

struct SequencePairs {
  int64_t shift = 0;  // item i of the first pairs with item i + shift of the second
  EndFit fit;
  size_t pairs = 0;
  bool ends_agree = false;
};

enum class Clocks : uint8_t {
  one,    // both have one clock: ends must be equal
  close,  // both know the wall clock, as well as their hosts do
  unrelated
};
// Empty where the operations do not match.
std::optional<SequencePairs> pair_sequences(const std::vector<SequenceItem>& a,
                                            const std::vector<SequenceItem>& b, Clocks clocks);

}  // namespace nsys_ai
