// Totals of each stream over the entire capture.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interval_set.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

struct StreamTotals {
  int64_t kernels = 0;
  int64_t copies = 0;
  int64_t memsets = 0;
  int64_t graph_runs = 0;
  Sum kernel_time{};  // ns, summed
  Sum copy_time{};    // ns, summed
  Interval span;      // first start to last end of its operations; empty without operations

  int64_t operations() const { return kernels + copies + memsets + graph_runs; }
};

// Indexed by StreamIx, cached. Build with `profile.derived(build_stream_totals)`.
std::vector<StreamTotals> build_stream_totals(const Profile& profile);

// Streams with operations inside the window, sorted by their summed time in descending order.
std::vector<StreamIx> busiest_streams(const Profile& profile, Interval window);

}  // namespace nsys_ai
