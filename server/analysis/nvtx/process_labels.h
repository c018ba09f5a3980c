// What the NVTX ranges of each process are about, and the kernels that are directly inside.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// The ranges of one label in one process, clipped to the scope; or the kernels that are in none.
struct ProcessLabel {
  static constexpr uint32_t kNoRange = UINT32_MAX;          // launched in no range
  static constexpr uint32_t kNotLaunched = UINT32_MAX - 1;  // the launch was not recorded
  ProcessIx process;
  uint32_t label = 0;   // in TemplateLabels, or one of the above
  int64_t count = 0;    // closed ranges
  Sum host{};           // ns on the host, summed over ranges and threads
  int64_t kernels = 0;  // with such a range innermost around their launch
  Sum kernel_time{};    // ns, summed over GPUs

  bool is_range() const { return label < kNotLaunched; }
};
// By process; within one by kernel time, then by host time, both descending, then by label.
std::vector<ProcessLabel> labels_by_process(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
