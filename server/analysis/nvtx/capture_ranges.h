// The NVTX ranges in which the nodes of CUDA graphs were captured: they say more than those around a replay.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "base/result.h"
#include "base/work.h"
#include "profile/nvtx_forest.h"
#include "profile/profile.h"

namespace nsys_ai {

// Immutable.
class CaptureRanges {
 public:
  // Follows copies of nodes to the call that created the first one. Fails when events cannot be read.
  static Result<CaptureRanges> read(const Profile& profile, const Work& work);
  bool any() const { return !of_node_.empty(); }
  // The innermost range around the creation of the kernel's node, on its thread, as an NVTX row;
  // NvtxForest::kNoRange where the capture does not have it.
  uint32_t of_kernel(const Profile& profile, uint32_t kernel) const;

 private:
  std::map<std::pair<uint32_t, int64_t>, uint32_t> of_node_;  // by process and node
};

}  // namespace nsys_ai
