// Sorts once by name, shape and device, then twice by group on all cores.
#include "analysis/kernels/kernel_run_groups.h"

#include <algorithm>
#include <numeric>

#include "analysis/durations.h"
#include "base/parallel.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

KernelRunGroups::Key key_of(const Profile& profile, uint32_t kernel) {
  const Kernels& kernels = profile.kernels();
  return {profile.streams()[kernels.stream[kernel]].device.value, kernels.names.code[kernel],
          kernels.shapes.code[kernel]};
}

int64_t median_duration(const Profile& profile, std::span<const uint32_t> runs) {
  std::vector<int64_t> durations;
  durations.reserve(runs.size());
  for (const uint32_t run : runs) durations.push_back(profile.kernels().duration[run]);
  return Percentiles<int64_t>(durations).at(0.5);
}

void finish(const Profile& profile, KernelRunGroups& alike, KernelRunGroups::Group& group) {
  const Kernels& kernels = profile.kernels();
  const std::span<uint32_t> by_start = std::span(alike.by_start).subspan(group.first, group.count);
  std::ranges::sort(by_start, [&](uint32_t a, uint32_t b) {
    return kernels.start[a] != kernels.start[b] ? kernels.start[a] < kernels.start[b] : a < b;
  });
  const std::span<uint32_t> by_duration = std::span(alike.by_duration).subspan(group.first, group.count);
  std::ranges::copy(by_start, by_duration.begin());
  std::ranges::sort(by_duration, [&](uint32_t a, uint32_t b) {
    const int64_t of_a = kernels.duration[a];
    const int64_t of_b = kernels.duration[b];
    return of_a != of_b ? of_a < of_b : a < b;
  });
  if (group.count < RunRank::kFewestForTrend) return;
  group.early_median = median_duration(profile, by_start.first(group.count / 4));
  group.late_median = median_duration(profile, by_start.last(group.count / 4));
}

}  // namespace

KernelRunGroups build_alike_runs(const Profile& profile) {
  const size_t count = profile.kernels().size();
  std::vector<std::pair<KernelRunGroups::Key, uint32_t>> keys(count);
  ThrottledCheck check;
  for (uint32_t i = 0; i < count; check(), ++i) keys[i] = {key_of(profile, i), i};
  std::ranges::sort(keys);
  check_cancelled();
  KernelRunGroups alike;
  alike.by_start.resize(count);
  alike.by_duration.resize(count);
  for (uint32_t i = 0; i < count; check(), ++i) {
    if (i == 0 || keys[i].first != keys[i - 1].first) alike.groups.push_back({keys[i].first, i, 0, {}, {}});
    ++alike.groups.back().count;
    alike.by_start[i] = keys[i].second;
  }
  parallel_for(usable_cores(), alike.groups.size(), [&](size_t group) {
    finish(profile, alike, alike.groups[group]);
    check_cancelled();
  });
  return alike;
}

const KernelRunGroups::Group& KernelRunGroups::group_of(const Profile& profile, uint32_t kernel) const {
  return *std::ranges::lower_bound(groups, key_of(profile, kernel), {}, &Group::key);
}

RunRank run_standing(const Profile& profile, uint32_t kernel) {
  const Kernels& kernels = profile.kernels();
  const KernelRunGroups& alike = profile.derived(build_alike_runs);
  const KernelRunGroups::Group& group = alike.group_of(profile, kernel);
  const std::span<const uint32_t> runs = alike.of(group);
  const auto by_duration = std::span(alike.by_duration).subspan(group.first, group.count);
  const auto duration = [&](uint32_t run) -> int64_t { return kernels.duration[run]; };
  const auto begun = [&](uint32_t run) { return std::pair(kernels.start[run], run); };

  RunRank standing;
  standing.runs = group.count;
  standing.ordinal = std::ranges::lower_bound(runs, begun(kernel), {}, begun) - runs.begin() + 1;
  const int64_t own = duration(kernel);
  standing.shorter = std::ranges::lower_bound(by_duration, own, {}, duration) - by_duration.begin();
  standing.longer = by_duration.end() - std::ranges::upper_bound(by_duration, own, {}, duration);
  standing.shortest = duration(by_duration.front());
  standing.longest = duration(by_duration.back());
  const int64_t low = duration(by_duration[(group.count - 1) / 2]);
  const int64_t high = duration(by_duration[group.count / 2]);
  standing.median = low + (high - low + 1) / 2;
  standing.early_median = group.early_median;
  standing.late_median = group.late_median;
  return standing;
}

}  // namespace nsys_ai
