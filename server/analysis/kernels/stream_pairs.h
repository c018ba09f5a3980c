// Computes how long two streams of one GPU ran at the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// Lengths of unions and of their intersections, in ns. Stream `a` precedes `b` by context and stream.
struct StreamPair {
  StreamIx a, b;
  int64_t both = 0;
  int64_t of_a = 0;
  int64_t of_b = 0;
};
struct StreamPairs {
  // The number of pairs grows with the square of the number of streams, so only this many streams of each
  // device are compared: those with the longest summed time of operations.
  static constexpr size_t kMostStreams = 256;
  // Pairs with overlap; by device, overlap in descending order, then by stream.
  std::vector<StreamPair> pairs;
  struct LeftOut {
    DeviceIx device;
    int64_t streams = 0;  // streams with operations in the scope
  };
  std::vector<LeftOut> skipped;  // devices with more streams than are compared
};

// A stream runs while any of its kernels, copies, memsets or graphs does. Clipped to the scope.
StreamPairs stream_pairs(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
