// What is made of a profile on first need, each once, by one, for all who wait.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <typeindex>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/loss_notes.h"
#include "base/work.h"

namespace nsys_ai {

// Thread-safe. What was made lives as long as this.
class BuildSlots {
 public:
  // What is made, and the function that makes it, where several make the same type.
  using Key = std::pair<std::type_index, const void*>;
  using Made = std::shared_ptr<const void>;
  using Make = std::function<Result<Made>(const Work&)>;
  enum class Cost {
    small,  // made at once, whoever asks
    large   // quick work gets what is there
  };

  // What `make` returned, now or for an earlier caller. One makes it, in the caller's thread; others who ask
  // meanwhile wait, until they are cancelled. The work that `make` is given is cancelled once nobody waits
  // any more, its own caller included. Where it fails or is cancelled nothing is kept, and the next caller
  // begins again. Throws `Cancelled` where the scope of the caller is cancelled, and where it is quick and
  // the value is not there yet.
  Result<const void*> get(const Key& key, Cost cost, const Work& work, const Make& make);

 private:
  struct Build;
  class Building;
  class Waiting;
  struct Slot {
    std::shared_ptr<Build> building;
    Made value;
    std::vector<const DataLoss*> losses;  // what it is made of and was not read
  };
  using Known = std::vector<std::pair<Key, const Slot*>>;
  // Tells what it is made of and was not read.
  static const void* given(const Slot& slot);
  // Null where it is not made yet.
  const Slot* known(const Key& key) const;
  void publish(const Slot& made) noexcept;

  std::mutex lock_;
  std::condition_variable changed_;
  std::map<Key, Slot> slots_;
  // The slots with a value. Loops over a million devices ask for each, on all cores, and take no lock: what
  // was once published stays.
  std::atomic<const Known*> known_ = nullptr;
  std::vector<std::unique_ptr<const Known>> published_;
};

}  // namespace nsys_ai
