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
  std::map<uint32_t, std::vector<DeviceIx>> devices;
  const auto& order = profile.derived(build_operation_order).of_device;
  for (size_t i = 0; i < profile.devices().size(); ++i)
    if (profile.devices()[i].is_known && !order[i].empty())
      devices[profile.devices()[i].part].push_back(DeviceIx(i));
  std::set<uint32_t> asked;
  for (const DeviceIx device : scope.devices()) asked.insert(profile.devices()[device].part);
  for (const auto& [part, of_part] : devices) {
    if (of_part.size() < 2 || of_part.size() > kMostProcesses || !asked.contains(part)) continue;
    std::vector<Interval> stretches;
    for (const DeviceIx device : of_part) add_busy(profile, scope, device, stretches);
    busy_.emplace(part, IntervalSet::union_of(std::move(stretches)));
  }
}

const IntervalSet* SharedGpus::busy(DeviceIx device) const {
  if (!profile_.devices()[device].is_known) return nullptr;
  const auto found = busy_.find(profile_.devices()[device].part);
  return found == busy_.end() ? nullptr : &found->second;
}

std::vector<DeviceIx> devices_of_part(const Profile& profile, DeviceIx device) {
  std::vector<DeviceIx> found{device};
  const Device& of = profile.devices()[device];
  for (size_t i = 0; i < profile.devices().size() && of.is_known && found.size() < kMostProcesses; ++i) {
    const Device& other = profile.devices()[i];
    if (DeviceIx(i) != device && other.is_known && other.part == of.part) found.emplace_back(i);
  }
  return found;
}

std::map<uint32_t, IntervalSet> spans_of_gpus(const Profile& profile,
                                              const std::vector<DeviceTime>& devices) {
  constexpr size_t kMostGpus = 64;
  std::map<uint32_t, std::vector<Interval>> spans;
  for (const DeviceTime& of : devices) spans[profile.devices()[of.device].part].push_back(of.span);
  std::map<uint32_t, IntervalSet> united;
  if (spans.size() > kMostGpus) return united;
  for (auto& [part, all] : spans) united[part] = IntervalSet::union_of(std::move(all));
  return united;
}

}  // namespace nsys_ai
