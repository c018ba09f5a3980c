// Reads a Perfetto trace the way a viewer does, and lists whatever a viewer would stumble over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsys_ai::trace_test {

struct DecodedTrack {
  uint64_t uuid = 0;
  uint64_t parent = 0;
  int64_t rank = 0;
  std::string name{};
  std::optional<int64_t> pid{}, tid{};
  std::string owner{};
  bool counter = false;
  std::string unit{};  // of a counter
};

struct DecodedValue {
  uint64_t track = 0;
  int64_t time = 0;
  double value = 0;
};

// `end` is -1 where the trace stops before the slice does; an instant ends where it starts.
struct DecodedSlice {
  uint64_t track = 0;
  int64_t start = 0, end = -1;
  size_t depth = 0;
  bool instant = false;
  std::string name{};
  std::vector<std::string> categories{};
  std::vector<std::pair<std::string, std::string>> arguments{};
  uint64_t flow = 0;
  int64_t duration() const { return end - start; }
};

struct DecodedTrace {
  std::map<uint64_t, DecodedTrack> tracks{};
  std::vector<DecodedSlice> slices{};  // by start
  std::vector<DecodedValue> values{};  // of counters, by time
  std::vector<std::string> faults{};
  std::vector<size_t> packet_ends{};  // offsets in the bytes
  size_t open = 0;                    // slices without an end
  std::map<uint32_t, uint64_t> clocks{};
};

DecodedTrace decode(std::string_view bytes);

}  // namespace nsys_ai::trace_test
