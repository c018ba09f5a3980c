// Communication kernels in groups of like ones: of one stream, collective, algorithm and protocol.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/collectives/collectives.h"
#include "analysis/scope.h"

namespace nsys_ai {

struct CollectiveRuns {
  StreamIx stream;
  CollectiveName name;
  std::vector<uint32_t> kernels;  // in `Profile::kernels()`, in the order of the file
};

// By device, context, stream and then name.
std::vector<CollectiveRuns> collective_runs(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
