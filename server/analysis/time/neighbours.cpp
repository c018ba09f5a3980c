// One pass over the operations around a time, and a walk along the stream in both directions.
#include "analysis/time/neighbours.h"

#include <algorithm>
#include <vector>

#include "analysis/kernels/kernels.h"
#include "analysis/time/shared_gpus.h"
#include "analysis/time/stream_walk.h"
#include "base/interval_set.h"
#include "profile/operations_around.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostAround = 100'000;

using Operation = OperationNumbers::Operation;

std::optional<Operation> next_on_stream(const Profile& profile, Operation from, Direction direction) {
  std::optional<Operation> found;
  each_on_stream(profile, from, direction, [&](Operation of) {
    found = of;
    return false;
  });
  return found;
}

}  // namespace

std::optional<Neighbours> neighbours_of(const Profile& profile, Operation operation) {
  const OperationNumbers numbers(profile);
  const Operations& family = numbers.family(operation.kind);
  const Interval time = family.interval(operation.at);
  const DeviceIx device = profile.streams()[family.stream[operation.at]].device;
  size_t most = 0;
  const std::vector<DeviceIx> devices = devices_of_part(profile, device);
  for (const DeviceIx at : devices) most += operations_around(profile, at, time).size();
  if (most > kMostAround) return std::nullopt;

  Neighbours of;
  of.before = next_on_stream(profile, operation, Direction::back);
  of.after = next_on_stream(profile, operation, Direction::on);
  const KernelFamilies& families = profile.derived(build_kernel_families);
  std::vector<Interval> all, computing;
  std::optional<int64_t> busy_until;
  int64_t longest = 0;
  for (const DeviceIx on : devices) {
    const std::span<const uint32_t> around = operations_around(profile, on, time);
    if (const auto last = ends_last_before(profile, on, around)) {
      const int64_t end = numbers.family(numbers[*last].kind).interval(numbers[*last].at).end;
      busy_until = std::max(busy_until.value_or(end), end);
    }
    for (const uint32_t number : around) {
      const Operation other = numbers[number];
      const Interval when = numbers.family(other.kind).interval(other.at);
      if (other.kind == operation.kind && other.at == operation.at) continue;
      if (when.start < time.start) busy_until = std::max(busy_until.value_or(when.end), when.end);
      const Interval part = intersect(when, time);
      if (part.empty()) continue;
      ++of.beside;
      of.of_others += on == device ? 0 : 1;
      all.push_back(part);
      if (on == device && other.kind == OperationNumbers::kernel &&
          families.of(profile.kernels().name(other.at)) != KernelFamily::communication)
        computing.push_back(part);
      if (part.duration() > longest) {
        longest = part.duration();
        of.longest = other;
      }
    }
  }
  if (busy_until) of.idle_before = std::max<int64_t>(0, time.start - *busy_until);
  of.shared = IntervalSet::union_of(std::move(all)).total();
  of.computing = IntervalSet::union_of(std::move(computing)).total();
  return of;
}

}  // namespace nsys_ai
