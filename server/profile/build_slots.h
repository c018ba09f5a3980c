// Computes the values derived from a profile on first use, each once, and shares them among all callers.
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

// Thread-safe. Values live as long as this object.
class BuildSlots {
 public:
  // The type of the value, and the function that builds it where several build the same type.
  using Key = std::pair<std::type_index, const void*>;
  using Made = std::shared_ptr<const void>;
  using Make = std::function<Result<Made>(const Work&)>;
  enum class Cost {
    small,  // built at once for any caller
    large   // quick work gets only a finished value
  };

  // Returns the value of `make`, built now or for an earlier caller. The first caller builds it in its own
  // thread; concurrent callers wait until they are cancelled. The work passed to `make` is cancelled once no
  // caller waits any more, including the builder. When it fails or is cancelled nothing is stored,
  // and the next caller starts again. Throws `Cancelled` where the caller's scope is cancelled, and where its
  // work is quick and the value is not ready.
  Result<const void*> get(const Key& key, Cost cost, const Work& work, const Make& make);

 private:
  struct Build;
  class Building;
  class Waiting;
  struct Slot {
    std::shared_ptr<Build> building;
    Made value;
    std::vector<const DataLoss*> losses;  // data that it uses and that was not read
  };
  using Known = std::vector<std::pair<Key, const Slot*>>;
  // Reports the data loss that affects the value, and returns the value.
  static const void* given(const Slot& slot);
  // Null where it is not built yet.
  const Slot* known(const Key& key) const;
  void publish(const Slot& made) noexcept;

  std::mutex lock_;
  std::condition_variable changed_;
  std::map<Key, Slot> slots_;
  // The slots with a value. Loops over a million devices look up each on all cores and take no lock, because
  // published values stay.
  std::atomic<const Known*> known_ = nullptr;
  std::vector<std::unique_ptr<const Known>> published_;
};

}  // namespace nsys_ai
