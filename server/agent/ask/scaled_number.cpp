// Units stand at the number, or are the word behind it.
#include "agent/ask/scaled_number.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace nsys_ai::inline agent {
namespace {

struct NumberUnit {
  std::string_view word;
  double scale;
  bool bytes;
};
constexpr NumberUnit kUnits[] = {{"ns", 1, false},
                                 {"nanosecond", 1, false},
                                 {"nanoseconds", 1, false},
                                 {"us", 1e3, false},
                                 {"\xc2\xb5s", 1e3, false},
                                 {"\xce\xbcs", 1e3, false},
                                 {"usec", 1e3, false},
                                 {"microsecond", 1e3, false},
                                 {"microseconds", 1e3, false},
                                 {"ms", 1e6, false},
                                 {"msec", 1e6, false},
                                 {"millisecond", 1e6, false},
                                 {"milliseconds", 1e6, false},
                                 {"s", 1e9, false},
                                 {"sec", 1e9, false},
                                 {"secs", 1e9, false},
                                 {"second", 1e9, false},
                                 {"seconds", 1e9, false},
                                 {"b", 1, true},
                                 {"byte", 1, true},
                                 {"bytes", 1, true},
                                 {"kb", 1e3, true},
                                 {"mb", 1e6, true},
                                 {"gb", 1e9, true},
                                 {"kib", 1024, true},
                                 {"mib", 1024.0 * 1024, true},
                                 {"gib", 1024.0 * 1024 * 1024, true},
                                 {"kilobytes", 1e3, true},
                                 {"megabytes", 1e6, true},
                                 {"gigabytes", 1e9, true}};

const NumberUnit* unit_of(const std::string& word) {
  const auto found =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const NumberUnit& u) { return u.word == word; });
  return found == std::end(kUnits) ? nullptr : found;
}

}  // namespace

namespace {

// What 64 bits do not hold is no number that a question can mean.
ScaledNumber within_64_bits(const ScaledNumber& number) {
  constexpr double kBeyond = 9e18;
  return std::abs(number.value) < kBeyond ? number : ScaledNumber{};
}

}  // namespace

ScaledNumber number_at(const ReadWords& r, size_t at) {
  if (at >= r.tokens.size() || !r.tokens[at].number) return {};
  const TypedNumber& number = *r.tokens[at].number;
  if (!number.unit.empty()) {
    const NumberUnit* unit = unit_of(number.unit);
    if (unit == nullptr) return {};
    return within_64_bits({number.value * unit->scale, !unit->bytes, unit->bytes, 1});
  }
  if (at + 1 < r.tokens.size())
    if (const NumberUnit* unit = unit_of(r.tokens[at + 1].word))
      return within_64_bits({number.value * unit->scale, !unit->bytes, unit->bytes, 2});
  return {number.value, false, false, 1};
}

}  // namespace nsys_ai::inline agent
