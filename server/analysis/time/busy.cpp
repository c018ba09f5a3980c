// One sweep over the operations of a device in order of time.
//
// Overlaps follow from unions alone: what two classes share is what both take less what their union takes. So
// no set of intervals is ever built, however many there are.
#include "analysis/time/busy.h"

#include <algorithm>

#include "analysis/kernels/kernels.h"
#include "base/parallel.h"
#include "base/work_scope.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai::inline analysis {
namespace {

// The length of a union whose intervals come in order of their starts.
class Union {
 public:
  void add(Interval interval) {
    if (!any_) {
      any_ = true;
      covered_to_ = interval.start;
      span_ = interval;
    }
    if (interval.end > covered_to_) {
      total_ += interval.end - std::max(interval.start, covered_to_);
      covered_to_ = interval.end;
    }
    span_.end = std::max(span_.end, interval.end);
  }
  int64_t total() const { return total_; }
  Interval span() const { return span_; }

 private:
  bool any_ = false;
  int64_t covered_to_ = 0;
  Sum total_;
  Interval span_;
};

// What the sweeps of all devices have in common.
struct Swept {
  std::vector<bool> communicates;    // by kernel name
  std::vector<uint8_t> stream_seen;  // a stream is of one device, so that no two sweeps share one
};

Swept to_sweep(const Profile& profile) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  Swept of{{}, std::vector<uint8_t>(profile.streams().size(), 0)};
  for (const KernelName& name : profile.kernels().names.values)
    of.communicates.push_back(families.of(name.full) == KernelFamily::communication);
  return of;
}

DeviceTime sweep(const Profile& profile, const Scope& scope, DeviceIx device, Swept& of) {
  const Kernels& kernels = profile.kernels();
  const auto& communicates = of.communicates;
  auto& stream_seen = of.stream_seen;
  const OperationNumbers numbers(profile);
  Pacer pacer;
  DeviceTime time;
  time.device = device;
  Union kernel, compute, communication, copy, kernel_or_copy, busy;
  for (const uint32_t number : operations_around(profile, device, scope.bounds())) {
    pacer();
    const auto [kind, at] = numbers[number];
    const auto inside = scope.clip(numbers.family(kind).interval(at));
    if (!inside) continue;
    ++time.operations;
    const StreamIx stream = numbers.family(kind).stream[at];
    // Threads share a line of the cache here, which is written as seldom as can be.
    if (stream_seen[stream] == 0) {
      ++time.streams;
      stream_seen[stream] = 1;
    }
    busy.add(*inside);
    if (kind == OperationNumbers::kernel) {
      ++time.kernels;
      time.kernel_sum += inside->duration();
      kernel.add(*inside);
      kernel_or_copy.add(*inside);
      const bool is_communication = communicates[kernels.names.code[at]];
      time.comm_kernels += is_communication ? 1 : 0;
      (is_communication ? communication : compute).add(*inside);
    } else if (kind == OperationNumbers::copy) {
      copy.add(*inside);
      kernel_or_copy.add(*inside);
    }
  }
  time.kernel = kernel.total();
  time.compute = compute.total();
  time.communication = communication.total();
  time.copy = copy.total();
  time.kernel_or_copy = kernel_or_copy.total();
  time.busy = busy.total();
  time.span = busy.span();
  time.kernel_span = kernel.span();
  return time;
}

std::vector<DeviceTime> swept(const Profile& profile, const Scope& scope) {
  std::vector<DeviceTime> times(scope.devices().size());
  Swept of = to_sweep(profile);
  parallel_for(usable_cores(), times.size(),
               [&](size_t i) { times[i] = sweep(profile, scope, scope.devices()[i], of); });
  std::erase_if(times, [](const DeviceTime& time) { return time.operations == 0; });
  return times;
}

}  // namespace

std::vector<DeviceTime> device_times(const Profile& profile, const Scope& scope) {
  if (!scope.has_window()) {
    std::vector<DeviceTime> times = profile.derived(build_device_times);
    std::erase_if(times, [&](const DeviceTime& time) { return !scope.has(time.device); });
    return times;
  }
  return swept(profile, scope);
}

std::vector<DeviceTime> build_device_times(const Profile& profile) {
  return swept(profile, Scope::whole(profile));
}

}  // namespace nsys_ai::inline analysis
