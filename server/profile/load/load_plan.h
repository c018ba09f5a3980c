// Decides which parts of a capture are loaded, by what fits into memory.
#pragma once

#include <cstdint>
#include <optional>

#include "base/interval_set.h"

namespace nsys_ai {

class ColumnCache;

// The options of a load.
struct LoadOptions {
  // Loaded where the complete capture does not fit: ns on the capture's clock.
  std::optional<Interval> window;
  // Only the first and the last rows of each table, to describe a capture: milliseconds at any size.
  bool edges_only = false;
  // A cache that is searched first for the columns of a complete load; null for none.
  const ColumnCache* column_cache = nullptr;
};

// Estimates made before any row is read.
struct LoadSize {
  int64_t gpu_operations = 0;  // rows
  int64_t calls = 0;
  int64_t nvtx = 0;
  Interval extent;   // approximate, from the first and last rows
  int64_t room = 0;  // bytes available
};

// The parts to read. GPU operations have priority, since every analysis needs them; then CUDA calls, then
// NVTX.
struct LoadPlan {
  bool calls = true;
  bool nvtx = true;
  std::optional<Interval> window;  // only events that overlap it
  int64_t whole_bytes = 0;         // approximate size of the complete capture
};
LoadPlan plan_load(const LoadSize& size, const LoadOptions& options);

}  // namespace nsys_ai
