// Sweeps over when each process runs kernels.
#include "analysis/time/gpu_sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analysis/time/busy_time.h"
#include "base/context.h"
#include "base/interval_set.h"
#include "base/text_table.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Kernels of processes that take turns can overlap by a clock's error, or by a kernel that ends in the next
// slice of time.
constexpr int64_t kMostOverlapPercent = 5;

IntervalSet kernel_times(const Profile& profile, const Scope& scope, DeviceIx device) {
  const OperationNumbers numbers(profile);
  const Clipping clipping = scope.clipping();
  std::vector<Interval> times;
  ThrottledCheck check;
  for (const uint32_t number : operations_around(profile, device, scope.bounds())) {
    check();
    const auto [kind, at] = numbers[number];
    if (kind != OperationNumbers::kernel) continue;
    if (const auto inside = clipping.clip(profile.kernels().interval(at))) times.push_back(*inside);
  }
  return IntervalSet::union_of(std::move(times));
}

// The time covered by at least two of the sets.
int64_t covered_twice(const std::vector<IntervalSet>& sets) {
  std::vector<std::pair<int64_t, int>> changes;
  for (const IntervalSet& set : sets)
    for (const Interval& of : set.intervals()) {
      changes.emplace_back(of.start, 1);
      changes.emplace_back(of.end, -1);
    }
  std::sort(changes.begin(), changes.end());
  int64_t twice = 0, since = 0;
  int depth = 0;
  for (const auto& [time, change] : changes) {
    if (depth >= 2) twice += time - since;
    depth += change;
    since = time;
  }
  return twice;
}

SharedGpu measured(const Profile& profile, const Scope& scope, std::vector<DeviceIx> devices) {
  SharedGpu of;
  std::vector<Interval> busy, kernels;
  std::map<ProcessIx, std::vector<Interval>> of_process;
  std::set<uint32_t> parts;
  for (const DeviceIx device : devices) {
    add_busy(profile, scope, device, busy);
    const IntervalSet times = kernel_times(profile, scope, device);
    auto& own = of_process[profile.devices()[device].process];
    own.insert(own.end(), times.intervals().begin(), times.intervals().end());
    kernels.insert(kernels.end(), times.intervals().begin(), times.intervals().end());
    parts.insert(profile.devices()[device].part);
  }
  std::vector<IntervalSet> sets;
  int64_t summed = 0, longest = 0;
  for (auto& [process, times] : of_process) {
    sets.push_back(IntervalSet::union_of(std::move(times)));
    summed += sets.back().total();
    longest = std::max(longest, sets.back().total());
  }
  const IntervalSet any = IntervalSet::union_of(std::move(busy));
  of.span = any.span();
  of.busy = any.total();
  of.kernel = IntervalSet::union_of(std::move(kernels)).total();
  of.at_once = covered_twice(sets);
  of.processes = of_process.size();
  of.devices = std::move(devices);
  // Only what does not belong to the process with most can run beside another.
  const bool is_beside = of.at_once * 100 > kMostOverlapPercent * (summed - longest);
  of.mode = parts.size() > 1 ? SharingMode::slices : is_beside ? SharingMode::at_once : SharingMode::in_turns;
  return of;
}

}  // namespace

std::string_view name_of(SharingMode mode) {
  switch (mode) {
    case SharingMode::in_turns:
      return "in turns";
    case SharingMode::at_once:
      return "at once";
    case SharingMode::slices:
      return "slices";
  }
  return "";
}

std::string sharing_words(const SharedGpu& of) {
  const std::string processes = counted(of.processes, "process", "processes");
  const double share =
      static_cast<double>(of.busy) / static_cast<double>(std::max<int64_t>(1, of.span.duration()));
  const std::string busy =
      fmt::format("it is busy for {} of {} ({}) for whichever of them", readable_ns(of.busy),
                  readable_ns(of.span.duration()), readable_share(share));
  switch (of.mode) {
    case SharingMode::in_turns:
      return fmt::format("{} take turns on it, and {}", processes, busy);
    case SharingMode::at_once:
      return fmt::format("{} run kernels on it at the same time for {}, as under MPS, and {}", processes,
                         readable_ns(of.at_once), busy);
    case SharingMode::slices:
      return fmt::format(
          "{} have slices of it (MIG), each with multiprocessors of its own, and run at the same time",
          processes);
  }
  return "";
}

std::vector<SharedGpu> shared_gpus(const Profile& profile, const Scope& scope) {
  const auto& order = profile.derived(build_operation_order).of_device;
  // By GPU and part; the GPU as a whole has the number of no part.
  constexpr uint32_t kWhole = UINT32_MAX;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<DeviceIx>> together;
  std::set<uint32_t> asked;
  for (size_t i = 0; i < profile.devices().size(); ++i) {
    const Device& device = profile.devices()[i];
    if (!device.is_known || order[i].empty()) continue;
    together[{device.physical, device.part}].push_back(DeviceIx(i));
    if (!device.slice.empty()) together[{device.physical, kWhole}].push_back(DeviceIx(i));
    if (scope.has(DeviceIx(i))) asked.insert(device.physical);
  }
  std::vector<SharedGpu> found;
  for (auto& [key, devices] : together) {
    if (devices.size() < 2 || !asked.contains(key.first)) continue;
    SharedGpu of = measured(profile, scope, std::move(devices));
    const bool is_of_one_slice = key.second == kWhole && of.mode != SharingMode::slices;
    if (of.busy > 0 && of.processes > 1 && !is_of_one_slice) found.push_back(std::move(of));
  }
  return found;
}

std::vector<SharedGpu> build_shared_gpus(const Profile& profile) {
  return shared_gpus(profile, Scope::whole(profile));
}

}  // namespace nsys_ai
