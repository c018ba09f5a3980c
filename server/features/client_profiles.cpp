// One use of each profile, however often the client opens it.
#include "features/client_profiles.h"

#include <fmt/format.h>

namespace nsys_ai {
namespace {

tl::unexpected<Error> no_such_profile(const std::string& handle) {
  return fail(ErrorCode::bad_request, fmt::format("No open profile has the handle \"{}\".", handle),
              "Open it with nsys/openProfile and use the handle that it returns.");
}

}  // namespace

ClientProfiles::ClientProfiles(Server& server, Server::ReadAnew read_anew) : server_(server) {
  server_.join(this,
               [this, read_anew = std::move(read_anew)](std::string_view handle, const Profile& former) {
                 if (read_anew && holds(std::string(handle))) read_anew(handle, former);
               });
}

ClientProfiles::~ClientProfiles() {
  server_.leave(this);
  for (const auto& entry : held_) server_.close(entry.first);
}

Result<OpenProfile> ClientProfiles::open(const std::filesystem::path& path, const Work& work) {
  auto opened = server_.open(path, work);
  if (!opened) return opened;
  bool held_already = false;
  {
    const std::lock_guard lock(lock_);
    auto [place, fresh] = held_.try_emplace(opened->handle);
    place->second.opened = ++last_opened_;
    held_already = !fresh;
  }
  if (held_already) {
    if (auto closed = server_.close(opened->handle); !closed) return tl::unexpected(closed.error());
  }
  return opened;
}

bool ClientProfiles::holds(const std::string& handle) const {
  const std::lock_guard lock(lock_);
  return held_.contains(handle);
}

Result<ProfilePtr> ClientProfiles::find(const std::string& handle) const {
  if (!holds(handle)) return no_such_profile(handle);
  auto profile = server_.library.find(handle);
  if (profile && tell_change_) tell_change({handle, *profile});
  return profile;
}

void ClientProfiles::tell_change(const OpenProfile& open) const {
  {
    const std::lock_guard lock(lock_);
    const auto held = held_.find(open.handle);
    if (held == held_.end() || held->second.told_of == open.profile.get()) return;
  }
  if (!server_.library.changed(open.handle)) return;
  {
    const std::lock_guard lock(lock_);
    const auto held = held_.find(open.handle);
    if (held == held_.end() || held->second.told_of == open.profile.get()) return;
    held->second.told_of = open.profile.get();
  }
  tell_change_(open);
}

std::optional<OpenProfile> ClientProfiles::find_path(const std::filesystem::path& path) const {
  auto found = server_.library.find_path(path);
  if (found && !holds(found->handle)) found.reset();
  return found;
}

std::vector<OpenProfile> ClientProfiles::all() const {
  std::vector<OpenProfile> open = server_.library.all();
  std::erase_if(open, [this](const OpenProfile& one) { return !holds(one.handle); });
  return open;
}

std::optional<OpenProfile> ClientProfiles::active() const {
  std::string handle;
  {
    const std::lock_guard lock(lock_);
    uint64_t latest = 0;
    for (const auto& [name, held] : held_) {
      if (held.opened < latest) continue;
      latest = held.opened;
      handle = name;
    }
  }
  auto profile = server_.library.find(handle);
  if (!profile) return std::nullopt;
  return OpenProfile{handle, std::move(*profile)};
}

Result<void> ClientProfiles::activate(const std::string& handle) {
  const std::lock_guard lock(lock_);
  const auto held = held_.find(handle);
  if (held == held_.end()) return no_such_profile(handle);
  held->second.opened = ++last_opened_;
  return {};
}

Result<void> ClientProfiles::close(const std::string& handle) {
  {
    const std::lock_guard lock(lock_);
    if (held_.erase(handle) == 0) return no_such_profile(handle);
  }
  return server_.close(handle);
}

}  // namespace nsys_ai
