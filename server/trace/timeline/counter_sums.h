// What a device's counters are made of, added up over equal parts of a window.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai::perfetto {

// In the order in which they are drawn. The first three are of copies.
enum class CounterKind : uint8_t { busy, up, down, between, launches, queue };
constexpr size_t kCounterKinds = 6;

// Of a copy, by CUPTI's kind of it; nothing where it did not leave or reach a GPU.
std::optional<CounterKind> direction_of(uint8_t copy_kind);

struct CounterWords {
  std::string_view name;
  std::string_view unit;
};
// The viewer puts its own k, M or G before a unit.
constexpr std::array<CounterWords, kCounterKinds> kCounterWords = {{{"Busy", "%"},
                                                                    {"Host to device", "B/s"},
                                                                    {"Device to host", "B/s"},
                                                                    {"Between GPUs", "B/s"},
                                                                    {"Launches", "launches/s"},
                                                                    {"Queue", "operations"}}};

// By kind: busy ns, bytes, launches, and ns that operations waited, of each part; empty where the device has
// nothing of the kind in the whole run. They are whole numbers, so that those of two parts add up to those of
// both.
using CounterSums = std::array<std::vector<int64_t>, kCounterKinds>;

// Of a window as long as `parts` times `part`.
CounterSums counter_sums(const Profile& profile, DeviceIx device, Interval window, int64_t parts);

// What the counter shows of a sum over so many ns.
double counter_value(CounterKind kind, int64_t sum, int64_t length);

}  // namespace nsys_ai::perfetto
