// One thread for each profile that is written: it takes well under a second.
#include "profile/cache/column_cache_writer.h"

#include <sys/resource.h>
#include <unistd.h>

namespace nsys_ai::inline profile {

void ColumnCacheWriter::keep(ProfilePtr profile) {
  join_ended();
  if (!cache_ || !cache_->is_worth_it(*profile)) return;
  Write& write = writes_.emplace_back();
  write.thread = std::thread([this, &write, profile = std::move(profile)]() mutable {
    // On Linux this is the thread's alone.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 19);
    cache_->keep(*profile, stop_);
    profile.reset();
    write.ended = true;
  });
}

void ColumnCacheWriter::join_ended() {
  for (auto write = writes_.begin(); write != writes_.end();) {
    if (!write->ended) {
      ++write;
      continue;
    }
    write->thread.join();
    write = writes_.erase(write);
  }
}

void ColumnCacheWriter::finish(const CancelToken& cancel, std::chrono::nanoseconds at_most) {
  const auto begun = std::chrono::steady_clock::now();
  for (join_ended(); !writes_.empty(); join_ended()) {
    if (cancel.cancelled() || std::chrono::steady_clock::now() - begun > at_most) stop_.cancel();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

ColumnCacheWriter::~ColumnCacheWriter() {
  stop_.cancel();
  for (Write& write : writes_) write.thread.join();
}

}  // namespace nsys_ai::inline profile
