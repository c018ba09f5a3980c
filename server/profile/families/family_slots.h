// Families of events that were read on first use, each once.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/shortfall.h"
#include "base/work.h"

namespace nsys_ai::inline profile {

// Thread-safe. What was read lives as long as this.
class FamilySlots {
 public:
  using Read = std::function<Result<std::shared_ptr<const void>>()>;

  // What `read` returned, now or for an earlier caller. Concurrent callers wait for the one that reads, until
  // they are cancelled; when a read fails or is cancelled nothing is stored, and the next caller reads again.
  Result<const void*> get(std::type_index family, const CancelToken& cancel, const Read& read);

 private:
  struct Slot {
    bool reading = false;
    std::shared_ptr<const void> value;
    std::vector<const Shortfall*> told;  // what it is made of and was not read
  };
  class Reading;

  std::mutex lock_;
  std::condition_variable changed_;
  std::unordered_map<std::type_index, Slot> slots_;
};

}  // namespace nsys_ai::inline profile
