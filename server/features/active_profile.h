// The profile that source files are measured with: the one that was opened or activated last.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "profile/library.h"

namespace nsys_ai {

struct Session;

// Remembers what the client was told, so that it is told again only when something changed. Thread-safe.
class ActiveProfile {
 public:
  // Whether another profile, or another reading of the file, is active since the last call.
  bool changed(const std::optional<OpenProfile>& now);

 private:
  std::mutex mutex_;
  std::weak_ptr<const Profile> told_;
  bool told_one_ = false;
};

// To be called when a profile was opened, activated or closed.
void active_profile_may_have_changed(Session& session);

}  // namespace nsys_ai
