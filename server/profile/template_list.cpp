// Open addressing, with hashes stored beside the numbers.
#include "profile/template_list.h"

#include <algorithm>

#include "base/distinct_numbers.h"

namespace nsys_ai {

uint32_t TemplateList::append(std::string_view of_template) {
  texts_.push_back(of_template);
  return static_cast<uint32_t>(texts_.size() - 1);
}

uint32_t TemplateList::add(std::string_view of_template) {
  constexpr size_t kFew = 4096;
  if (!looks_for_equal_) return append(of_template);
  ++added_;
  if (texts_.size() * 2 >= slots_.size()) {
    looks_for_equal_ = texts_.size() < kFew || texts_.size() < added_ / 2;
    if (!looks_for_equal_) slots_ = {};
    if (!looks_for_equal_) return append(of_template);
    grow();
  }
  const uint32_t hash = hash_of_text(of_template);
  size_t slot = hash & (slots_.size() - 1);
  const auto differs = [&](const Slot& of) {
    return of.hash != hash || texts_.run_at(of.begin, of.number) != of_template;
  };
  while (slots_[slot].number != kFree && differs(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
  if (slots_[slot].number == kFree)
    slots_[slot] = {hash, append(of_template), texts_.text_bytes() - of_template.size()};
  return slots_[slot].number;
}

void TemplateList::grow() {
  std::vector<Slot> slots(std::max<size_t>(64, slots_.size() * 2));
  for (const Slot& old : slots_) {
    if (old.number == kFree) continue;
    size_t slot = old.hash & (slots.size() - 1);
    while (slots[slot].number != kFree) slot = (slot + 1) & (slots.size() - 1);
    slots[slot] = old;
  }
  slots_ = std::move(slots);
}

}  // namespace nsys_ai
