// For how long two streams of one GPU ran at the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// Lengths of unions and of their intersections, in ns. Of the two streams, `a` stands before `b` by context
// and stream.
struct StreamPair {
  StreamIx a, b;
  int64_t both = 0;
  int64_t of_a = 0;
  int64_t of_b = 0;
};
struct StreamPairs {
  // Pairs grow with the square of the streams: of each device, those streams are compared whose operations
  // took most time, summed.
  static constexpr size_t kMostStreams = 256;
  std::vector<StreamPair> pairs;  // that ran at the same time; by device, the longest first, then by stream
  struct LeftOut {
    DeviceIx device;
    int64_t streams = 0;  // with operations in the scope
  };
  std::vector<LeftOut> skipped;  // devices with more streams than are compared
};

// A stream runs while a kernel, copy, memset or graph of it does. Clipped to the scope.
StreamPairs stream_pairs(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
