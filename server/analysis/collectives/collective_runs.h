// Groups communication kernels by stream, collective, algorithm and protocol.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/collectives/collectives.h"
#include "analysis/scope.h"

namespace nsys_ai {

struct CollectiveRuns {
  StreamIx stream;
  CollectiveName name;
  std::vector<uint32_t> kernels;  // rows of `Profile::kernels()`, in file order
};

// Sorted by device, context, stream and then name.
std::vector<CollectiveRuns> collective_runs(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
