// The NVTX hierarchy for a person: the ranges to show, their order and their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

struct OutlineOptions {
  int64_t depth = 0;     // the maximum depth; outermost ranges have 1; 0 for all
  int64_t min_time = 0;  // ns: omits shorter ranges
  std::string filter;    // only ranges whose label matches, their ancestors and descendants
  int64_t limit = 40;    // the maximum number of ranges, longest first; 0 for all
  bool kernels = false;  // adds the kernels that each range launched itself
  size_t parts = 24;     // intervals of time for counting instances
};

// The maximum number of kernels below a range while ranges are limited.
inline constexpr size_t kOutlineKernels = 5;

struct OutlineLine {
  // `more` stands for the omitted children of the line around it.
  enum Kind { thread, range, kernel, more };
  Kind kind = thread;
  uint32_t depth = 0;  // 0 for a thread
  std::string label;
  uint32_t node = 0;   // in the scope's NvtxTree; for a kernel, that of its range
  int64_t hidden = 0;  // for `more`: number of ranges, or of kernels below a range
  bool hides_kernels = false;
  int64_t instances = 0;
  int64_t host = 0;
  int64_t host_max = 0;
  int64_t kernels = 0;
  int64_t kernel_time = 0;
  int64_t own_kernel_time = 0;
  int64_t busy = 0;
  std::optional<double> of_all{};     // kernel_time / that of all kernels in scope
  std::optional<double> of_parent{};  // of the parent line: kernel_time, or host if there is no GPU time
  std::vector<uint32_t> over_time{};
};

struct Outline {
  Answer answer;        // its rows are the lines except `more`
  bool by_gpu = false;  // whether ranges launched any kernel in scope; otherwise times are the host's
  std::vector<OutlineLine> lines;
  int64_t ranges = 0;                 // number of ranges shown
  int64_t kernel_time = 0;            // of all kernels in scope
  int64_t kernel_time_in_ranges = 0;  // of kernels that ranges launched
  Interval span;                      // divided into the intervals of `over_time`
  size_t parts = 0;
};

// Computes times, counts and shares like `nvtx_tree` (analysis/nvtx/nvtx_tree.h). Fails on an invalid scope
// or filter, and on cancellation.
Result<Outline> nvtx_outline(const Profile& profile, const ScopeRequest& scope, const OutlineOptions& options,
                             const Work& work = {});

// For example `pid 144 python3, thread 146 (pt_autograd_0)`; omits redundant parts.
struct ThreadNames {
  std::optional<int64_t> pid;
  std::string_view process;  // the path of its program
  int64_t tid = 0;
  std::string_view name;
};
std::string thread_label(const ThreadNames& of);
std::string thread_label(const Profile& profile, ThreadIx thread);

}  // namespace nsys_ai
