// Decides what of a capture is loaded, by what fits into memory.
#pragma once

#include <cstdint>
#include <optional>

#include "base/interval_set.h"

namespace nsys_ai {

class ColumnCache;

// The options of a load.
struct LoadOptions {
  // Where the whole does not fit, this part is read: ns on the capture's clock.
  std::optional<Interval> window;
  // Only the first and the last rows of each table, to describe a capture: milliseconds at any size.
  bool edges_only = false;
  // Where the columns of a whole load are looked up first; null for no cache.
  const ColumnCache* column_cache = nullptr;
};

// What is known before a row is read.
struct LoadSize {
  int64_t gpu_operations = 0;  // rows
  int64_t calls = 0;
  int64_t nvtx = 0;
  Interval extent;   // about: of the first and last rows
  int64_t room = 0;  // bytes that may be taken
};

// What is read. Operations on GPUs go first, since every question needs them; then CUDA calls, then NVTX.
struct LoadPlan {
  bool calls = true;
  bool nvtx = true;
  std::optional<Interval> window;  // only what touches it
  int64_t whole_bytes = 0;         // that everything would take, about
};
LoadPlan plan_load(const LoadSize& size, const LoadOptions& options);

}  // namespace nsys_ai
