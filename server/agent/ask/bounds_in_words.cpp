// Two bounds that leave one value are told as that value.
#include "agent/ask/bounds_in_words.h"

#include <fmt/format.h>

#include "agent/ask/sources.h"

namespace nsys_ai::inline agent {
namespace {

bool is_wait(Measure measure) { return measure == Measure::queue || measure == Measure::latency; }

bool are_exactly(const Bound& least, const Bound& most) {
  const bool whole = least.bytes || (least.of != Measure::none && !is_wait(least.of));
  return whole && least.bytes == most.bytes && least.of == most.of && least.value == most.value &&
         least.inclusive && most.inclusive && least.above && !most.above;
}

// `168 registers`, `48 bytes of dynamic shared memory`, `1 ms queue time`, `1088 bytes`.
std::string amount(const Bound& b) {
  if (b.of == Measure::none) return b.bytes ? fmt::format("{} bytes", b.value) : whole_time(b.value);
  if (is_wait(b.of)) return fmt::format("{} {}", whole_time(b.value), word_of(b.of));
  if (unit_of(b.of) == Unit::bytes) return fmt::format("{} bytes of {}", b.value, word_of(b.of));
  return fmt::format("{} {}", b.value, word_of(b.of));
}

std::string_view side(const Bound& b) {
  if (b.inclusive) return b.above ? "at least" : "at most";
  if (b.of != Measure::none) return b.above ? "more than" : "less than";
  if (b.bytes) return b.above ? "larger than" : "smaller than";
  return b.above ? "longer than" : "shorter than";
}

}  // namespace

std::string bounds_in_words(const std::vector<Bound>& bounds) {
  std::string words;
  for (size_t i = 0; i < bounds.size(); ++i) {
    const Bound& b = bounds[i];
    const bool exactly = i + 1 < bounds.size() && are_exactly(b, bounds[i + 1]);
    words += fmt::format("{} {} {}", exactly || b.of != Measure::none ? " with" : "",
                         exactly ? "exactly" : side(b), amount(b));
    if (exactly) ++i;
  }
  return words;
}

}  // namespace nsys_ai::inline agent
