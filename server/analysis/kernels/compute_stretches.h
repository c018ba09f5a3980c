// Finds the longest uninterrupted stretch of compute on each stream.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/kernels/stream_stretches.h"
#include "analysis/scope.h"

namespace nsys_ai {

// The operations that interrupt a stretch, besides a pause.
enum class BreakingOperations { any, communication, none };

struct StreamCompute {
  StreamStretch longest;  // the first of equal ones
  int64_t stretches = 0;  // number of stretches on the stream
};
struct ComputeStretches {
  std::vector<StreamCompute> streams;  // the longest first, then by device, context and stream
  int64_t graphs = 0;                  // operations that are graphs recorded as one operation
};

// Compute includes each kernel that does not communicate and each graph recorded as one operation. Clipped to
// the scope.
ComputeStretches compute_stretches(const Profile& profile, const Scope& scope, int64_t longest_pause,
                                   BreakingOperations breaking);

std::string_view name_of(StretchEnd end);

}  // namespace nsys_ai
