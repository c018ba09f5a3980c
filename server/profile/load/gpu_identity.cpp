// A GPU is its uuid, else its place on the bus, else the profiler's number of it, on its host.
#include "profile/load/gpu_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "profile/identity.h"

namespace nsys_ai {
namespace {

// Files write a uuid with or without what it is of.
std::string_view plain_uuid(std::string_view uuid) {
  return uuid.substr(0, 4) == "GPU-" ? uuid.substr(4) : uuid;
}

// A GPU that a device may be.
struct Candidate {
  GpuIx gpu = GpuIx::none();
  std::string uuid;  // of a slice, or of a GPU that the file does not describe
  int64_t sm_count = 0;

  std::tuple<uint32_t, std::string_view> key() const { return {gpu.value, uuid}; }
};

// The first GPU for each key.
template <class Key>
using GpuMap = std::map<Key, GpuIx>;

template <class Key>
GpuIx gpu_in(const GpuMap<Key>& gpus, const Key& key) {
  const auto found = gpus.find(key);
  return found == gpus.end() ? GpuIx::none() : found->second;
}

class GpuFinder {
 public:
  GpuFinder(const ProfileData& data, const std::vector<CudaDevice>& known) : data_(data) {
    for (size_t i = 0; i < data.gpus.size(); ++i) {
      const Gpu& gpu = data.gpus[i];
      by_number_[gpu.host].emplace(gpu.cuda_ordinal, GpuIx(i));
      by_id_[gpu.id].push_back(GpuIx(i));
      if (!gpu.uuid.empty()) by_uuid_[std::string(plain_uuid(gpu.uuid))].push_back(GpuIx(i));
      ++count_[gpu.host];
      if (is_slice(gpu.uuid)) continue;
      if (!gpu.uuid.empty()) whole_by_uuid_.emplace(std::pair(gpu.host, gpu.uuid), GpuIx(i));
      if (!gpu.bus.empty()) whole_by_bus_.emplace(std::pair(gpu.host, gpu.bus), GpuIx(i));
    }
    for (const CudaDevice& of : known) add_gpus(of, known_[{of.pid, of.ordinal}]);
    for (auto& [of, found] : known_) keep_one_of_each(found);
    for (const Device& device : data.devices) hosts_[numbered(device)].insert(host_of(device));
  }

  void identify(Device& device) const {
    const int64_t host = host_of(device);
    const std::vector<Candidate> found = candidates(device);
    Candidate chosen;
    if (!found.empty()) {
      // Where the file names as many GPUs as there are hosts with such a process, each has one of them.
      const std::set<int64_t>& hosts = hosts_.at(numbered(device));
      const auto place = static_cast<size_t>(std::distance(hosts.begin(), hosts.find(host)));
      chosen = found[found.size() == hosts.size() ? place : 0];
      device.is_known = found.size() == 1;
    } else {
      const auto own = by_number_.find(host);
      const auto& numbers = own != by_number_.end() ? own->second : by_number_of_any();
      chosen.gpu = gpu_in(numbers, device.ordinal);
      const size_t gpus = own != by_number_.end() ? count_.at(host) : data_.gpus.size();
      device.is_known = chosen.gpu.exists() && gpus == 1;
    }
    device.gpu = chosen.gpu;
    const Gpu* gpu = chosen.gpu.exists() ? &data_.gpus[chosen.gpu] : nullptr;
    const std::string& uuid = chosen.uuid.empty() && gpu != nullptr ? gpu->uuid : chosen.uuid;
    if (is_slice(uuid)) device.slice = uuid;
    // A slice that is described like a GPU has its size, but neither the name nor the peak of the GPU.
    if (gpu != nullptr && is_slice(gpu->uuid)) device.gpu = whole(chosen.gpu);
    const bool describes_part = gpu != nullptr && (device.slice.empty() || is_slice(gpu->uuid));
    device.sm_count = chosen.sm_count > 0 || !describes_part ? chosen.sm_count : gpu->sm_count;
  }

  // What distinguishes the physical GPU of an identified device.
  std::string physical(const Device& device) const {
    const int64_t hardware = hardware_of_key(data_.processes[device.process].key);
    if (device.gpu.exists()) return fmt::format("{} {}", hardware, whole(device.gpu).value);
    const std::vector<Candidate> found = candidates(device);
    if (found.size() == 1) return fmt::format("{} {}", hardware, found[0].uuid);
    return fmt::format("{} number {}", host_of(device), device.ordinal);
  }

 private:
  using Numbered = std::pair<int64_t, int64_t>;  // pid and ordinal
  Numbered numbered(const Device& device) const {
    return {data_.processes[device.process].pid, device.ordinal};
  }
  int64_t host_of(const Device& device) const { return host_of_key(data_.processes[device.process].key); }

  // Those of its host, where the file says which are.
  std::vector<Candidate> candidates(const Device& device) const {
    const auto known = known_.find(numbered(device));
    if (known == known_.end() || !data_.processes[device.process].known) return {};
    std::vector<Candidate> found = known->second;
    const auto is_there = [&](const Candidate& of) {
      return of.gpu.exists() && data_.gpus[of.gpu].host == host_of(device);
    };
    if (std::any_of(found.begin(), found.end(), is_there))
      std::erase_if(found, [&](const Candidate& of) { return !is_there(of); });
    return found;
  }

  // Puts them in an order that does not depend on that of the rows.
  static void keep_one_of_each(std::vector<Candidate>& found) {
    std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(a.key(), -a.sm_count) < std::tuple(b.key(), -b.sm_count);
    });
    found.erase(std::unique(found.begin(), found.end(),
                            [](const Candidate& a, const Candidate& b) { return a.key() == b.key(); }),
                found.end());
  }

  // Adds the GPUs of the uuid that is named, else those of the number.
  void add_gpus(const CudaDevice& of, std::vector<Candidate>& found) const {
    const auto add = [&](const std::vector<GpuIx>& gpus) {
      for (const GpuIx gpu : gpus) found.push_back({gpu, is_slice(of.uuid) ? of.uuid : "", of.sm_count});
    };
    if (const auto named = by_uuid_.find(std::string(plain_uuid(of.uuid))); named != by_uuid_.end())
      return add(named->second);
    if (const auto numbered = of.gpu_id ? by_id_.find(*of.gpu_id) : by_id_.end(); numbered != by_id_.end())
      return add(numbered->second);
    // The file names it, and does not describe it.
    if (!of.uuid.empty() || of.gpu_id)
      found.push_back(
          {GpuIx::none(), of.uuid.empty() ? fmt::format("number {}", *of.gpu_id) : of.uuid, of.sm_count});
  }

  const GpuMap<int64_t>& by_number_of_any() const {
    static const GpuMap<int64_t> none;
    return by_number_.empty() ? none : by_number_.begin()->second;
  }

  // The description of a whole GPU, where several rows describe it or its slices.
  GpuIx whole(GpuIx of) const {
    const Gpu& gpu = data_.gpus[of];
    const GpuIx found = is_slice(gpu.uuid) ? gpu_in(whole_by_bus_, std::pair(gpu.host, gpu.bus))
                                           : gpu_in(whole_by_uuid_, std::pair(gpu.host, gpu.uuid));
    return found.exists() ? found : of;
  }

  const ProfileData& data_;
  std::map<Numbered, std::vector<Candidate>> known_;
  std::map<Numbered, std::set<int64_t>> hosts_;
  std::map<int64_t, GpuMap<int64_t>> by_number_;  // by host and CUDA ordinal
  std::map<int64_t, size_t> count_;               // by host
  std::map<int64_t, std::vector<GpuIx>> by_id_;
  std::map<std::string, std::vector<GpuIx>> by_uuid_;
  GpuMap<std::pair<int64_t, std::string>> whole_by_uuid_;  // by host
  GpuMap<std::pair<int64_t, std::string>> whole_by_bus_;
};

}  // namespace

void identify_gpus(ProfileData& data, const std::vector<CudaDevice>& known) {
  const GpuFinder finder(data, known);
  std::map<std::string, uint32_t> physical;
  std::map<std::pair<uint32_t, std::string>, uint32_t> parts;
  for (Device& device : data.devices) {
    finder.identify(device);
    device.physical = physical.try_emplace(finder.physical(device), physical.size()).first->second;
    device.part = parts.try_emplace({device.physical, device.slice}, parts.size()).first->second;
  }
}

}  // namespace nsys_ai
