// How much went on in each part of the time: busy share and copy speed of each GPU, as counters.
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

// A value for each of the equal parts of the window; it holds from the start of its part.
struct Counter {
  DeviceIx device;
  size_t row = 0;  // among those of its device
  std::string name;
  std::string unit;
  std::vector<double> values;
};

Counter counter_of(DeviceIx device, CounterKind kind);

struct Counters {
  Interval window;           // of the scope, as far as anything ran
  std::vector<Counter> all;  // by device of the scope, then in the order in which they are drawn

  size_t parts() const { return all.empty() ? 0 : all.front().values.size(); }
  // When part `i` begins; part `parts()` begins at the end of the window.
  int64_t start_of(size_t part) const;
};

// Of each device on which anything ran: the share of each part in which it was busy, from the union of its
// operations, and the bytes that were copied up, down and between GPUs, spread evenly over each copy's time,
// divided by the length of the part. A direction in which nothing was copied has no counter. Where calls were
// recorded: how many a second launched something on the device, and how many operations waited, on the mean:
// from the end of the call that launched them to their own start.
Counters counters_of(const Profile& profile, const Scope& scope, const CancelToken& cancel);

}  // namespace nsys_ai::perfetto
