// Finds sequences of communication kernels on one stream with nothing between them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/collectives/collectives.h"
#include "analysis/kernels/stream_stretches.h"
#include "analysis/scope.h"

namespace nsys_ai {

struct CommunicationRun {
  StreamStretch stretch;
  std::map<Collective, int64_t> kernels;  // how many kernels run each collective
  // The busy time during which no compute kernel ran on the device, so computation does not hide it.
  int64_t exposed = 0;

  int64_t pauses() const { return stretch.time.duration() - stretch.busy; }
};

// Runs of at least two kernels, sorted by length in descending order, then by start and stream. They are
// clipped to the scope. A graph recorded as one operation hides nothing, since its contents are unknown.
std::vector<CommunicationRun> communication_runs(const Profile& profile, const Scope& scope,
                                                 int64_t longest_pause);

}  // namespace nsys_ai
