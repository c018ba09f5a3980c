// Opening and closing for all clients.
#include "features/server.h"

namespace nsys_ai {

Result<OpenProfile> Server::open(const std::filesystem::path& path, const Work& work) {
  auto opened = library.open(path, work);
  if (!opened || !opened->former) return opened;
  answers.forget(*opened->former);
  const std::lock_guard lock(lock_);
  for (const auto& [who, read_anew] : joined_) read_anew(opened->handle, *opened->former);
  return opened;
}

Result<void> Server::close(const std::string& handle) {
  auto closed = library.close(handle);
  if (!closed) return tl::unexpected(closed.error());
  if (!*closed) return {};
  browser.forget(handle);
  answers.forget(**closed);
  return {};
}

void Server::join(const void* who, ReadAnew read_anew) {
  const std::lock_guard lock(lock_);
  joined_[who] = std::move(read_anew);
}

void Server::leave(const void* who) {
  const std::lock_guard lock(lock_);
  joined_.erase(who);
}

size_t Server::clients() const {
  const std::lock_guard lock(lock_);
  return joined_.size();
}

}  // namespace nsys_ai
