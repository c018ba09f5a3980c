// Counts one use of each profile, however often the client opens it.
#include "features/workspace/client_profiles.h"

#include <fmt/format.h>

#include "base/quotation.h"

namespace nsys_ai {
namespace {

tl::unexpected<Error> no_such_profile(const std::string& handle) {
  return fail(ErrorCode::bad_request,
              fmt::format("No open profile has the handle \"{}\".", quotation(handle)),
              "Open it with nsys/openProfile and use the handle that it returns.");
}

}  // namespace

// Callbacks are set before the client opens its first profile.
ClientProfiles::ClientProfiles(SharedProfiles& shared) : shared_(shared) {
  shared_.join(this, [this](std::string_view handle, const Profile& former) {
    if (holds(std::string(handle)) && notify_reload_) notify_reload_(handle, former);
  });
}

ClientProfiles::~ClientProfiles() {
  shared_.leave(this);
  for (const auto& entry : held_) shared_.close(entry.first);
}

Result<OpenProfile> ClientProfiles::open(const std::filesystem::path& path, const Work& work) {
  auto opened = open_for_document(path, work);
  if (!opened) return opened;
  if (auto active = activate(opened->handle); !active) return tl::unexpected(active.error());
  return opened;
}

Result<OpenProfile> ClientProfiles::open_for_document(const std::filesystem::path& path, const Work& work) {
  auto opened = shared_.open(path, work);
  if (!opened) return opened;
  bool held_already = false;
  {
    const std::lock_guard lock(lock_);
    const auto [place, fresh] = held_.try_emplace(opened->handle);
    if (fresh) place->second.opened = ++last_opened_;
    held_already = !fresh;
  }
  if (held_already) {
    if (auto closed = shared_.close(opened->handle); !closed) return tl::unexpected(closed.error());
  }
  return opened;
}

Result<OpenProfile> ClientProfiles::open_beside(const std::filesystem::path& path, const Work& work) {
  const bool is_known = find_path(path).has_value();
  auto opened = open_for_document(path, work);
  if (!opened || is_known) return opened;
  const std::lock_guard lock(lock_);
  held_[opened->handle].opened = 0;
  return opened;
}

Result<OpenProfile> ClientProfiles::reload(const std::string& handle, const Work& work) {
  if (!holds(handle)) return no_such_profile(handle);
  return shared_.reload(handle, work);
}

bool ClientProfiles::holds(const std::string& handle) const {
  const std::lock_guard lock(lock_);
  return held_.contains(handle);
}

Result<ProfilePtr> ClientProfiles::find(const std::string& handle) const {
  if (!holds(handle)) return no_such_profile(handle);
  auto profile = shared_.library().find(handle);
  if (profile && notify_change_) notify_change({handle, *profile});
  return profile;
}

ProfilePtr ClientProfiles::if_open(const std::string& handle) const {
  if (!holds(handle)) return nullptr;
  return shared_.library().find(handle).value_or(nullptr);
}

void ClientProfiles::notify_change(const OpenProfile& open) const {
  {
    const std::lock_guard lock(lock_);
    const auto held = held_.find(open.handle);
    if (held == held_.end() || held->second.is_notified_of == open.profile.get()) return;
  }
  if (!shared_.library().changed(open.handle)) return;
  {
    const std::lock_guard lock(lock_);
    const auto held = held_.find(open.handle);
    if (held == held_.end() || held->second.is_notified_of == open.profile.get()) return;
    held->second.is_notified_of = open.profile.get();
  }
  notify_change_(open);
}

std::optional<OpenProfile> ClientProfiles::find_path(const std::filesystem::path& path) const {
  auto found = shared_.library().find_path(path);
  if (found && !holds(found->handle)) found.reset();
  return found;
}

std::vector<OpenProfile> ClientProfiles::all() const {
  std::vector<OpenProfile> open = shared_.library().all();
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
  auto profile = shared_.library().find(handle);
  if (!profile) return std::nullopt;
  return OpenProfile{handle, std::move(*profile)};
}

bool ClientProfiles::active_changed() {
  const auto now = active();
  const std::lock_guard lock(lock_);
  const bool same =
      last_active_.has_value() == now.has_value() && (!now || last_active_->lock() == now->profile);
  last_active_.reset();
  if (now) last_active_ = now->profile;
  return !same;
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
  return shared_.close(handle);
}

}  // namespace nsys_ai
