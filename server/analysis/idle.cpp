// Walks the operations of each device in time order and looks at what ends each gap.
#include "analysis/idle.h"

#include <algorithm>

#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr int64_t kLaunchGapNs = 5000;

struct Operation {
  Interval inside;
  uint32_t call = Launches::kNoCall;
};

void collect(const Profile& profile, const Scope& scope, const Operations& operations,
             const std::vector<uint32_t>& calls, std::vector<std::vector<Operation>>& by_device) {
  for (size_t i = 0; i < operations.size(); ++i) {
    if (!scope.has(operations.stream[i])) continue;
    if (const auto inside = scope.clip(operations.interval(i)))
      by_device[profile.streams()[operations.stream[i]].device].push_back({*inside, calls[i]});
  }
}

IdleCause cause_of(const Profile& profile, Interval gap, uint32_t call) {
  if (gap.length() < kLaunchGapNs) return IdleCause::launch_gap;
  if (call == Launches::kNoCall) return IdleCause::unknown;
  if (profile.calls().start[call] >= gap.start) return IdleCause::host_bound;
  if (profile.calls().end[call] <= gap.start) return IdleCause::device_wait;
  return IdleCause::launch_overhead;
}

// The shortest range of the thread that covers most of the gap: what the host was doing, not the step around
// it.
NameId range_in(const Profile& profile, ThreadIx thread, Interval gap) {
  const Nvtx& nvtx = profile.nvtx();
  const auto& ranges = profile.derived(build_nvtx_forest).of_thread[thread];
  const auto end = std::partition_point(ranges.begin(), ranges.end(),
                                        [&](uint32_t range) { return nvtx.start[range] < gap.end; });
  NameId best;
  int64_t best_length = INT64_MAX;
  // Ranges that began long before hold the gap whole or ended; a bounded look back finds the inner ones.
  constexpr ptrdiff_t kLookBack = 256;
  for (auto at = end; at != ranges.begin() && end - at < kLookBack;) {
    --at;
    const Interval range{nvtx.start[*at], nvtx.end[*at]};
    if (intersect(range, gap).length() < gap.length() / 5 * 4 || range.length() >= best_length) continue;
    best_length = range.length();
    best = nvtx.text[*at];
  }
  return best;
}

}  // namespace

std::string_view name_of(IdleCause cause) {
  switch (cause) {
    case IdleCause::host_bound:
      return "host-bound";
    case IdleCause::launch_overhead:
      return "launch overhead";
    case IdleCause::device_wait:
      return "device-side wait";
    case IdleCause::launch_gap:
      return "launch gap";
    case IdleCause::unknown:
      return "unknown";
  }
  return "unknown";
}

std::vector<IdleGap> idle_gaps(const Profile& profile, const Scope& scope, int64_t min_ns) {
  const Launches& launches = profile.derived(build_launches);
  std::vector<std::vector<Operation>> by_device(profile.devices().size());
  collect(profile, scope, profile.kernels(), launches.of_kernel, by_device);
  collect(profile, scope, profile.copies(), launches.of_copy, by_device);
  collect(profile, scope, profile.memsets(), launches.of_memset, by_device);
  std::vector<IdleGap> gaps;
  for (const DeviceIx device : scope.devices()) {
    auto& operations = by_device[device];
    std::sort(operations.begin(), operations.end(), [](const Operation& a, const Operation& b) {
      return a.inside != b.inside ? a.inside < b.inside : a.call < b.call;
    });
    int64_t busy_until = operations.empty() ? 0 : operations.front().inside.start;
    for (const Operation& operation : operations) {
      const Interval gap{busy_until, operation.inside.start};
      busy_until = std::max(busy_until, operation.inside.end);
      if (gap.empty() || gap.length() < min_ns) continue;
      IdleGap found{device, gap, cause_of(profile, gap, operation.call), NameId()};
      if (found.cause == IdleCause::host_bound)
        found.host_range = range_in(profile, profile.calls().thread[operation.call], gap);
      gaps.push_back(found);
    }
  }
  return gaps;
}

}  // namespace nsys_ai
