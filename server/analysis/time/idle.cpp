// Walks the operations of each device in time order and examines the operation that ends each gap.
#include "analysis/time/idle.h"

#include <algorithm>
#include <optional>
#include <span>

#include "analysis/time/coverage.h"
#include "base/parallel.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr int64_t kLaunchGapNs = 5000;

// The shortest range of the thread that covers most of the gap: the host's activity, not the step around it.
uint32_t range_in(const Profile& profile, ThreadIx thread, Interval gap) {
  const Nvtx& nvtx = profile.nvtx();
  const auto& ranges = profile.derived(build_nvtx_forest).of_thread[thread];
  const auto end = std::partition_point(ranges.begin(), ranges.end(),
                                        [&](uint32_t range) { return nvtx.start[range] < gap.end; });
  uint32_t best = NvtxForest::kNoRange;
  int64_t best_length = INT64_MAX;
  // Ranges that began long before either contain the gap entirely or have ended; a bounded look back finds
  // the inner ones.
  constexpr ptrdiff_t kLookBack = 256;
  for (auto at = end; at != ranges.begin() && end - at < kLookBack;) {
    --at;
    const Interval range{nvtx.start[*at], nvtx.end(*at)};
    if (intersect(range, gap).duration() < gap.duration() / 5 * 4 || range.duration() >= best_length)
      continue;
    best_length = range.duration();
    best = *at;
  }
  const bool has_text = best != NvtxForest::kNoRange && !nvtx.text.templates()[nvtx.text[best]].empty();
  return has_text ? best : NvtxForest::kNoRange;
}

IdleCause cause_in(const Profile& profile, const Coverage& coverage, DeviceIx device, Interval gap,
                   uint32_t call) {
  if (coverage.any && 2 * coverage.unknown_ns(device, gap) >= gap.duration()) return IdleCause::not_recorded;
  return cause_by_launch(profile, gap, call);
}

}  // namespace

uint32_t launch_of(const Launches& launches, OperationNumbers::Operation operation) {
  switch (operation.kind) {
    case OperationNumbers::kernel:
      return launches.of_kernel[operation.at];
    case OperationNumbers::copy:
      return launches.of_copy[operation.at];
    case OperationNumbers::memset:
      return launches.of_memset[operation.at];
    case OperationNumbers::graph_run:
      return launches.of_graph_run[operation.at];
  }
  return Launches::kNoCall;
}

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
    case IdleCause::not_recorded:
      return "not recorded";
  }
  return "unknown";
}

IdleCause idle_cause(const Profile& profile, DeviceIx device, Interval gap, uint32_t call) {
  return cause_in(profile, profile.derived(build_coverage), device, gap, call);
}

IdleCause cause_by_launch(const Profile& profile, Interval gap, uint32_t call) {
  if (gap.duration() < kLaunchGapNs) return IdleCause::launch_gap;
  if (call == Launches::kNoCall) return IdleCause::unknown;
  if (profile.calls().start[call] >= gap.start) return IdleCause::host_bound;
  if (profile.calls().end(call) <= gap.start) return IdleCause::device_wait;
  return IdleCause::launch_overhead;
}

namespace {

// Visits gaps between a device's operations around a window, in time order.
template <class Visit>
void each_gap_between(const Profile& profile, Clipping clipping, DeviceIx device,
                      std::span<const uint32_t> operations, Visit visit) {
  const OperationNumbers numbers(profile);
  const Launches& launches = profile.derived(build_launches);
  const Coverage& coverage = profile.derived(build_coverage);
  std::optional<int64_t> busy_until;
  uint32_t last = 0;
  if (const auto before = ends_last_before(profile, device, operations)) {
    const Interval time = numbers.family(numbers[*before].kind).interval(numbers[*before].at);
    last = *before;
    if (const auto inside = clipping.clip(time)) busy_until = inside->end;
  }
  for (const uint32_t number : operations) {
    const auto operation = numbers[number];
    const auto inside = clipping.clip(numbers.family(operation.kind).interval(operation.at));
    if (!inside) continue;
    const Interval gap{busy_until.value_or(inside->start), inside->start};
    if (!gap.empty()) {
      const uint32_t call = launch_of(launches, operation);
      visit({device, gap, cause_in(profile, coverage, device, gap, call), NvtxForest::kNoRange, last, number,
             call});
    }
    if (!busy_until || inside->end > *busy_until) last = number;
    busy_until = std::max(busy_until.value_or(inside->end), inside->end);
  }
}

}  // namespace

void each_idle_gap(const Profile& profile, const Scope& scope, DeviceIx device,
                   const std::function<void(const IdleGap&)>& visit) {
  each_gap_between(profile, scope.clipping(), device, operations_around(profile, device, scope.bounds()),
                   visit);
}

void each_idle_gap_around(const Profile& profile, DeviceIx device, Interval window,
                          const std::function<void(const IdleGap&)>& visit) {
  each_gap_between(profile, {}, device, operations_around(profile, device, window), [&](const IdleGap& gap) {
    if (gap.gap.start <= window.end && gap.gap.end >= window.start) visit(gap);
  });
}

std::vector<IdleGap> idle_gaps(const Profile& profile, const Scope& scope, int64_t min_ns) {
  const auto& devices = scope.devices();
  std::vector<std::vector<IdleGap>> of_device(devices.size());
  parallel_for(usable_cores(), devices.size(), [&](size_t i) {
    each_idle_gap(profile, scope, devices[i], [&](const IdleGap& gap) {
      if (gap.gap.duration() < min_ns) return;
      of_device[i].push_back(gap);
      find_host_range(profile, of_device[i].back());
    });
  });
  std::vector<IdleGap> gaps;
  for (const auto& of : of_device) gaps.insert(gaps.end(), of.begin(), of.end());
  return gaps;
}

void find_host_range(const Profile& profile, IdleGap& gap) {
  if (gap.cause == IdleCause::host_bound || gap.cause == IdleCause::launch_overhead)
    gap.host_range = range_in(profile, profile.calls().thread[gap.launch], gap.gap);
}

std::optional<IdleGap> idle_gap_at(const Profile& profile, DeviceIx device, int64_t start) {
  std::optional<IdleGap> found;
  // A gap begins where an operation ends, and ends where the next one begins.
  each_gap_between(profile, {}, device, operations_around(profile, device, {start, start}),
                   [&](const IdleGap& gap) {
                     if (gap.gap.start == start) found = gap;
                   });
  if (found) find_host_range(profile, *found);
  return found;
}

}  // namespace nsys_ai
