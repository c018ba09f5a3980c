// Groups kernels by name with one counting sort, then looks at each group.
#include "analysis/kernel_stats.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "profile/dictionary.h"

namespace nsys_ai {

int64_t percentile(std::span<const int64_t> sorted, double fraction) {
  const double rank = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(rank);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = rank - static_cast<double>(below);
  // The difference is interpolated, not the values, so that large times lose no digits.
  return sorted[below] + std::llround(part * static_cast<double>(sorted[above] - sorted[below]));
}

namespace {

// Durations of kernels with one name, side by side.
struct Groups {
  std::vector<NameId> names;
  std::vector<size_t> first;  // by group, one more than there are names
  std::vector<int64_t> durations;
};

// Counting sort by name: two passes over the columns, in their order.
Groups durations_by_name(const Profile& profile, const Scope& scope) {
  const Kernels& kernels = profile.kernels();
  Groups groups;
  Dictionary<uint64_t> numbers;
  std::vector<uint32_t> group_of;  // by code of the kernel's names
  for (const KernelName& name : kernels.names.values) group_of.push_back(numbers.code(name.full.value));
  for (const uint64_t name : numbers.keys()) groups.names.emplace_back(static_cast<size_t>(name));
  groups.first.assign(groups.names.size() + 1, 0);
  const auto each = [&](auto take) {
    for (size_t i = 0; i < kernels.size(); ++i) {
      if (!scope.has(kernels.stream[i])) continue;
      if (const auto inside = scope.clip(kernels.interval(i)))
        take(group_of[kernels.names.code[i]], inside->length());
    }
  };
  each([&](uint32_t group, int64_t) { ++groups.first[group + 1]; });
  std::partial_sum(groups.first.begin(), groups.first.end(), groups.first.begin());
  groups.durations.resize(groups.first.back());
  std::vector<size_t> next(groups.first.begin(), groups.first.end() - 1);
  each([&](uint32_t group, int64_t length) { groups.durations[next[group]++] = length; });
  return groups;
}

// Reorders the durations: the two neighbours of each percentile are put in their places, the rest is not.
KernelStats stats_of(NameId name, std::span<int64_t> durations) {
  KernelStats stats;
  stats.name = name;
  stats.calls = static_cast<int64_t>(durations.size());
  for (const int64_t duration : durations) stats.total += duration;
  Sum rounded = stats.total;
  stats.average = (rounded += stats.calls / 2) / stats.calls;
  const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
  stats.min = *least;
  stats.max = *most;
  size_t from = 0;
  const auto at = [&](double fraction) {
    const auto below = static_cast<size_t>(fraction * static_cast<double>(durations.size() - 1));
    const auto place = [&](size_t of) { return durations.begin() + static_cast<ptrdiff_t>(of); };
    std::nth_element(place(from), place(below), durations.end());
    if (below + 1 < durations.size())
      std::iter_swap(place(below + 1), std::min_element(place(below + 1), durations.end()));
    from = below;
    return percentile(durations, fraction);
  };
  stats.p50 = at(0.5);
  stats.p90 = at(0.9);
  return stats;
}

}  // namespace

namespace {

std::vector<KernelStats> counted(const Profile& profile, const Scope& scope) {
  Groups groups = durations_by_name(profile, scope);
  std::vector<KernelStats> all(groups.names.size());
  parallel_for(usable_cores(), all.size(), [&](size_t group) {
    const std::span durations =
        std::span(groups.durations)
            .subspan(groups.first[group], groups.first[group + 1] - groups.first[group]);
    if (!durations.empty()) all[group] = stats_of(groups.names[group], durations);
  });
  std::erase_if(all, [](const KernelStats& stats) { return stats.calls == 0; });
  std::sort(all.begin(), all.end(), [&](const KernelStats& a, const KernelStats& b) {
    if (a.total != b.total) return a.total > b.total;
    return profile.text(a.name) < profile.text(b.name);
  });
  return all;
}

}  // namespace

std::vector<KernelStats> kernel_stats(const Profile& profile, const Scope& scope) {
  const bool whole = !scope.has_window() && scope.devices().size() == profile.devices().size();
  return whole ? profile.derived(build_kernel_stats).by_total : counted(profile, scope);
}

WholeKernelStats build_kernel_stats(const Profile& profile) {
  WholeKernelStats whole{counted(profile, Scope::whole(profile)), 0};
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
