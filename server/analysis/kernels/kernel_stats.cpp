// Groups kernels by name with one counting sort, then evaluates each group.
#include "analysis/kernels/kernel_stats.h"

#include <algorithm>
#include <numeric>

#include "profile/dictionary.h"

namespace nsys_ai {

namespace {

std::vector<KernelStats> counted(const Profile& profile, const Scope& scope) {
  const Kernels& kernels = profile.kernels();
  Dictionary<uint64_t> numbers;
  std::vector<uint32_t> group_of;  // indexed by code of the kernel's names
  for (const KernelName& name : kernels.names.values) group_of.push_back(numbers.code(name.full.value));
  const bool whole = scope.is_whole(profile);
  DurationGroups groups =
      grouped_durations(numbers.keys().size(), kernels.size(), [&](size_t i, size_t to, auto visit) {
        // All kernels count unclipped, so streams and starts need not be read.
        for (; whole && i < to; ++i) visit(group_of[kernels.names.code[i]], kernels.duration[i]);
        for (; i < to; ++i) {
          if (!scope.has(kernels.stream[i])) continue;
          if (const auto inside = scope.clip(kernels.interval(i)))
            visit(group_of[kernels.names.code[i]], inside->duration());
        }
      });
  std::vector<KernelStats> all;
  for (const DurationStats& stats : stats_of_groups(groups))
    all.push_back({stats, NameId(static_cast<size_t>(numbers.keys()[all.size()]))});
  std::erase_if(all, [](const KernelStats& stats) { return stats.calls == 0; });
  std::sort(all.begin(), all.end(), [&](const KernelStats& a, const KernelStats& b) {
    if (a.total != b.total) return a.total > b.total;
    return profile.text(a.name) < profile.text(b.name);
  });
  return all;
}

}  // namespace

std::vector<KernelStats> kernel_stats(const Profile& profile, const Scope& scope) {
  const bool whole = scope.is_whole(profile);
  return whole ? profile.derived(build_kernel_stats).by_total : counted(profile, scope);
}

CaptureKernelStats build_kernel_stats(const Profile& profile) {
  CaptureKernelStats whole{counted(profile, Scope::whole(profile)), 0};
  for (const KernelStats& stats : whole.by_total) whole.total += stats.total;
  return whole;
}

KernelsByName build_kernels_by_name(const Profile& profile) {
  const Kernels& kernels = profile.kernels();
  KernelsByName by_name;
  by_name.first.assign(profile.names().size() + 1, 0);
  for (size_t i = 0; i < kernels.size(); ++i) ++by_name.first[kernels.name(i) + 1];
  std::partial_sum(by_name.first.begin(), by_name.first.end(), by_name.first.begin());
  by_name.kernels.resize(kernels.size());
  std::vector<uint32_t> next(by_name.first.begin(), by_name.first.end() - 1);
  for (uint32_t i = 0; i < kernels.size(); ++i) by_name.kernels[next[kernels.name(i)]++] = i;
  return by_name;
}

}  // namespace nsys_ai
