// Keeps columns beside other work.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <thread>

#include "profile/column_cache.h"

namespace nsys_ai {

// For one thread, or under its owner's lock. Profiles are written by threads of the lowest priority.
class ColumnKeeper {
 public:
  explicit ColumnKeeper(std::optional<ColumnCache> cache = ColumnCache::usual()) : cache_(std::move(cache)) {}
  // Stops what is being written, of which nothing is left behind.
  ~ColumnKeeper();
  ColumnKeeper(const ColumnKeeper&) = delete;
  ColumnKeeper& operator=(const ColumnKeeper&) = delete;

  // For LoadOptions; null when nothing is kept.
  const ColumnCache* cache() const { return cache_ ? &*cache_ : nullptr; }
  // Returns at once. The profile lives on until it is written.
  void keep(ProfilePtr profile);
  // Likewise; what is there already is made ready from there.
  void keep_part(ProfilePtr profile, PartToKeep part);
  // Stops the making of parts of a profile that nobody looks at any more.
  void stop_parts(const Profile& profile);
  // Waits until all is written. What is not when the time is over, or when it is cancelled, is given up.
  void finish(const CancelToken& cancel, std::chrono::nanoseconds at_most);

 private:
  struct State {
    std::atomic<bool> ended = false;
    CancelToken stop{};
  };
  struct Write {
    const Profile* profile;
    bool is_part;
    std::shared_ptr<State> state;
    std::thread thread;
  };
  void begin(ProfilePtr profile, bool is_part, std::function<void(const Profile&, const CancelToken&)> run);
  void join_ended();

  std::optional<ColumnCache> cache_;
  std::list<Write> writes_;
};

}  // namespace nsys_ai
