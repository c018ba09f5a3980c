// Communication kernels that follow each other on one stream with nothing between them.
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
  std::map<Collective, int64_t> kernels;  // by what they do
  // Of its busy time, while no compute kernel ran on the device: what computation does not hide.
  int64_t exposed = 0;

  int64_t pauses() const { return stretch.time.duration() - stretch.busy; }
};

// Runs of at least two kernels, the longest first, then by start and stream. Clipped to the scope. Graphs
// that were recorded as a whole hide nothing, since what they do is not known.
std::vector<CommunicationRun> communication_runs(const Profile& profile, const Scope& scope,
                                                 int64_t longest_pause);

}  // namespace nsys_ai
