// Sums the inputs of a device's counters over equal parts of a window.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai::perfetto {

// In drawing order. The first three are for copies.
enum class CounterKind : uint8_t { busy, up, down, between, launches, queue };
constexpr size_t kCounterKinds = 6;

// The direction of a copy by CUPTI's kind; empty where it does not cross the boundary of a GPU.
std::optional<CounterKind> direction_of(uint8_t copy_kind);

struct CounterWords {
  std::string_view name;
  std::string_view unit;
};
// The viewer prefixes units with k, M or G.
constexpr std::array<CounterWords, kCounterKinds> kCounterWords = {{{"Busy", "%"},
                                                                    {"Host to device", "B/s"},
                                                                    {"Device to host", "B/s"},
                                                                    {"Between GPUs", "B/s"},
                                                                    {"Launches", "launches/s"},
                                                                    {"Queue", "operations"}}};

// Indexed by kind: busy ns, bytes, launches, and ns that operations waited, for each part; empty where the
// device has none of that kind in the run. They are integers, so the sums of two parts add up exactly.
using CounterSums = std::array<std::vector<int64_t>, kCounterKinds>;

// Sums over a window of `parts` parts with the length `part`.
CounterSums counter_sums(const Profile& profile, DeviceIx device, Interval window, int64_t parts);

// The counter's value for a sum over that many ns.
double counter_value(CounterKind kind, int64_t sum, int64_t length);

}  // namespace nsys_ai::perfetto
