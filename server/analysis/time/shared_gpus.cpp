// Unites the operations of all processes on each GPU.
#include "analysis/time/shared_gpus.h"

#include <set>

#include "analysis/time/busy_time.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Above the number of processes on any GPU (MPS allows 48); limits the cost, since each is compared with the
// union of all.
constexpr size_t kMostProcesses = 64;

}  // namespace

SharedGpus::SharedGpus(const Profile& profile, const Scope& scope) : profile_(profile) {
  std::map<GpuIx, std::vector<DeviceIx>> devices;
  const auto& order = profile.derived(build_operation_order).of_device;
  for (size_t i = 0; i < profile.devices().size(); ++i)
    if (profile.devices()[i].is_known && !order[i].empty())
      devices[profile.devices()[i].gpu].push_back(DeviceIx(i));
  std::set<GpuIx> asked;
  for (const DeviceIx device : scope.devices()) asked.insert(profile.devices()[device].gpu);
  for (const auto& [gpu, of_gpu] : devices) {
    if (of_gpu.size() < 2 || of_gpu.size() > kMostProcesses || !asked.contains(gpu)) continue;
    std::vector<Interval> stretches;
    for (const DeviceIx device : of_gpu) add_busy(profile, scope, device, stretches);
    busy_.emplace(gpu, IntervalSet::union_of(std::move(stretches)));
  }
}

const IntervalSet* SharedGpus::busy(DeviceIx device) const {
  if (!profile_.devices()[device].is_known) return nullptr;
  const auto found = busy_.find(profile_.devices()[device].gpu);
  return found == busy_.end() ? nullptr : &found->second;
}

int64_t gpu_of(const Profile& profile, DeviceIx device) {
  const Device& of = profile.devices()[device];
  return of.gpu != GpuIx::none() ? static_cast<int64_t>(of.gpu.value) : -1 - of.ordinal;
}

std::map<int64_t, IntervalSet> spans_of_gpus(const Profile& profile, const std::vector<DeviceTime>& devices) {
  constexpr size_t kMostGpus = 64;
  std::map<int64_t, std::vector<Interval>> spans;
  for (const DeviceTime& of : devices) spans[gpu_of(profile, of.device)].push_back(of.span);
  std::map<int64_t, IntervalSet> united;
  if (spans.size() > kMostGpus) return united;
  for (auto& [gpu, all] : spans) united[gpu] = IntervalSet::union_of(std::move(all));
  return united;
}

}  // namespace nsys_ai
