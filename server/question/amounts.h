// Numbers with units, and the measures that phrases name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "question/lexicon.h"
#include "question/query.h"
#include "question/words.h"

namespace nsys_ai {

enum class AmountKind : uint8_t { time, bytes };
struct UnitScale {
  std::string_view word;
  AmountKind kind;
  double size;
};
struct Amount {
  int64_t value = 0;
  const UnitScale* scale = nullptr;  // null for a plain number
  size_t words = 0;
};

// `5 us`, `1.5MB`, `100`.
std::optional<Amount> amount_at(const std::vector<TypedWord>& words, size_t at);
// The measure that the phrase names; null if it names none.
std::optional<Measure> measure_in(const Phrase* phrase);

}  // namespace nsys_ai
