// Replays the events of each device in time order.
#include "analysis/memory/device_memory.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "analysis/host/host_scope.h"

namespace nsys_ai {
namespace {

// Device memory, arrays, and static device memory, by the export's numbers.
bool is_on_device(uint8_t memory_kind) { return memory_kind == 2 || memory_kind == 3 || memory_kind == 5; }

bool in_scope(const Profile& profile, const Scope& scope, const HostScope& host, const MemoryUsage& events,
              const EventPlace& place) {
  if (place.gpu.exists()) return scope.has(place.gpu);
  // No operation ran there, so only a scope of all GPUs includes it.
  return host.has(events.processes[place.process].process) && scope.has_all_devices(profile);
}

class Playback {
 public:
  Playback(Interval window, int64_t parts) : window_(window), parts_(parts) {}

  // The usage is `used` from this time on.
  void change(int64_t time, int64_t used) {
    advance(time);
    used_ = used;
    if (!done_.empty()) done_.back().peak = std::max(done_.back().peak, used);
  }
  std::vector<MemoryPart> finish(uint32_t device) {
    advance(window_.end);
    for (MemoryPart& part : done_) part.device = device;
    return std::move(done_);
  }

 private:
  int64_t begin_of(int64_t part) const {
    return window_.start + static_cast<int64_t>(static_cast<double>(window_.duration()) *
                                                static_cast<double>(part) / static_cast<double>(parts_));
  }
  // Begins the parts that start before `time`, with the usage so far.
  void advance(int64_t time) {
    while (static_cast<int64_t>(done_.size()) < parts_ &&
           begin_of(static_cast<int64_t>(done_.size())) <= time)
      done_.push_back({0, begin_of(static_cast<int64_t>(done_.size())), used_, used_});
  }

  Interval window_;
  int64_t parts_;
  int64_t used_ = 0;
  std::vector<MemoryPart> done_;
};

}  // namespace

DeviceMemory device_memory(const Profile& profile, const Scope& scope, const MemoryUsage& events,
                           int64_t parts) {
  const HostScope host(profile, scope);
  std::map<DeviceMemory::Device, std::vector<uint32_t>> by_device;
  for (uint32_t i = 0; i < events.size(); ++i) {
    const EventPlace& place = events.places[events.place[i]];
    if (is_on_device(events.memory_kind[i]) && in_scope(profile, scope, host, events, place))
      by_device[{place.process, place.device}].push_back(i);
  }
  DeviceMemory memory;
  for (auto& [device, of_device] : by_device) {
    std::stable_sort(of_device.begin(), of_device.end(),
                     [&](uint32_t a, uint32_t b) { return events.time[a] < events.time[b]; });
    Playback playback(scope.window(), parts);
    std::unordered_map<int64_t, int64_t> live;  // bytes by address
    int64_t used = 0;
    for (const uint32_t at : of_device) {
      if (events.operation[at] == MemoryUsage::kAllocation) {
        live[events.address[at]] = events.bytes[at];
        used += events.bytes[at];
      } else {
        const auto known = live.find(events.address[at]);
        memory.unknown_releases += known == live.end() ? 1 : 0;
        if (known == live.end()) continue;
        used -= known->second;
        live.erase(known);
      }
      if (events.time[at] < scope.bounds().end) playback.change(events.time[at], used);
    }
    const auto done = playback.finish(static_cast<uint32_t>(memory.devices.size()));
    memory.devices.push_back(device);
    memory.parts.insert(memory.parts.end(), done.begin(), done.end());
  }
  return memory;
}

}  // namespace nsys_ai
