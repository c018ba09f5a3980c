// The profiles that the clients of one server have open. Each profile is loaded once, and closes when the
// last client closes it.
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
  using ReloadCallback = std::function<void(std::string_view handle, const Profile& former)>;

  // Drops the cached answers of a profile when its last client closes it and when it is reloaded. `closed` is
  // called with the handle of the closed profile.
  SharedProfiles(AnswerCache& answers, Closed closed) : answers_(answers), closed_(std::move(closed)) {}

  // Like Library::open. Notifies joined clients if it reloads the profile.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // Like Library::reload. Notifies joined clients.
  Result<OpenProfile> reload(const std::string& handle, const Work& work);
  // Ends one client's use of a profile.
  Result<void> close(const std::string& handle);
  const Library& library() const { return library_; }

  // The thread that reloads a profile calls `reload` of each joined client. `leave` waits for a running call
  // to end.
  void join(const void* who, ReloadCallback reload);
  void leave(const void* who);
  size_t clients() const;

 private:
  // Returns `opened`, and notifies the joined clients if it was a reload.
  Result<OpenProfile> announced(Result<OpenProfile> opened);

  AnswerCache& answers_;
  const Closed closed_;
  Library library_{{timeline_levels_to_keep()}};
  mutable std::mutex lock_;
  std::map<const void*, ReloadCallback> joined_;
};

}  // namespace nsys_ai
