// Lists the ranges of one NVTX label, and the kernels launched inside them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sum.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// Counted as in `NvtxLabels`: a kernel belongs to the innermost range of the label around its launch.
struct LabelEvents {
  struct Range {
    uint32_t row = 0;  // in `Profile::nvtx()`
    int64_t kernels = 0;
    Sum kernel_time{};  // ns, summed over devices
  };
  std::vector<Range> ranges;      // sorted by start, then by row
  std::vector<uint32_t> kernels;  // rows of `Profile::kernels()`
};

// `label` is an index in `NvtxLabels`. Fails when it is cancelled.
Result<LabelEvents> label_events(const Profile& profile, uint32_t label, const Work& work);

}  // namespace nsys_ai
