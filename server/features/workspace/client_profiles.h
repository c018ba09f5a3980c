// The profiles that one client has open, among those of the server.
//
// Handles are the server's, so that two clients speak of a profile by the same one; but a client finds only
// what it opened itself, and what it closes stays open for the others.
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

// Thread-safe. Closes what is still open at its end.
class ClientProfiles {
 public:
  explicit ClientProfiles(SharedProfiles& shared);
  ~ClientProfiles();
  ClientProfiles(const ClientProfiles&) = delete;
  ClientProfiles& operator=(const ClientProfiles&) = delete;

  // As Library::open. The profile opened last is the active one.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // The same, but where it is open already, the active profile stays what it was.
  Result<OpenProfile> open_for_document(const std::filesystem::path& path, const Work& work);
  // `tell` is called once for each change of a file that is open, by the next caller that looks up its
  // profile. To be set before the first opening.
  void when_changed(std::function<void(const OpenProfile&)> report_loss) { notify_change_ = std::move(report_loss); }
  // `tell` is called with the handle of a profile that is open here when any client had it reloaded, and with
  // what it was before. To be set before the first opening.
  void on_reload(SharedProfiles::ReadAnew report_loss) { notify_reload_ = std::move(report_loss); }
  // As Library::reload, of a profile of this client.
  Result<OpenProfile> reload(const std::string& handle, const Work& work);
  // Fails when no profile of this client has this handle.
  Result<ProfilePtr> find(const std::string& handle) const;
  // Null when no profile of this client has this handle; tells of no change.
  ProfilePtr if_open(const std::string& handle) const;
  // Only if it is open.
  std::optional<OpenProfile> find_path(const std::filesystem::path& path) const;
  // In the order of their handles.
  std::vector<OpenProfile> all() const;
  // The one that source files are shown with: opened or activated last.
  std::optional<OpenProfile> active() const;
  // Whether that is another profile, or another reading of the file, than at the last call.
  bool active_changed();
  // Fails when no profile of this client has this handle.
  Result<void> activate(const std::string& handle);
  Result<void> close(const std::string& handle);

 private:
  struct Held {
    uint64_t opened = 0;                       // counts openings and activations
    mutable const Profile* is_notified_of = nullptr;  // that its file changed
  };
  bool holds(const std::string& handle) const;
  void notify_change(const OpenProfile& open) const;

  SharedProfiles& shared_;
  std::function<void(const OpenProfile&)> notify_change_;
  SharedProfiles::ReadAnew notify_reload_;
  mutable std::mutex lock_;
  std::map<std::string, Held> held_;  // by handle
  uint64_t last_opened_ = 0;
  std::optional<std::weak_ptr<const Profile>> last_active_;  // at the last call of `active_changed`
};

}  // namespace nsys_ai
