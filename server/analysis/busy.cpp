// Collects intervals per device and unites them.
#include "analysis/busy.h"

#include "analysis/kernels.h"

namespace nsys_ai {
namespace {

struct Collected {
  std::vector<Interval> compute;
  std::vector<Interval> communication;
  std::vector<Interval> copy;
  std::vector<Interval> memset;
  int64_t kernels = 0;
  Sum kernel_sum;
  int64_t operations = 0;
};

template <class Take>
void each_in_scope(const Profile& profile, const Scope& scope, const Operations& operations, Take take) {
  for (size_t i = 0; i < operations.size(); ++i) {
    if (!scope.has(operations.stream[i])) continue;
    if (const auto inside = scope.clip(operations.interval(i)))
      take(i, profile.streams()[operations.stream[i]].device, *inside);
  }
}

}  // namespace

int64_t DeviceTime::exposed_communication() const {
  return communication.total() - intersect(communication, compute).total();
}

int64_t DeviceTime::exposed_copy() const { return copy.total() - intersect(copy, kernel).total(); }

std::vector<DeviceTime> device_times(const Profile& profile, const Scope& scope) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  std::vector<Collected> collected(profile.devices().size());
  each_in_scope(profile, scope, profile.kernels(), [&](size_t i, DeviceIx device, Interval inside) {
    Collected& of = collected[device];
    const bool communication = families.of(profile.kernels().name[i]) == KernelFamily::communication;
    (communication ? of.communication : of.compute).push_back(inside);
    ++of.kernels;
    ++of.operations;
    of.kernel_sum += inside.length();
  });
  each_in_scope(profile, scope, profile.copies(), [&](size_t, DeviceIx device, Interval inside) {
    collected[device].copy.push_back(inside);
    ++collected[device].operations;
  });
  each_in_scope(profile, scope, profile.memsets(), [&](size_t, DeviceIx device, Interval inside) {
    collected[device].memset.push_back(inside);
    ++collected[device].operations;
  });
  std::vector<DeviceTime> times;
  for (const DeviceIx device : scope.devices()) {
    Collected& of = collected[device];
    if (of.operations == 0) continue;
    DeviceTime time;
    time.device = device;
    time.kernels = of.kernels;
    time.kernel_sum = of.kernel_sum;
    time.comm_kernels = static_cast<int64_t>(of.communication.size());
    time.compute = IntervalSet::union_of(std::move(of.compute));
    time.communication = IntervalSet::union_of(std::move(of.communication));
    time.copy = IntervalSet::union_of(std::move(of.copy));
    time.kernel = unite(time.compute, time.communication);
    time.busy = unite(unite(time.kernel, time.copy), IntervalSet::union_of(std::move(of.memset)));
    times.push_back(std::move(time));
  }
  return times;
}

std::vector<DeviceTime> build_device_times(const Profile& profile) {
  return device_times(profile, Scope::whole(profile));
}

}  // namespace nsys_ai
