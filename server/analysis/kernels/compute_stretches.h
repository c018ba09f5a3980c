// The longest stretch of compute without a break, on each stream.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/kernels/stream_stretches.h"
#include "analysis/scope.h"

namespace nsys_ai {

// Which operations on the stream break a stretch, besides a pause.
enum class BreakingOperations { any, communication, none };

struct StreamCompute {
  StreamStretch longest;  // of equal ones the first
  int64_t stretches = 0;  // how many there are on the stream
};
struct ComputeStretches {
  std::vector<StreamCompute> streams;  // the longest first, then by device, context and stream
  int64_t graphs = 0;                  // among the operations, that were recorded as a whole
};

// Compute is each kernel that does not communicate, and each graph that was recorded as a whole. Clipped to
// the scope.
ComputeStretches compute_stretches(const Profile& profile, const Scope& scope, int64_t longest_pause,
                                   BreakingOperations breaking);

std::string_view name_of(StretchEnd end);

}  // namespace nsys_ai
