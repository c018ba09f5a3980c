// Units of time and of bytes.
#include "question/amounts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nsys_ai {
namespace {

constexpr auto kScales = std::to_array<UnitScale>({{"b", AmountKind::bytes, 1},
                                                   {"byte", AmountKind::bytes, 1},
                                                   {"gb", AmountKind::bytes, 1e9},
                                                   {"gib", AmountKind::bytes, 1073741824},
                                                   {"gigabyte", AmountKind::bytes, 1e9},
                                                   {"kb", AmountKind::bytes, 1e3},
                                                   {"kib", AmountKind::bytes, 1024},
                                                   {"kilobyte", AmountKind::bytes, 1e3},
                                                   {"mb", AmountKind::bytes, 1e6},
                                                   {"megabyte", AmountKind::bytes, 1e6},
                                                   {"mib", AmountKind::bytes, 1048576},
                                                   {"microsecond", AmountKind::time, 1e3},
                                                   {"millisecond", AmountKind::time, 1e6},
                                                   {"min", AmountKind::time, 60e9},
                                                   {"minute", AmountKind::time, 60e9},
                                                   {"ms", AmountKind::time, 1e6},
                                                   {"msec", AmountKind::time, 1e6},
                                                   {"nanosecond", AmountKind::time, 1},
                                                   {"ns", AmountKind::time, 1},
                                                   {"s", AmountKind::time, 1e9},
                                                   {"sec", AmountKind::time, 1e9},
                                                   {"second", AmountKind::time, 1e9},
                                                   {"us", AmountKind::time, 1e3},
                                                   {"usec", AmountKind::time, 1e3}});

const UnitScale* scale_of(std::string_view word) {
  const auto found = std::ranges::find(kScales, word, &UnitScale::word);
  return found == kScales.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Amount> amount_at(const std::vector<TypedWord>& words, size_t at) {
  if (at >= words.size() || !words[at].number) return std::nullopt;
  const TypedNumber& number = *words[at].number;
  Amount amount{0, scale_of(singular(number.suffix)), 1};
  if (!number.suffix.empty() && amount.scale == nullptr && number.suffix != "k") return std::nullopt;
  if (number.suffix.empty() && at + 1 < words.size() &&
      (amount.scale = scale_of(singular(words[at + 1].text))))
    ++amount.words;
  const double value = number.value * (amount.scale           ? amount.scale->size
                                       : number.suffix == "k" ? 1000.0
                                                              : 1.0);
  if (!(std::abs(value) < 9e18)) return std::nullopt;
  amount.value = std::llround(value);
  return amount;
}

std::optional<Measure> measure_in(const Phrase* phrase) {
  if (phrase == nullptr) return std::nullopt;
  for (const Meaning& meaning : phrase->meanings)
    if (meaning.role == Role::measure) return enum_named<Measure>(meaning.value);
  return std::nullopt;
}

}  // namespace nsys_ai
