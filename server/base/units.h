// Quantities whose unit is in the type, so that a duration cannot be shown as a time or a count.
#pragma once

#include <compare>
#include <cstdint>

namespace nsys_ai {

// A duration in integer nanoseconds.
struct Ns {
  int64_t count = 0;
  friend auto operator<=>(const Ns&, const Ns&) = default;
  friend Ns operator+(Ns a, Ns b) { return {a.count + b.count}; }
  friend Ns operator-(Ns a, Ns b) { return {a.count - b.count}; }
};

// A point on the capture's clock, in integer nanoseconds; it may be negative.
struct ClockNs {
  int64_t count = 0;
  friend auto operator<=>(const ClockNs&, const ClockNs&) = default;
};

struct Bytes {
  int64_t count = 0;
  friend auto operator<=>(const Bytes&, const Bytes&) = default;
};

// A fraction in [0, 1]; the documentation of the field names the total that it is a fraction of.
struct Share {
  double value = 0;
  friend auto operator<=>(const Share&, const Share&) = default;
};

// A number that names something, for example a pid or a device: it is never added, nor grouped by thousands.
struct Id {
  int64_t number = 0;
  Id() = default;
  Id(int64_t of) : number(of) {}  // NOLINT: a number of something is one
  friend auto operator<=>(const Id&, const Id&) = default;
};

// 10^9 bytes per second.
struct GbPerS {
  double value = 0;
  friend auto operator<=>(const GbPerS&, const GbPerS&) = default;
};

}  // namespace nsys_ai
