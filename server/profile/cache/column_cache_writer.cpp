// Uses one thread per profile, since a write takes well under a second.
#include "profile/cache/column_cache_writer.h"

#include <sys/resource.h>

#include "base/guarded.h"

namespace nsys_ai {

void ColumnCacheWriter::begin(ProfilePtr profile, bool is_part,
                              std::function<void(const Profile&, const CancelToken&)> run) {
  Write& write = writes_.emplace_back(Write{profile.get(), is_part, std::make_shared<State>(), {}});
  const bool started = run_guarded("The start of a write into the cache", [&] {
    write.thread =
        std::thread([state = write.state, profile = std::move(profile), run = std::move(run)]() mutable {
          run_guarded("A write into the cache", [&] { run(*profile, state->stop); });
          profile.reset();
          state->ended = true;
        });
  });
  // If no thread can be started, nothing is cached and the next opening reads the file.
  if (!started) writes_.pop_back();
}

// On Linux, id zero means the calling thread.
static void wait_for_everybody() { ::setpriority(PRIO_PROCESS, 0, 19); }

void ColumnCacheWriter::keep(ProfilePtr profile) {
  join_ended();
  if (!cache_ || !cache_->is_worth_it(*profile)) return;
  begin(std::move(profile), false, [this](const Profile& of, const CancelToken& stop) {
    wait_for_everybody();
    cache_->keep(of, stop);
  });
}

// Computed at ordinary priority, since a caller may come to wait for it.
void ColumnCacheWriter::store_part(ProfilePtr profile, PartToCache part) {
  join_ended();
  if (!cache_ || !cache_->is_worth_it(*profile)) return;
  begin(std::move(profile), true, [this, part = std::move(part)](const Profile& of, const CancelToken& stop) {
    const auto bytes = part.make(of, {stop, {}});
    if (!bytes || cache_->has_part(of, part.part)) return;
    wait_for_everybody();
    cache_->store_part(of, part.part, *bytes, stop);
  });
}

void ColumnCacheWriter::stop_parts(const Profile& profile) {
  for (const Write& write : writes_)
    if (write.is_part && write.profile == &profile) write.state->stop.cancel();
}

void ColumnCacheWriter::join_ended() {
  for (auto write = writes_.begin(); write != writes_.end();) {
    if (!write->state->ended) {
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
    if (cancel.cancelled() || std::chrono::steady_clock::now() - begun > at_most)
      for (const Write& write : writes_) write.state->stop.cancel();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

ColumnCacheWriter::~ColumnCacheWriter() {
  for (const Write& write : writes_) write.state->stop.cancel();
  for (Write& write : writes_) write.thread.join();
}

}  // namespace nsys_ai
