// The profiles that the clients of one server have open: each is loaded once, and closes with the last client
// that has it open.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "profile/library.h"
#include "skill/answer_cache.h"
#include "trace/timeline/timeline.h"

namespace nsys_ai {

// Thread-safe.
class SharedProfiles {
 public:
  using Closed = std::function<void(const std::string& handle)>;
  using ReadAnew = std::function<void(std::string_view handle, const Profile& former)>;

  // Forgets the answers of a profile that nobody has open any more, and those of what was reloaded. `closed`
  // is called with the handle of the former.
  SharedProfiles(AnswerCache& answers, Closed closed) : answers_(answers), closed_(std::move(closed)) {}

  // As Library::open; joined clients are notified when a profile was reloaded.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // As Library::reload; likewise.
  Result<OpenProfile> reload(const std::string& handle, const Work& work);
  // Ends one use.
  Result<void> close(const std::string& handle);
  const Library& library() const { return library_; }

  // `reload` is called by whoever opens, until `leave`, which waits for such a call to end.
  void join(const void* who, ReadAnew reload);
  void leave(const void* who);
  size_t clients() const;

 private:
  // Passes on what was opened, and that it was reloaded where it was.
  Result<OpenProfile> announced(Result<OpenProfile> opened);

  AnswerCache& answers_;
  const Closed closed_;
  Library library_{{timeline_levels_to_keep()}};
  mutable std::mutex lock_;
  std::map<const void*, ReadAnew> joined_;
};

}  // namespace nsys_ai
