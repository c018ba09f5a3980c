// Groups kernels by name with one counting sort, then looks at each group.
#include "analysis/kernel_stats.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nsys_ai {

int64_t percentile(std::span<const int64_t> sorted, double fraction) {
  const double rank = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(rank);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = rank - static_cast<double>(below);
  // The difference is interpolated, not the values, so that large times lose no digits.
  return sorted[below] + std::llround(part * static_cast<double>(sorted[above] - sorted[below]));
}

std::vector<KernelStats> kernel_stats(const Profile& profile, const Scope& scope) {
  const Kernels& kernels = profile.kernels();
  const KernelsByName& by_name = profile.derived(build_kernels_by_name);
  std::vector<KernelStats> all;
  std::vector<int64_t> durations;
  for (size_t name = 0; name < profile.names().size(); ++name) {
    durations.clear();
    for (const uint32_t kernel : by_name.of(NameId(name))) {
      if (!scope.has(kernels.stream[kernel])) continue;
      if (const auto inside = scope.clip(kernels.interval(kernel))) durations.push_back(inside->length());
    }
    if (durations.empty()) continue;
    std::sort(durations.begin(), durations.end());
    KernelStats stats;
    stats.name = NameId(name);
    stats.calls = static_cast<int64_t>(durations.size());
    for (const int64_t duration : durations) stats.total += duration;
    Sum rounded = stats.total;
    stats.average = (rounded += stats.calls / 2) / stats.calls;
    stats.min = durations.front();
    stats.p50 = percentile(durations, 0.5);
    stats.p90 = percentile(durations, 0.9);
    stats.max = durations.back();
    all.push_back(stats);
  }
  std::sort(all.begin(), all.end(), [&](const KernelStats& a, const KernelStats& b) {
    if (a.total != b.total) return a.total > b.total;
    return profile.text(a.name) < profile.text(b.name);
  });
  return all;
}

WholeKernelStats build_kernel_stats(const Profile& profile) {
  WholeKernelStats whole{kernel_stats(profile, Scope::whole(profile)), 0};
  for (const KernelStats& stats : whole.by_total) whole.total += stats.total;
  return whole;
}

KernelsByName build_kernels_by_name(const Profile& profile) {
  const Kernels& kernels = profile.kernels();
  KernelsByName by_name;
  by_name.first.assign(profile.names().size() + 1, 0);
  for (const NameId name : kernels.name) ++by_name.first[name + 1];
  std::partial_sum(by_name.first.begin(), by_name.first.end(), by_name.first.begin());
  by_name.kernels.resize(kernels.size());
  std::vector<uint32_t> next(by_name.first.begin(), by_name.first.end() - 1);
  for (uint32_t i = 0; i < kernels.size(); ++i) by_name.kernels[next[kernels.name[i]]++] = i;
  return by_name;
}

}  // namespace nsys_ai
