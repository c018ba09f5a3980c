// How often and how long kernels ran, by name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

// Durations in ns of kernels with one name, clipped to the scope. Averages and percentiles are rounded to
// whole ns; percentiles interpolate linearly between the two nearest ranks.
struct KernelStats {
  NameId name;
  int64_t calls = 0;
  Sum total{};
  int64_t average = 0;
  int64_t min = 0;
  int64_t p50 = 0;
  int64_t p90 = 0;
  int64_t max = 0;
};

// One element a name, over all devices of the scope; by total, the largest first, then by name.
std::vector<KernelStats> kernel_stats(const Profile& profile, const Scope& scope);

// The same over the whole capture, kept. Build with `profile.derived(build_kernel_stats)`.
struct WholeKernelStats {
  std::vector<KernelStats> by_total;
  Sum total{};  // of all kernels, summed over devices
};
WholeKernelStats build_kernel_stats(const Profile& profile);

// Kernels in order of name, as rows of `Profile::kernels()`. Build with
// `profile.derived(build_kernels_by_name)`.
struct KernelsByName {
  std::vector<uint32_t> first;  // by NameId, one more than there are names
  std::vector<uint32_t> kernels;
  std::span<const uint32_t> of(NameId name) const {
    return std::span(kernels).subspan(first[name], first[name + 1] - first[name]);
  }
};
KernelsByName build_kernels_by_name(const Profile& profile);

// The value at `fraction` of sorted values, linearly interpolated and rounded. `values` must not be empty.
int64_t percentile(std::span<const int64_t> sorted, double fraction);

}  // namespace nsys_ai
