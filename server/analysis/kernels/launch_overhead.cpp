// One pass over the kernels and their calls.
#include "analysis/kernels/launch_overhead.h"

#include <algorithm>

#include "analysis/host/api_calls.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

int64_t length_inside(const Scope& scope, Interval interval) {
  const auto inside = interval.empty() ? std::nullopt : scope.clip(interval);
  return inside ? inside->duration() : 0;
}

}  // namespace

LaunchOverheads launch_overheads(const Profile& profile, const Scope& scope, KernelGrouping grouping) {
  const Kernels& kernels = profile.kernels();
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const KernelGroupCodes codes = kernel_group_codes(profile, grouping);
  LaunchOverheads all;
  for (const std::string_view name : codes.names) all.groups.push_back({name});
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!scope.has(kernels.stream[i])) continue;
    const Interval kernel = kernels.interval(i);
    const uint32_t call = launches.of_kernel[i];
    if (call == Launches::kNoCall) {
      all.without_call += scope.clip(kernel) ? 1 : 0;
      continue;
    }
    if (kernels.graph_node[i] != 0 || kinds.of(calls, call).role == CallRole::graph_launch) {
      all.in_graphs += scope.clip(kernel) ? 1 : 0;
      continue;
    }
    const Interval api = calls.interval(call);
    const Interval whole{api.start, std::max(api.end, kernel.end)};
    if (!scope.clip(whole)) continue;
    LaunchOverhead& group = all.groups[codes.of_code[kernels.names.code[i]]];
    const int64_t queue = length_inside(scope, {api.end, kernel.start});
    ++group.launches;
    group.api += length_inside(scope, api);
    group.queue += queue;
    group.queued += queue > 0 ? 1 : 0;
    group.kernel += length_inside(scope, kernel);
    group.total += length_inside(scope, whole);
  }
  std::erase_if(all.groups, [](const LaunchOverhead& group) { return group.launches == 0; });
  std::sort(all.groups.begin(), all.groups.end(), [](const LaunchOverhead& a, const LaunchOverhead& b) {
    if (a.api != b.api) return a.api > b.api;
    return a.name < b.name;
  });
  return all;
}

}  // namespace nsys_ai
