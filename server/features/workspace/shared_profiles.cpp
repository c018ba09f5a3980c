// Opens and closes profiles for all clients.
#include "features/workspace/shared_profiles.h"

namespace nsys_ai {

Result<OpenProfile> SharedProfiles::open(const std::filesystem::path& path, const Work& work) {
  return announced(library_.open(path, work));
}

Result<OpenProfile> SharedProfiles::reload(const std::string& handle, const Work& work) {
  return announced(library_.reload(handle, work));
}

Result<OpenProfile> SharedProfiles::announced(Result<OpenProfile> opened) {
  if (!opened || !opened->former) return opened;
  answers_.forget(*opened->former);
  const std::lock_guard lock(lock_);
  for (const auto& [who, reload] : joined_) reload(opened->handle, *opened->former);
  return opened;
}

Result<void> SharedProfiles::close(const std::string& handle) {
  auto closed = library_.close(handle);
  if (!closed) return tl::unexpected(closed.error());
  if (!*closed) return {};
  closed_(handle);
  answers_.forget(**closed);
  return {};
}

void SharedProfiles::join(const void* who, ReloadCallback reload) {
  const std::lock_guard lock(lock_);
  joined_[who] = std::move(reload);
}

void SharedProfiles::leave(const void* who) {
  const std::lock_guard lock(lock_);
  joined_.erase(who);
}

size_t SharedProfiles::clients() const {
  const std::lock_guard lock(lock_);
  return joined_.size();
}

}  // namespace nsys_ai
