// A window by its share of the capture.
#include "agent/ask/part_words.h"

namespace nsys_ai::inline agent {

size_t part_of_capture(ReadWords& r, size_t at) {
  if (!says(r, at, {"first", "last", "final", "second"}) || at + 1 >= r.tokens.size()) return 0;
  double share = 0;
  size_t next = at + 2;
  if (says(r, at + 1, {"half"})) share = 1.0 / 2;
  if (says(r, at + 1, {"third"})) share = 1.0 / 3;
  if (says(r, at + 1, {"quarter"})) share = 1.0 / 4;
  if (says(r, at + 1, {"tenth"})) share = 1.0 / 10;
  if (const auto& number = r.tokens[at + 1].number; number && number->value > 0 && number->value < 100) {
    const bool apart = number->unit.empty() && says(r, next, {"%", "percent"});
    if (apart || number->unit == "%") share = number->value / 100;
    if (apart) ++next;
  }
  // `the second quarter` lies neither at the start nor at the end.
  if (share == 0 || (says(r, at, {"second"}) && !says(r, at + 1, {"half"}))) return 0;
  if (!says(r, next, {"of"})) return 0;
  ++next;
  while (says(r, next, {"the", "this", "whole"})) ++next;
  if (!says(r, next, {"capture", "run", "trace", "recording", "profile", "timeline"})) return 0;
  r.relative = RelativeWindow{says(r, at, {"first"}), 0, share};
  return next + 1 - at;
}

}  // namespace nsys_ai::inline agent
