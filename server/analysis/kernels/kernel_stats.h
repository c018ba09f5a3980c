// How often and how long kernels ran, by name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/durations.h"
#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

// Durations of kernels with one name, clipped to the scope.
struct KernelStats : DurationStats {
  NameId name;
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

}  // namespace nsys_ai
