// One reader at a time for each family; waiting callers poll their cancel flag.
#include "profile/families/family_slots.h"

#include <chrono>

namespace nsys_ai::inline profile {

// Lets the next caller read, however this one ended.
class FamilySlots::Reading {
 public:
  Reading(FamilySlots& slots, Slot& slot) : slots_(slots), slot_(slot) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() {
    {
      const std::lock_guard lock(slots_.lock_);
      slot_.reading = false;
      slot_.told = told_.all();
      slot_.value = std::move(value);
    }
    slots_.changed_.notify_all();
  }

  std::shared_ptr<const void> value;

 private:
  FamilySlots& slots_;
  Slot& slot_;
  const Shortfalls told_;
};

Result<const void*> FamilySlots::get(std::type_index family, const CancelToken& cancel, const Read& read) {
  std::unique_lock lock(lock_);
  Slot& slot = slots_[family];
  while (slot.reading) {
    if (cancel.cancelled()) return cancelled();
    changed_.wait_for(lock, std::chrono::milliseconds(10));
  }
  if (slot.value) {
    for (const Shortfall* of : slot.told) tell(*of);
    return slot.value.get();
  }
  slot.reading = true;
  lock.unlock();
  Reading reading(*this, slot);
  auto value = read();
  if (!value) return tl::unexpected(value.error());
  reading.value = *value;
  return value->get();
}

}  // namespace nsys_ai::inline profile
