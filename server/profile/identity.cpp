// Interns identities.
#include "profile/identity.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace nsys_ai {

ProcessIx Identities::process(std::optional<int64_t> global_id) {
  const int64_t key = global_id ? process_key(*global_id) : 0;
  const auto [found, added] = processes_.try_emplace(key, ProcessIx(data_.processes.size()));
  if (added) data_.processes.push_back({key, pid_of_key(key) != 0, pid_of_key(key), ""});
  return found->second;
}

ThreadIx Identities::thread(std::optional<int64_t> global_tid) {
  const int64_t id = global_tid.value_or(0);
  const auto [found, added] = threads_.try_emplace(id, ThreadIx(data_.threads.size()));
  if (added) {
    const ThreadIx thread = found->second;
    data_.threads.push_back({process(global_tid), tid_of(id), ""});
    return thread;
  }
  return found->second;
}

DeviceIx Identities::device(ProcessIx process, int64_t ordinal) {
  const DeviceIx device(devices_.code({{process.value, static_cast<uint64_t>(ordinal), 0}}));
  if (device.value == data_.devices.size()) data_.devices.push_back({process, ordinal, GpuIx::none()});
  return device;
}

StreamIx Identities::stream(ProcessIx process, int64_t ordinal, int64_t context, int64_t stream) {
  const DeviceIx on = device(process, ordinal);
  const StreamIx known(
      streams_.code({{on.value, static_cast<uint64_t>(context), static_cast<uint64_t>(stream)}}));
  if (known.value == data_.streams.size()) data_.streams.push_back({on, context, stream});
  return known;
}

std::optional<ThreadIx> Identities::find_thread(int64_t global_tid) const {
  const auto found = threads_.find(global_tid);
  if (found == threads_.end()) return std::nullopt;
  return found->second;
}

std::optional<ProcessIx> Identities::known_process(int64_t global_id) const {
  const auto found = processes_.find(process_key(global_id));
  if (found == processes_.end()) return std::nullopt;
  return found->second;
}

namespace {

// Sorts `items` and returns the new index of each.
template <class T, class Less>
std::vector<uint32_t> sort_and_map(std::vector<T>& items, Less less) {
  std::vector<uint32_t> order(items.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return less(items[a], items[b]); });
  std::vector<uint32_t> place(items.size());
  std::vector<T> sorted;
  for (uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted.push_back(std::move(items[order[i]]));
  }
  items = std::move(sorted);
  return place;
}

}  // namespace

void put_in_order(ProfileData& data) {
  const auto process_place =
      sort_and_map(data.processes, [](const Process& a, const Process& b) { return a.key < b.key; });
  for (Thread& thread : data.threads) thread.process = ProcessIx(process_place[thread.process]);
  for (Device& device : data.devices) device.process = ProcessIx(process_place[device.process]);
  const auto device_place = sort_and_map(data.devices, [](const Device& a, const Device& b) {
    return std::tie(a.ordinal, a.process) < std::tie(b.ordinal, b.process);
  });
  for (Stream& stream : data.streams) stream.device = DeviceIx(device_place[stream.device]);
}

}  // namespace nsys_ai
