// Patterns of a few words and a number, each a function; the first that fits has the words.
#include "agent/ask/number_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>

#include "agent/ask/bound_words.h"
#include "agent/ask/flop_words.h"
#include "agent/ask/launch_words.h"
#include "agent/ask/part_words.h"
#include "agent/ask/place_words.h"
#include "agent/ask/scaled_number.h"

namespace nsys_ai::inline agent {
namespace {

// A point on the clock: in seconds where no unit is said.
double clock_ns(const ScaledNumber& number) { return number.time ? number.value : number.value * 1e9; }

std::optional<int64_t> small_number(const ReadWords& r, size_t at) {
  constexpr std::string_view kWords[] = {"one", "two",   "three", "four", "five",
                                         "six", "seven", "eight", "nine", "ten"};
  if (at < r.tokens.size())
    for (size_t i = 0; i < std::size(kWords); ++i)
      if (r.tokens[at].word == kWords[i]) return static_cast<int64_t>(i + 1);
  const auto number = whole_number(r, at);
  return number && *number > 0 && *number <= 1000 ? number : std::nullopt;
}

// A second GPU or process is what the first is compared with.
void set_compared(ReadWords& r, int64_t first, std::optional<int64_t>& second, int64_t number,
                  std::string_view what) {
  if (number == first || second == number) return;
  if (second) r.problem = fmt::format("It names three {}, and I can answer for two.", what);
  second = number;
}

template <class T>
void set_once(ReadWords& r, std::optional<T>& place, T value, std::string_view what) {
  if (place && *place != value)
    r.problem = "It names two " + std::string(what) + ", and I can answer for one.";
  place = value;
}

size_t gpu_numbers(ReadWords& r, size_t at) {
  if (!says(r, at, {"gpu", "gpus", "device", "devices", "cuda"})) return 0;
  size_t next = at + 1;
  if (says(r, next, {"number", "no", "id"})) ++next;
  auto number = whole_number(r, next);
  if (!number) return 0;
  if (at > 0 && says(r, at - 1, {"to", "into", "onto"}))
    r.clues.push_back({Role::toward, static_cast<int>(Toward::into), "", at});
  if (at > 0 && says(r, at - 1, {"from", "off"}))
    r.clues.push_back({Role::toward, static_cast<int>(Toward::out_of), "", at});
  if (r.numbers.gpus.size() > 1)
    r.problem = "It names two GPUs, and I can answer for one, or for both together.";
  if (r.numbers.gpus.size() == 1) {
    set_compared(r, r.numbers.gpus[0], r.numbers.minus_gpu, *number, "GPUs");
    return next + 1 - at;
  }
  while (number) {
    r.numbers.gpus.push_back(*number);
    ++next;
    size_t after = says(r, next, {"and"}) ? next + 1 : next;
    if (says(r, after, {"gpu", "device"})) ++after;
    number = after > next ? whole_number(r, after) : std::nullopt;
    if (number && number_at(r, after).tokens == 2) number = std::nullopt;
    if (number) next = after;
  }
  std::sort(r.numbers.gpus.begin(), r.numbers.gpus.end());
  r.numbers.gpus.erase(std::unique(r.numbers.gpus.begin(), r.numbers.gpus.end()), r.numbers.gpus.end());
  return next - at;
}

size_t scope_number(ReadWords& r, size_t at) {
  size_t next = at + 1;
  if (says(r, next, {"number", "no", "id", "#"})) ++next;
  if (says(r, at, {"process"}) && says(r, next, {"with", "of", "having"}) && says(r, next + 1, {"pid"}))
    ++next;  // `the process with pid 144`
  if (says(r, at, {"process"}) && says(r, next, {"pid"})) ++next;
  const auto number = whole_number(r, next);
  if (!number) return 0;
  if (says(r, at, {"stream"}))
    set_once(r, r.numbers.stream, *number, "streams");
  else if (says(r, at, {"process", "pid"}) && r.numbers.process)
    set_compared(r, *r.numbers.process, r.numbers.minus_process, *number, "processes");
  else if (says(r, at, {"process", "pid"}))
    r.numbers.process = *number;
  else if (says(r, at, {"thread", "tid"}))
    set_once(r, r.numbers.thread, *number, "threads");
  else if (says(r, at, {"iteration", "step"}))
    set_once(r, r.numbers.iteration, *number, "iterations");
  else if (says(r, at, {"number"}) && next == at + 1 && at > 0 &&
           says(r, at - 1, {"iterations", "iteration", "steps", "step"}))
    set_once(r, r.numbers.iteration, *number, "iterations");
  else
    return 0;
  return next + 1 - at;
}

// `60.2 60.3 s` of `[60.2, 60.3 s]`, and the unit of both behind the second.
bool shares_unit(const ReadWords& r, ScaledNumber& a, const ScaledNumber& b, size_t at) {
  if (!a.time && b.time && b.value != 0 && r.tokens[at].number->value != 0)
    a.value *= b.value / r.tokens[at].number->value, a.time = true;
  return a.time && b.time;
}

// `72.95 s to 73.05 s` and `72.95 s - 73.05 s`, without a word before.
size_t window_of_numbers(ReadWords& r, size_t at) {
  ScaledNumber a = number_at(r, at);
  const size_t word = says(r, at + a.tokens, {"to", "until", "till"}) ? 1 : 0;
  if (a.tokens == 0 || a.bytes) return 0;
  const ScaledNumber b = number_at(r, at + a.tokens + word);
  if (b.tokens == 0 || !shares_unit(r, a, b, at + a.tokens + word) || (word == 0 && b.value <= a.value))
    return 0;
  // `kernels of 10-20 us`.
  if (b.value < 1e6) {
    r.numbers.bounds.push_back({true, true, false, static_cast<int64_t>(std::llround(a.value))});
    r.numbers.bounds.push_back({false, true, false, static_cast<int64_t>(std::llround(b.value))});
    return a.tokens + word + b.tokens;
  }
  set_once(r, r.numbers.window.from, static_cast<int64_t>(std::llround(a.value)), "windows");
  set_once(r, r.numbers.window.to, static_cast<int64_t>(std::llround(b.value)), "windows");
  return a.tokens + word + b.tokens;
}

// `kernels that took between 100 ms and 250 ms`: durations; a clock is read in no finer unit anyway.
bool is_of_durations(const ReadWords& r, size_t at, const ScaledNumber& to) {
  return at > 0 && to.value < 1e9 &&
         says(r, at - 1,
              {"took", "take", "takes", "taking", "lasted", "last", "lasts", "lasting", "duration",
               "durations"});
}

// `from second 10 to second 20`, and `the 50 ms from 73 s to 73.05 s`, whose length is said twice.
size_t spoken_window(ReadWords& r, size_t at) {
  if (says(r, at, {"from", "between"}) && says(r, at + 1, {"second"}) &&
      says(r, at + 3, {"to", "and", "until"}) && says(r, at + 4, {"second"})) {
    const ScaledNumber a = number_at(r, at + 2), b = number_at(r, at + 5);
    if (a.tokens != 1 || b.tokens != 1 || a.time || b.time || a.bytes || b.bytes) return 0;
    set_once(r, r.numbers.window.from, static_cast<int64_t>(std::llround(a.value * 1e9)), "windows");
    set_once(r, r.numbers.window.to, static_cast<int64_t>(std::llround(b.value * 1e9)), "windows");
    return 6;
  }
  const ScaledNumber length = number_at(r, at);
  if (length.tokens == 0 || !length.time || !says(r, at + length.tokens, {"from", "between"})) return 0;
  const ScaledNumber a = number_at(r, at + length.tokens + 1);
  const ScaledNumber b = number_at(r, at + length.tokens + a.tokens + 2);
  const bool fits = a.tokens > 0 && b.tokens > 0 && std::abs(clock_ns(b) - clock_ns(a) - length.value) < 1;
  return fits ? length.tokens : 0;
}

size_t window_words(ReadWords& r, size_t at) {
  const auto set = [&](std::optional<int64_t>& place, double ns) {
    set_once(r, place, static_cast<int64_t>(std::llround(ns)), "windows");
  };
  if (says(r, at, {"between", "from", "within"})) {
    ScaledNumber a = number_at(r, at + 1);
    if (a.tokens == 0 || a.bytes) return 0;
    const size_t middle = at + 1 + a.tokens;
    if (a.time && says(r, at, {"from"}) && says(r, middle, {"on", "onwards", "onward"})) {
      set(r.numbers.window.from, a.value);
      return middle + 1 - at;
    }
    if (!says(r, middle, {"and", "to", "until", "till"})) return 0;
    const ScaledNumber b = number_at(r, middle + 1);
    if (b.tokens == 0 || b.bytes) return 0;
    // `between 100 and 200 ms`: the unit is of both.
    if (shares_unit(r, a, b, middle + 1) && (is_of_durations(r, at, b) || b.value < 1e6)) {
      r.numbers.bounds.push_back({true, true, false, static_cast<int64_t>(std::llround(a.value))});
      r.numbers.bounds.push_back({false, true, false, static_cast<int64_t>(std::llround(b.value))});
      return middle + 1 + b.tokens - at;
    }
    set(r.numbers.window.from, clock_ns(a));
    set(r.numbers.window.to, clock_ns(b));
    return middle + 1 + b.tokens - at;
  }
  if (says(r, at, {"at"}))
    if (const ScaledNumber point = number_at(r, at + 1); point.tokens > 0 && point.time) {
      set_once(r, r.numbers.at, static_cast<int64_t>(std::llround(point.value)), "points in time");
      return 1 + point.tokens;
    }
  if (const size_t tokens = window_of_numbers(r, at)) return tokens;
  const bool than = says(r, at + 1, {"than"}) && says(r, at, {"earlier", "later"});
  if (than) {
    const ScaledNumber number = number_at(r, at + 2);
    if (number.tokens == 0 && r.problem.empty())
      r.problem =
          "I can tell what is earlier or later than a time, as `before 3 s`, and not than an event of its own.";
    if (number.tokens == 0 || !number.time) return 0;
    set(says(r, at, {"later"}) ? r.numbers.window.from : r.numbers.window.to, clock_ns(number));
    return 2 + number.tokens;
  }
  const bool after = says(r, at, {"after", "since", "past", "beyond"});
  if (after || says(r, at, {"before", "until", "till"})) {
    const size_t next = says(r, at + 1, {"the", "second"}) ? at + 2 : at + 1;  // `past the 1.25 s mark`
    const ScaledNumber number = number_at(r, next);
    if (number.tokens == 0 || number.bytes) return 0;
    set(after ? r.numbers.window.from : r.numbers.window.to, clock_ns(number));
    const size_t end = next + number.tokens;
    return (number.time && says(r, end, {"mark"}) ? end + 1 : end) - at;
  }
  if (const size_t tokens = part_of_capture(r, at)) return tokens;
  if (says(r, at, {"first", "last", "final"})) {
    const ScaledNumber number = number_at(r, at + 1);
    if (number.tokens == 0 || !number.time) return 0;
    r.relative = RelativeWindow{says(r, at, {"first"}), static_cast<int64_t>(std::llround(number.value))};
    return 1 + number.tokens;
  }
  return 0;
}

size_t top_words(ReadWords& r, size_t at) {
  size_t next = at;
  if (says(r, at, {"top"})) {
    r.clues.push_back({Role::pick, static_cast<int>(Pick::most), "top", at});
    const auto number = small_number(r, at + 1);
    if (number) r.numbers.top = *number;
    return number ? 2 : 1;
  }
  if (says(r, at, {"first", "last"}) && small_number(r, at + 1) && number_at(r, at + 1).tokens < 2) {
    r.clues.push_back(
        {Role::pick, static_cast<int>(says(r, at, {"first"}) ? Pick::first : Pick::last), "", at});
    r.numbers.top = *small_number(r, at + 1);
    return 2;
  }
  const auto number = small_number(r, at);
  if (number && *number > 1 &&
      says(r, next + 1,
           {"longest", "largest", "slowest", "shortest", "smallest", "biggest", "hottest", "most", "heaviest",
            "fastest"})) {
    r.numbers.top = *number;
    return 1;
  }
  return 0;
}

// `copy number three`, `on place three`, `at rank three`.
size_t number_behind(ReadWords& r, size_t at) {
  if (!says(r, at, {"number", "no", "place", "rank"})) return 0;
  const auto number = small_number(r, at + 1);
  if (!number || number_at(r, at + 1).tokens == 2) return 0;
  // Of MPI or NCCL, whose ranks a capture does not number.
  if (says(r, at, {"rank"}) && (at == 0 || !says(r, at - 1, {"at", "with"}))) {
    r.problem = fmt::format("A capture has processes and no ranks: which process is rank {}?", *number);
    return 2;
  }
  if (at == 0) return 0;
  if (r.ranked) r.problem = "It asks for two ranks at once.";
  r.ranked = true;
  r.numbers.rank = *number;
  return 2;
}

// `the kernel that begins next after 8.75 s`.
size_t next_after(ReadWords& r, size_t at) {
  // `the next kernel after 8.75 s`.
  bool next_of = false;
  for (size_t behind = at + 2; says(r, at, {"next"}) && behind < r.tokens.size(); ++behind)
    next_of = next_of || (says(r, behind, {"after", "from", "since"}) && number_at(r, behind + 1).time);
  const bool directly =
      says(r, at, {"next", "first"}) && says(r, at + 1, {"after"}) && number_at(r, at + 2).tokens > 0;
  if (!directly && !next_of) return 0;
  r.clues.push_back({Role::pick, static_cast<int>(Pick::first), "", at});
  r.clues.push_back({Role::starting, 0, "", at});
  return 1;
}

size_t rank_words(ReadWords& r, size_t at) {
  constexpr std::string_view kWords[] = {"second",  "third",  "fourth", "fifth", "sixth",
                                         "seventh", "eighth", "ninth",  "tenth"};
  int64_t rank = 0;
  for (size_t i = 0; i < std::size(kWords); ++i)
    if (says(r, at, {kWords[i]})) rank = static_cast<int64_t>(i) + 2;
  if (r.tokens[at].number && r.tokens[at].number->value == std::floor(r.tokens[at].number->value)) {
    const std::string& unit = r.tokens[at].number->unit;
    if (unit == "st" || unit == "nd" || unit == "rd" || unit == "th")
      rank = static_cast<int64_t>(r.tokens[at].number->value);
  }
  for (const auto& [word, value] :
       {std::pair{"eleventh", 11}, {"twelfth", 12}, {"twentieth", 20}, {"hundredth", 100}})
    if (says(r, at, {word})) rank = value;
  if (says(r, at, {"penultimate"})) {
    rank = 2;
    r.clues.push_back({Role::pick, static_cast<int>(Pick::last), "", at});
  }
  if (rank < 1) return 0;
  if (says(r, at + 1, {"percentile"})) {
    r.numbers.statistic = Statistic::percentile;
    r.numbers.percentile = static_cast<double>(rank);
    return 2;
  }
  if (r.ranked) r.problem = "It asks for two ranks at once.";
  r.ranked = true;
  r.numbers.rank = rank;
  return 1;
}

size_t percentile_words(ReadWords& r, size_t at) {
  const std::string& word = r.tokens[at].word;
  if (word.size() < 3 || word[0] != 'p' || word == "p50" || word == "p2p") return 0;
  const auto digits = word.find_first_not_of("0123456789.", 1);
  if (digits != std::string::npos) return 0;
  const double value = std::strtod(word.c_str() + 1, nullptr);
  if (value <= 0 || value >= 100) return 0;
  r.numbers.statistic = Statistic::percentile;
  r.numbers.percentile = value;
  return 1;
}

}  // namespace

size_t read_number_words(ReadWords& reading, size_t at) {
  if (reading.tokens[at].quoted) return 0;
  for (const auto pattern : {gpu_numbers, place_words, scope_number, launch_words, next_after, spoken_window,
                             window_words, bound_words, bound_behind, percentile_words, peak_words,
                             flop_words, precision_words, top_words, number_behind, rank_words})
    if (const size_t tokens = pattern(reading, at)) return tokens;
  return 0;
}

}  // namespace nsys_ai::inline agent
