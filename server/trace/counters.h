// Computes counters over time: the busy share and copy bandwidth of each GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/work.h"
#include "profile/profile.h"
#include "trace/timeline/counter_sums.h"

namespace nsys_ai::perfetto {

// A value for each of the equal parts of the window; it is valid from the start of its part.
struct Counter {
  DeviceIx device;
  size_t row = 0;  // index among the rows of its device
  std::string name;
  std::string unit;
  std::vector<double> values;
};

Counter counter_of(DeviceIx device, CounterKind kind);

struct Counters {
  Interval window;           // of the scope, limited to the time with operations
  std::vector<Counter> all;  // sorted by device of the scope, then in drawing order

  size_t parts() const { return all.empty() ? 0 : all.front().values.size(); }
  // The start of part `i`; part `parts()` starts at the end of the window.
  int64_t start_of(size_t part) const;
};

// For each device with operations: the busy share of each part, from the union of its operations, and the
// bandwidth of copies to the GPU, from it and between GPUs, where bytes are spread evenly over each copy's
// time. A direction without copies has no counter. Where calls were recorded, also the launches per second
// for the device, and the mean number of waiting operations; an operation waits from the end of its launch
// call to its own start.
Counters counters_of(const Profile& profile, const Scope& scope, const CancelToken& cancel);

}  // namespace nsys_ai::perfetto
