// Numbers the distinct keys of a column in the order in which they turn up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace nsys_ai {

inline uint64_t mixed(uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15ull;
  return bits ^ (bits >> 32);
}

inline uint64_t hash_of(int64_t key) { return mixed(static_cast<uint64_t>(key)); }
inline uint64_t hash_of(uint64_t key) { return mixed(key); }

// Open addressing: a table of a few hundred keys stays in the nearest cache. Neighbouring events mostly have
// the same key, so the last one is tried first. `Key` has `==` and a function `hash_of(key)`.
template <class Key>
class Dictionary {
 public:
  uint32_t code(const Key& key) {
    if (!keys_.empty() && keys_[last_] == key) return last_;
    if (keys_.size() * 2 >= slots_.size()) grow();
    size_t slot = hash_of(key) & (slots_.size() - 1);
    while (slots_[slot] != kFree && !(keys_[slots_[slot]] == key)) slot = (slot + 1) & (slots_.size() - 1);
    if (slots_[slot] == kFree) {
      slots_[slot] = static_cast<uint32_t>(keys_.size());
      keys_.push_back(key);
    }
    return last_ = slots_[slot];
  }
  // The code of a key that turned up before. Any number of threads may ask at once.
  std::optional<uint32_t> find(const Key& key) const {
    if (slots_.empty()) return std::nullopt;
    for (size_t slot = hash_of(key) & (slots_.size() - 1); slots_[slot] != kFree;
         slot = (slot + 1) & (slots_.size() - 1))
      if (keys_[slots_[slot]] == key) return slots_[slot];
    return std::nullopt;
  }
  // By code.
  const std::vector<Key>& keys() const { return keys_; }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;

  void grow() {
    std::vector<uint32_t> slots(slots_.empty() ? 64 : slots_.size() * 2, kFree);
    for (uint32_t code = 0; code < keys_.size(); ++code) {
      size_t slot = hash_of(keys_[code]) & (slots.size() - 1);
      while (slots[slot] != kFree) slot = (slot + 1) & (slots.size() - 1);
      slots[slot] = code;
    }
    slots_ = std::move(slots);
  }

  std::vector<Key> keys_;
  std::vector<uint32_t> slots_;
  uint32_t last_ = 0;
};

}  // namespace nsys_ai
