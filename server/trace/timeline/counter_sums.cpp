// Sweeps over the operations of a device near the window.
#include "trace/timeline/counter_sums.h"

#include <algorithm>
#include <utility>

#include "analysis/time/busy_bins.h"
#include "profile/operations_around.h"
#include "profile/order.h"
#include "trace/launch_counters.h"

namespace nsys_ai::perfetto {
namespace {

// Bytes that a copy had transferred by `time` at constant bandwidth.
int64_t moved_until(Interval copy, int64_t bytes, int64_t time) {
  if (time >= copy.end) return bytes;
  const auto share =
      static_cast<double>(std::max<int64_t>(0, time - copy.start)) / static_cast<double>(copy.duration());
  return static_cast<int64_t>(share * static_cast<double>(bytes));
}

void add_copy(const DeviceParts& of, Interval copy, int64_t bytes, std::vector<int64_t>& sums) {
  const Interval inside = intersect(copy, of.window);
  if (inside.empty() || bytes <= 0) return;
  for (int64_t part = of.at(inside.start); part < of.parts; ++part) {
    const Interval time = of.part(part);
    if (time.start >= inside.end) break;
    sums[static_cast<size_t>(part)] +=
        moved_until(copy, bytes, time.end) - moved_until(copy, bytes, time.start);
  }
}

// The directions in which copies occurred, by device.
struct CopyDirections {
  std::vector<std::array<bool, kCounterKinds>> of_device;
};
CopyDirections build_copy_directions(const Profile& profile) {
  CopyDirections directions;
  directions.of_device.resize(profile.devices().size(), {});
  const Copies& copies = profile.copies();
  for (size_t at = 0; at < copies.size(); ++at)
    if (const auto direction = direction_of(copies.copy_kind[at]))
      directions.of_device[profile.streams()[copies.stream[at]].device][static_cast<size_t>(*direction)] =
          true;
  return directions;
}

}  // namespace

CounterSums counter_sums(const Profile& profile, DeviceIx device, Interval window, int64_t parts) {
  CounterSums sums;
  const DeviceParts of{device, window, parts};
  if (profile.derived(build_operation_order).of_device[device].empty()) return sums;
  sums[static_cast<size_t>(CounterKind::busy)] = busy_bins(profile, device, window, parts);
  const auto& directions = profile.derived(build_copy_directions).of_device[device];
  for (size_t direction = 0; direction < kCounterKinds; ++direction)
    if (directions[direction]) sums[direction].assign(static_cast<size_t>(parts), 0);
  const Copies& copies = profile.copies();
  const OperationNumbers numbers(profile);
  for (const uint32_t number : operations_around(profile, device, window)) {
    const auto [kind, at] = numbers[number];
    if (kind != OperationNumbers::copy) continue;
    if (const auto direction = direction_of(copies.copy_kind[at]))
      add_copy(of, copies.interval(at), copies.bytes[at], sums[static_cast<size_t>(*direction)]);
  }
  LaunchSums launched = launch_sums(profile, of);
  std::vector<int64_t>& queue = sums[static_cast<size_t>(CounterKind::queue)];
  queue = std::move(launched.waited);
  for (size_t part = 0; part < queue.size(); ++part)
    queue[part] += launched.whole_parts[part] * of.part(static_cast<int64_t>(part)).duration();
  sums[static_cast<size_t>(CounterKind::launches)] = std::move(launched.launches);
  return sums;
}

double counter_value(CounterKind kind, int64_t sum, int64_t length) {
  const double of = static_cast<double>(sum) / static_cast<double>(length);
  switch (kind) {
    case CounterKind::busy:
      return 100 * of;
    case CounterKind::queue:
      return of;
    default:
      return 1e9 * of;
  }
}

std::optional<CounterKind> direction_of(uint8_t copy_kind) {
  switch (copy_kind) {
    case 1:   // host to device
    case 3:   // host to array on a device
    case 11:  // unified memory, host to device
      return CounterKind::up;
    case 2:
    case 4:
    case 12:
      return CounterKind::down;
    case 10:
      return CounterKind::between;
    default:
      return std::nullopt;
  }
}

}  // namespace nsys_ai::perfetto
