// Writes columns into the cache in the background.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <thread>

#include "profile/cache/column_cache.h"

namespace nsys_ai {

// For one thread, or under its owner's lock. Profiles are written by threads with the lowest priority.
class ColumnCacheWriter {
 public:
  explicit ColumnCacheWriter(std::optional<ColumnCache> cache = ColumnCache::usual())
      : cache_(std::move(cache)) {}
  // Cancels writes in progress; they leave no files.
  ~ColumnCacheWriter();
  ColumnCacheWriter(const ColumnCacheWriter&) = delete;
  ColumnCacheWriter& operator=(const ColumnCacheWriter&) = delete;

  // For LoadOptions; null when caching is off.
  const ColumnCache* cache() const { return cache_ ? &*cache_ : nullptr; }
  // Returns at once. The profile stays alive until the write has finished or failed.
  void keep(ProfilePtr profile);
  // Returns at once. If the part is already cached, it is prepared from there.
  void store_part(ProfilePtr profile, PartToCache part);
  // Stops computing parts of a profile that is no longer in use.
  void stop_parts(const Profile& profile);
  // Waits until all writes are complete. Writes that do not finish in time, or when cancelled, are abandoned.
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
