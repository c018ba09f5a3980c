// Interns processes, threads, devices and streams by their full identity while loading.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profile/dictionary.h"
#include "profile/profile.h"

namespace nsys_ai {

// Nsight packs ids as hardware 8 | VM 8 | pid 24 | tid 24 bits; some are negative as signed numbers.
inline int64_t process_key(int64_t global_id) {
  return static_cast<int64_t>(static_cast<uint64_t>(global_id) >> 24);
}
inline int64_t pid_of_key(int64_t key) { return key & 0xFFFFFF; }
// The host of a process, hardware and VM, and its hardware alone.
inline int64_t host_of_key(int64_t key) { return key >> 24 & 0xFFFF; }
inline int64_t hardware_of_key(int64_t key) { return key >> 32 & 0xFF; }
// Whether a uuid is that of a MIG slice of a GPU.
inline bool is_slice(std::string_view uuid) { return uuid.substr(0, 4) == "MIG-"; }
inline int64_t tid_of(int64_t global_id) { return global_id & 0xFFFFFF; }

// Fills the identity lists of a ProfileData. A missing global id stands for a single process without a name.
class Identities {
 public:
  explicit Identities(ProfileData& data) : data_(data) {}
  ProcessIx process(std::optional<int64_t> global_id);
  ThreadIx thread(std::optional<int64_t> global_tid);
  StreamIx stream(ProcessIx process, int64_t device, int64_t context, int64_t stream);
  // The thread, if an earlier event named it.
  std::optional<ThreadIx> find_thread(int64_t global_tid) const;
  std::optional<ProcessIx> known_process(int64_t global_id) const;

 private:
  // Identifies a device by process and ordinal, and a stream by device, context and id.
  struct Key {
    std::array<uint64_t, 3> words;
    friend bool operator==(const Key&, const Key&) = default;
    friend uint64_t hash_of(const Key& key) { return mixed(key.words); }
  };
  DeviceIx device(ProcessIx process, int64_t ordinal);

  ProfileData& data_;
  std::unordered_map<int64_t, ProcessIx> processes_;
  std::unordered_map<int64_t, ThreadIx> threads_;
  Dictionary<Key> devices_;
  Dictionary<Key> streams_;
};

// Sorts processes by id and devices by ordinal, then process, since events name them in any order.
void put_in_order(ProfileData& data);

}  // namespace nsys_ai
