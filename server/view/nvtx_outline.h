// The NVTX hierarchy as a person looks at it: which ranges are shown, in which order, with their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

struct OutlineOptions {
  int64_t depth = 0;     // how deep ranges are shown, the outermost being 1; 0 for all
  int64_t min_time = 0;  // ns: ranges that take less are not shown
  std::string filter;    // only ranges whose label matches, what is around them, and what is inside
  int64_t limit = 40;    // how many ranges, those that take the longest; 0 for all
  bool kernels = false;  // below each range, kernels that it launched itself
  size_t parts = 24;     // of time, in which instances are counted
};

// How many kernels stand below a range while ranges are limited.
inline constexpr size_t kOutlineKernels = 5;

struct OutlineLine {
  // `more` says how much directly inside the line around it is not shown.
  enum Kind { thread, range, kernel, more };
  Kind kind = thread;
  uint32_t depth = 0;  // 0 for a thread
  std::string label;
  uint32_t node = 0;   // in the scope's NvtxTree; of a kernel, that of its range
  int64_t hidden = 0;  // of `more`: ranges, or kernels below a range
  bool hides_kernels = false;
  int64_t instances = 0;
  int64_t host = 0;
  int64_t host_max = 0;
  int64_t kernels = 0;
  int64_t kernel_time = 0;
  int64_t own_kernel_time = 0;
  int64_t busy = 0;
  std::optional<double> of_all{};     // kernel_time / that of all kernels in scope
  std::optional<double> of_parent{};  // of the line around: kernel_time, or host where there is no GPU time
  std::vector<uint32_t> over_time{};
};

struct Outline {
  Answer answer;        // its rows are the lines, without `more`
  bool by_gpu = false;  // whether any kernel of the scope was launched in a range; else times are the host's
  std::vector<OutlineLine> lines;
  int64_t ranges = 0;                 // shown
  int64_t kernel_time = 0;            // of all kernels in scope
  int64_t kernel_time_in_ranges = 0;  // of those launched in a range
  Interval span;                      // what `over_time` divides
  size_t parts = 0;
};

// Times, counts and shares are those of `nvtx_tree` (analysis/nvtx/nvtx_tree.h). Fails on a bad scope or
// filter, or when it is cancelled.
Result<Outline> nvtx_outline(const Profile& profile, const ScopeRequest& scope, const OutlineOptions& options,
                             const Work& work = {});

// `pid 144 python3, thread 146 (pt_autograd_0)`; what says nothing new is left out.
std::string thread_label(const Profile& profile, ThreadIx thread);

}  // namespace nsys_ai
