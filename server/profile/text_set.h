// Distinct texts, interned in an arena.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace nsys_ai {

// An arena of copies of texts, which are never moved. Filled by one thread.
class TextBlocks {
 public:
  std::string_view keep(std::string_view text);
  size_t bytes() const { return bytes_; }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t left_ = 0;
  char* at_ = nullptr;
  size_t bytes_ = 0;
};

// Filled by one thread, then immutable. Texts are numbered in the order of their first occurrence.
class TextSet {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t add(std::string_view text) { return add(text, hash_of(text)); }
  // The same for a caller that knows the text's hash, which `hashes` of another set lists by number.
  uint32_t add(std::string_view text, uint32_t hash);
  std::vector<uint32_t> hashes() const;
  // Prefetches the slot for a text with this hash.
  void expect(uint32_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }
  uint32_t find(std::string_view text) const;  // kNone when it is missing
  std::string_view operator[](uint32_t number) const { return texts_[number]; }
  size_t size() const { return texts_.size(); }
  // Memory of the texts and their index, in bytes.
  size_t bytes() const;

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = kNone;  // kNone for a free slot
  };
  static uint32_t hash_of(std::string_view text);
  size_t slot_of(std::string_view text, uint32_t hash) const;
  void grow();

  std::vector<std::string_view> texts_;
  std::vector<Slot> slots_;
  TextBlocks blocks_;
};

}  // namespace nsys_ai
