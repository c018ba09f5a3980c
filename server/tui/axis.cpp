// Steps of 1, 2 and 5 times powers of ten.
#include "tui/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace nsys_ai {
namespace {

struct TimeUnit {
  int64_t ns;
  int digits;  // that show a nanosecond
  std::string_view name;
};
constexpr std::array<TimeUnit, 4> kTimeUnits = {
    {{1'000'000'000, 9, "s"}, {1'000'000, 6, "ms"}, {1'000, 3, "us"}, {1, 0, "ns"}}};

uint64_t magnitude(int64_t ns) {
  return ns < 0 ? uint64_t{0} - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
}

// The largest unit in which the number has a digit before the point.
const TimeUnit& unit_for(int64_t ns) {
  const uint64_t size = magnitude(ns);
  for (const TimeUnit& unit : kTimeUnits)
    if (size >= static_cast<uint64_t>(unit.ns)) return unit;
  return kTimeUnits.back();
}

// Digits behind the point that show multiples of the step.
int digits_for(const TimeUnit& unit, int64_t step) {
  int digits = unit.digits;
  for (; digits > 0 && step % 10 == 0; step /= 10) --digits;
  return digits;
}

std::string in_unit(int64_t ns, const TimeUnit& unit, int digits) {
  // In integers: a double has fewer digits than a clock that counts from 1970.
  // Rounded to the last digit that is shown.
  uint64_t shown = 1;
  for (int i = digits; i < unit.digits; ++i) shown *= 10;
  const uint64_t size = (magnitude(ns) + shown / 2) / shown * shown;
  const auto of = static_cast<uint64_t>(unit.ns);
  std::string text = fmt::format("{}{}", ns < 0 ? "-" : "", size / of);
  if (digits > 0) {
    const std::string behind = fmt::format("{:0{}}", size % of, unit.digits);
    text += "." + behind.substr(0, static_cast<size_t>(digits));
  }
  return text + " " + std::string(unit.name);
}

int64_t round_step(int64_t least) {
  for (int64_t power = 1; power <= INT64_MAX / 50; power *= 10)
    for (const int64_t of : {1, 2, 5})
      if (of * power >= least) return of * power;
  return INT64_MAX;
}

}  // namespace

std::vector<AxisTick> axis_ticks(Interval window, int64_t zero, int64_t count) {
  std::vector<AxisTick> ticks;
  const int64_t length = window.duration();
  if (length <= 0) return ticks;
  const int64_t step = round_step(std::max<int64_t>(1, length / std::max<int64_t>(1, count)));
  int64_t since = 0;
  if (__builtin_sub_overflow(window.start, zero, &since)) return ticks;
  // The first multiple of the step in the window.
  int64_t first = since / step * step;
  if (first < since) first += step;
  int64_t last = 0;
  if (__builtin_add_overflow(since, length, &last)) return ticks;
  const TimeUnit& unit = unit_for(magnitude(first) > magnitude(last) ? first : last);
  const int digits = digits_for(unit, step);
  for (int64_t at = first; at <= last; at += step) {
    ticks.push_back({zero + at, in_unit(at, unit, digits)});
    if (at > last - step) break;
  }
  return ticks;
}

std::string time_text(int64_t since_zero, int64_t resolution) {
  const TimeUnit& unit = unit_for(since_zero);
  int64_t step = 1;
  while (step <= resolution / 10) step *= 10;
  return in_unit(since_zero, unit, digits_for(unit, std::max<int64_t>(1, std::min(step, unit.ns))));
}

}  // namespace nsys_ai
