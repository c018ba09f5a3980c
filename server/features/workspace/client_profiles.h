// The profiles that one client has open, among those of the server.
//
// Handles are unique in the server, so that two clients use the same handle for a profile. A client finds
// only the profiles that it opened itself, and a profile that it closes stays open for the others.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "features/workspace/shared_profiles.h"

namespace nsys_ai {

// Thread-safe. The destructor closes the profiles that are still open.
class ClientProfiles {
 public:
  explicit ClientProfiles(SharedProfiles& shared);
  ~ClientProfiles();
  ClientProfiles(const ClientProfiles&) = delete;
  ClientProfiles& operator=(const ClientProfiles&) = delete;

  // Like Library::open. The profile opened last is the active profile.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // Like `open`, but does not change the active profile if the profile is already open.
  Result<OpenProfile> open_for_document(const std::filesystem::path& path, const Work& work);
  // Like `open`, but the profile does not become the active one: another is compared with it.
  Result<OpenProfile> open_beside(const std::filesystem::path& path, const Work& work);
  // `notify` is called once for each change of an open file, by the next lookup of its profile. Call
  // this before the first profile is opened.
  void on_changed(std::function<void(const OpenProfile&)> notify) {
    notify_change_ = std::move(notify);
  }
  // `notify` is called with the handle and the former profile when any client reloaded a profile that is
  // open here. Call this before the first profile is opened.
  void on_reload(SharedProfiles::ReloadCallback notify) { notify_reload_ = std::move(notify); }
  // Like Library::reload, for a profile of this client.
  Result<OpenProfile> reload(const std::string& handle, const Work& work);
  // Fails when no profile of this client has this handle.
  Result<ProfilePtr> find(const std::string& handle) const;
  // Null if no profile of this client has this handle. Does not report changes of the file.
  ProfilePtr if_open(const std::string& handle) const;
  // Returns nullopt if the file is not open.
  std::optional<OpenProfile> find_path(const std::filesystem::path& path) const;
  // Sorted by handle.
  std::vector<OpenProfile> all() const;
  // The profile that source files show: the one opened or activated last.
  std::optional<OpenProfile> active() const;
  // Whether the active profile, or the load of its file, differs from that at the last call.
  bool active_changed();
  // Fails when no profile of this client has this handle.
  Result<void> activate(const std::string& handle);
  Result<void> close(const std::string& handle);

 private:
  struct Held {
    uint64_t opened = 0;  // the counter of openings and activations at its last one
    mutable const Profile* is_notified_of = nullptr;  // the profile whose file's change has been reported
  };
  bool holds(const std::string& handle) const;
  void notify_change(const OpenProfile& open) const;

  SharedProfiles& shared_;
  std::function<void(const OpenProfile&)> notify_change_;
  SharedProfiles::ReloadCallback notify_reload_;
  mutable std::mutex lock_;
  std::map<std::string, Held> held_;  // by handle
  uint64_t last_opened_ = 0;
  std::optional<std::weak_ptr<const Profile>> last_active_;  // at the last call of `active_changed`
};

}  // namespace nsys_ai
