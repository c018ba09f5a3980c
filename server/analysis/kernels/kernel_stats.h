// Computes how often and how long kernels ran, by name.
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

// One element per name, over all devices of the scope; sorted by total in descending order, then by name.
std::vector<KernelStats> kernel_stats(const Profile& profile, const Scope& scope);

// The same over the entire capture, cached. Build with `profile.derived(build_kernel_stats)`.
struct CaptureKernelStats {
  std::vector<KernelStats> by_total;
  Sum total{};  // of all kernels, summed over devices
};
CaptureKernelStats build_kernel_stats(const Profile& profile);

// Rows of `Profile::kernels()` sorted by kernel name. Build with `profile.derived(build_kernels_by_name)`.
struct KernelsByName {
  std::vector<uint32_t> first;  // offset of each NameId; one element more than there are names
  std::vector<uint32_t> kernels;
  std::span<const uint32_t> of(NameId name) const {
    return std::span(kernels).subspan(first[name], first[name + 1] - first[name]);
  }
};
KernelsByName build_kernels_by_name(const Profile& profile);

}  // namespace nsys_ai
