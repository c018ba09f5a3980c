// Dictionary encoding: numbers the distinct keys of a column in order of first occurrence.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nsys_ai {

inline uint64_t mixed(uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15ull;
  return bits ^ (bits >> 32);
}

// Mixes several words at once: the multiplications are independent of each other.
constexpr uint64_t mixed_word(uint64_t word, size_t at) {
  // Unrelated odd numbers, so that sums of small words do not collide.
  constexpr std::array<uint64_t, 6> kFactors = {0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB,
                                                0xD6E8FEB86659FD93, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD};
  return (word ^ word >> 32) * kFactors[at];
}
inline uint64_t mixed_sum(uint64_t sum) { return mixed(sum ^ sum >> 29); }
template <size_t N>
uint64_t mixed(const std::array<uint64_t, N>& words) {
  return [&]<size_t... At>(std::index_sequence<At...>) {
    return mixed_sum((N + ... + mixed_word(words[At], At)));
  }
  (std::make_index_sequence<N>());
}

inline uint64_t hash_of(int64_t key) { return mixed(static_cast<uint64_t>(key)); }
inline uint64_t hash_of(uint64_t key) { return mixed(key); }

// Open addressing: a table of a few hundred keys stays in the nearest cache. Consecutive events mostly have
// the same key, so the last one is tried first. `Key` has `==` and a function `hash_of(key)`.
template <class Key>
class Dictionary {
 public:
  [[gnu::always_inline]] uint32_t code(const Key& key) {
    if (!keys_.empty() && keys_[last_] == key) return last_;
    return last_ = looked_up(key);
  }
  // The same, with a guess for the code.
  [[gnu::always_inline]] uint32_t code(const Key& key, uint32_t guess) {
    return guess < keys_.size() && keys_[guess] == key ? guess : looked_up(key);
  }
  // The code of a known key. Any number of threads may call it at once.
  std::optional<uint32_t> find(const Key& key) const {
    if (slots_.empty()) return std::nullopt;
    for (size_t slot = hash_of(key) & (slots_.size() - 1); slots_[slot] != kFree;
         slot = (slot + 1) & (slots_.size() - 1))
      if (keys_[slots_[slot]] == key) return slots_[slot];
    return std::nullopt;
  }
  // Indexed by code.
  const std::vector<Key>& keys() const { return keys_; }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;

  // Nearly all keys are known: the insertion is a separate function, so that a lookup costs no more than the
  // search.
  [[gnu::noinline]] uint32_t looked_up(const Key& key) {
    const size_t mask = slots_.size() - 1;
    for (size_t slot = hash_of(key) & mask; slot < slots_.size(); slot = (slot + 1) & mask) {
      const uint32_t code = slots_[slot];
      if (code == kFree) break;
      if (keys_[code] == key) return code;
    }
    return add(key);
  }
  [[gnu::noinline]] uint32_t add(const Key& key) {
    if (keys_.size() * 2 >= slots_.size()) grow();
    size_t slot = hash_of(key) & (slots_.size() - 1);
    while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<uint32_t>(keys_.size());
    keys_.push_back(key);
    return slots_[slot];
  }
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

// The same for ids of a file, which are nearly always close together: they index tables of a thousand ids,
// allocated only for ranges with enough ids.
class IdDictionary {
 public:
  uint32_t code(int64_t id) {
    if (uint32_t* const known = place_of(id)) {
      if (*known == kFree) *known = next_to_table(id);
      return *known;
    }
    const uint32_t far = far_.code(id);
    if (far == far_codes_.size()) far_codes_.push_back(add(id));
    return far_codes_[far];
  }
  [[gnu::always_inline]] std::optional<uint32_t> find(int64_t id) const {
    const auto at = static_cast<uint64_t>(id);
    const size_t table = at / kTableIds;
    if (table < tables_.size() && tables_[table] && tables_[table][at % kTableIds] != kFree)
      return tables_[table][at % kTableIds];
    const auto far = far_.find(id);
    return far ? std::optional(far_codes_[*far]) : std::nullopt;
  }
  const std::vector<int64_t>& keys() const { return keys_; }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  static constexpr uint64_t kTableIds = 1 << 10;
  static constexpr uint64_t kMaxTables = 1 << 18;
  static constexpr size_t kMinTables = 64;
  static constexpr size_t kMinIds = 16;  // minimum average number of ids per table, beyond the first tables

  // Null where the id has no table, and none is allocated for it.
  uint32_t* place_of(int64_t id) {
    const auto at = static_cast<uint64_t>(id);
    const uint64_t table = at / kTableIds;
    if (table >= kMaxTables) return nullptr;
    if (table >= tables_.size() || !tables_[table]) {
      if (made_ >= kMinTables + keys_.size() / kMinIds) return nullptr;
      if (table >= tables_.size()) tables_.resize(std::bit_ceil(table + 1));
      tables_[table] = std::make_unique_for_overwrite<uint32_t[]>(kTableIds);
      std::fill_n(tables_[table].get(), kTableIds, kFree);
      ++made_;
    }
    return &tables_[table][at % kTableIds];
  }
  // The id may have been added before its table was allocated.
  uint32_t next_to_table(int64_t id) {
    const auto far = far_.find(id);
    return far ? far_codes_[*far] : add(id);
  }
  uint32_t add(int64_t id) {
    keys_.push_back(id);
    return static_cast<uint32_t>(keys_.size() - 1);
  }

  std::vector<int64_t> keys_;
  std::vector<std::unique_ptr<uint32_t[]>> tables_;  // indexed by id
  size_t made_ = 0;
  Dictionary<int64_t> far_;  // all other ids
  std::vector<uint32_t> far_codes_;
};

}  // namespace nsys_ai
