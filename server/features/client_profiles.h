// The profiles that one client has open, among those of the server.
//
// Handles are the server's, so that two clients speak of a profile by the same one; but a client finds only
// what it opened itself, and what it closes stays open for the others.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "features/server.h"

namespace nsys_ai {

// Thread-safe. Closes what is still open at its end.
class ClientProfiles {
 public:
  // `read_anew` is told the handle of a profile that is open here when any client had it read anew, and what
  // it was before.
  ClientProfiles(Server& server, Server::ReadAnew read_anew);
  ~ClientProfiles();
  ClientProfiles(const ClientProfiles&) = delete;
  ClientProfiles& operator=(const ClientProfiles&) = delete;

  // As Library::open. The profile opened last is the active one.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // `tell` is called once for each change of a file that is open, by whoever asks for its profile next. To be
  // set before the first opening.
  void when_changed(std::function<void(const OpenProfile&)> tell) { tell_change_ = std::move(tell); }
  // Fails when no profile of this client has this handle.
  Result<ProfilePtr> find(const std::string& handle) const;
  // Only if it is open.
  std::optional<OpenProfile> find_path(const std::filesystem::path& path) const;
  // In the order of their handles.
  std::vector<OpenProfile> all() const;
  // The one that source files are shown with: opened or activated last.
  std::optional<OpenProfile> active() const;
  // Fails when no profile of this client has this handle.
  Result<void> activate(const std::string& handle);
  Result<void> close(const std::string& handle);

 private:
  struct Held {
    uint64_t opened = 0;                       // counts openings and activations
    mutable const Profile* told_of = nullptr;  // that its file changed
  };
  bool holds(const std::string& handle) const;
  void tell_change(const OpenProfile& open) const;

  Server& server_;
  std::function<void(const OpenProfile&)> tell_change_;
  mutable std::mutex lock_;
  std::map<std::string, Held> held_;  // by handle
  uint64_t last_opened_ = 0;
};

}  // namespace nsys_ai
