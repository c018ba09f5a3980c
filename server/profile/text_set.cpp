// Blocks are never moved, so views into them stay valid.
#include "profile/text_set.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace nsys_ai {
namespace {

constexpr size_t kBlockBytes = 64 << 10;

}  // namespace

std::string_view TextBlocks::keep(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > left_) {
    left_ = std::max(kBlockBytes, text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
    at_ = blocks_.back().get();
    bytes_ += left_;
  }
  char* const at = at_;
  std::memcpy(at, text.data(), text.size());
  at_ += text.size();
  left_ -= text.size();
  return {at, text.size()};
}

uint32_t TextSet::hash_of(std::string_view text) {
  const size_t hash = std::hash<std::string_view>()(text);
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

size_t TextSet::slot_of(std::string_view text, uint32_t hash) const {
  size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot].number != kNone && (slots_[slot].hash != hash || texts_[slots_[slot].number] != text))
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

uint32_t TextSet::add(std::string_view text, uint32_t hash) {
  if (texts_.size() * 2 >= slots_.size()) grow();
  Slot& slot = slots_[slot_of(text, hash)];
  if (slot.number == kNone) {
    slot = {hash, static_cast<uint32_t>(texts_.size())};
    texts_.push_back(blocks_.keep(text));
  }
  return slot.number;
}

std::vector<uint32_t> TextSet::hashes() const {
  std::vector<uint32_t> hashes(texts_.size());
  for (const Slot& slot : slots_)
    if (slot.number != kNone) hashes[slot.number] = slot.hash;
  return hashes;
}

uint32_t TextSet::find(std::string_view text) const {
  return slots_.empty() ? kNone : slots_[slot_of(text, hash_of(text))].number;
}

// Hashes are stored beside the numbers, so that growing reads no texts.
void TextSet::grow() {
  const std::vector<Slot> before = std::move(slots_);
  slots_.assign(std::max<size_t>(64, before.size() * 2), Slot());
  for (const Slot& old : before) {
    if (old.number == kNone) continue;
    size_t slot = old.hash & (slots_.size() - 1);
    while (slots_[slot].number != kNone) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = old;
  }
}

size_t TextSet::bytes() const {
  return blocks_.bytes() + texts_.capacity() * sizeof(std::string_view) + slots_.capacity() * sizeof(Slot);
}

}  // namespace nsys_ai
