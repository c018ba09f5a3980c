// A bound is of how long something takes or of its bytes, unless the words behind say of what.
#include "agent/ask/bound_words.h"

#include <cmath>

#include "agent/ask/scaled_number.h"

namespace nsys_ai::inline agent {

std::optional<int64_t> whole_number(const ReadWords& r, size_t at) {
  if (at >= r.tokens.size() || !r.tokens[at].number) return std::nullopt;
  const TypedNumber& number = *r.tokens[at].number;
  if (!number.unit.empty() || number.value != std::floor(number.value) || std::abs(number.value) > 1e15)
    return std::nullopt;
  return static_cast<int64_t>(number.value);
}

namespace {

// `48 kB of dynamic shared memory`.
size_t bound_of_shared_memory(const ReadWords& r, size_t at, Bound& bound) {
  const ScaledNumber number = number_at(r, at);
  if (number.tokens == 0 || !number.bytes) return 0;
  size_t next = at + number.tokens;
  if (says(r, next, {"of"})) ++next;
  const bool dynamic = says(r, next, {"dynamic"}), fixed = says(r, next, {"static"});
  if (dynamic || fixed) ++next;
  if (says(r, next, {"shared"}) && says(r, next + 1, {"memory", "mem"}))
    next += 2;
  else if (says(r, next, {"smem"}))
    ++next;
  else
    return 0;
  bound.of = dynamic ? Measure::dynamic_shared_memory
             : fixed ? Measure::static_shared_memory
                     : Measure::shared_memory;
  bound.value = static_cast<int64_t>(std::llround(number.value));
  return next - at;
}

// `100 registers per thread`, `256 threads per block`, `1000 blocks`, into the bound: how many tokens that
// takes.
size_t bound_of_launch(const ReadWords& r, size_t at, Bound& bound) {
  if (const size_t tokens = bound_of_shared_memory(r, at, bound)) return tokens;
  const auto number = whole_number(r, at);
  if (!number) return 0;
  bound.value = *number;
  size_t next = at + 1;
  if (says(r, next, {"grid", "thread"}) && says(r, next + 1, {"blocks"})) ++next;
  if (says(r, next, {"registers", "register"}))
    bound.of = Measure::registers;
  else if (says(r, next, {"blocks", "block"}))
    bound.of = Measure::blocks;
  else if (says(r, next, {"threads"}) && says(r, next + 1, {"per", "a"}) && says(r, next + 2, {"block"}))
    bound.of = Measure::block_threads;
  else
    return 0;
  next += bound.of == Measure::block_threads ? 3 : 1;
  if (bound.of == Measure::registers && says(r, next, {"per", "a"}) && says(r, next + 1, {"thread"}))
    next += 2;
  return next - at;
}

// `more than 1 ms queue time`, `of launch latency`: it is no bound of how long the kernel takes.
size_t wait_that_is_bound(const ReadWords& r, size_t at, Bound& bound) {
  const size_t of = says(r, at, {"of"}) ? at + 1 : at;
  if (says(r, of, {"queue", "queueing"}) && says(r, of + 1, {"time", "delay"}))
    bound.of = Measure::queue;
  else if (says(r, of, {"launch"}) && says(r, of + 1, {"latency", "delay"}))
    bound.of = Measure::latency;
  else
    return 0;
  return of + 2 - at;
}

}  // namespace

namespace {

// `with exactly 256 threads per block`, `with 256 threads per block`: at least so many and at most. `and up`
// and `or fewer` leave one of the two.
size_t exact_bound(ReadWords& r, size_t at) {
  size_t next = at;
  if (says(r, next, {"with"})) ++next;
  const bool exact = says(r, next, {"exactly", "precisely"});
  if (exact) ++next;
  Bound bound;
  size_t tokens = next > at ? bound_of_launch(r, next, bound) : 0;
  // `with exactly 1088 bytes`; without that word it may be a part of another bound.
  if (const ScaledNumber number = number_at(r, next); tokens == 0 && exact && number.bytes) {
    bound.bytes = true;
    bound.value = static_cast<int64_t>(std::llround(number.value));
    tokens = number.tokens;
  }
  if (tokens == 0) return 0;
  bound.inclusive = true;
  next += tokens;
  const bool sided = says(r, next, {"and", "or"});
  const bool up = sided && says(r, next + 1, {"up", "upwards", "more", "above", "higher"});
  const bool down = sided && says(r, next + 1, {"down", "fewer", "less", "below", "lower"});
  for (const bool above : {true, false}) {
    if (above ? down : up) continue;
    bound.above = above;
    r.numbers.bounds.push_back(bound);
  }
  return next + (up || down ? 2 : 0) - at;
}

}  // namespace

size_t bound_words(ReadWords& r, size_t at) {
  if (const size_t tokens = exact_bound(r, at)) return tokens;
  size_t next = at;
  Bound bound;
  if (says(r, at, {"at", "of"}) && says(r, at + 1, {"least", "most"})) {
    bound.inclusive = true;
    bound.above = says(r, at + 1, {"least"});
    next = at + 2;
  } else if (says(r, at,
                  {"longer", "more", "greater", "larger", "bigger", "slower", "over", "above", "exceeding",
                   "exceed", "exceeds", ">"})) {
    next = at + 1;
  } else if (says(r, at,
                  {"shorter", "less", "smaller", "faster", "quicker", "under", "below", "fewer", "<"})) {
    bound.above = false;
    next = at + 1;
  } else {
    return 0;
  }
  if (says(r, next, {"than"})) ++next;
  const ScaledNumber number = number_at(r, next);
  if (const size_t tokens = bound_of_launch(r, next, bound)) {
    r.numbers.bounds.push_back(bound);
    return next + tokens - at;
  }
  if (number.tokens == 0 || (!number.time && !number.bytes)) return 0;
  bound.bytes = number.bytes;
  bound.value = static_cast<int64_t>(std::llround(number.value));
  next += number.tokens;
  if (number.time) next += wait_that_is_bound(r, next, bound);
  r.numbers.bounds.push_back(bound);
  return next - at;
}

size_t bound_behind(ReadWords& r, size_t at) {
  const ScaledNumber number = number_at(r, at);
  if (number.tokens == 0 || (!number.time && !number.bytes)) return 0;
  const size_t next = at + number.tokens;
  if (!says(r, next, {"or"}) ||
      !says(r, next + 1, {"more", "longer", "larger", "less", "shorter", "smaller"}))
    return 0;
  r.numbers.bounds.push_back({says(r, next + 1, {"more", "longer", "larger"}), true, number.bytes,
                              static_cast<int64_t>(std::llround(number.value))});
  return number.tokens + 2;
}

}  // namespace nsys_ai::inline agent
