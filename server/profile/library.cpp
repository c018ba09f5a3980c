// Loads each file once; all concurrent callers share the load.
#include "profile/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/guarded.h"
#include "base/quotation.h"
#include "profile/load/load.h"
#include "profile/named_file.h"
#include "profile/open_file.h"

namespace nsys_ai {
namespace {

std::string key_of_path(const std::filesystem::path& path) {
  std::error_code error;
  const auto canonical = std::filesystem::weakly_canonical(named_file(path), error);
  return error ? path.string() : canonical.string();
}

tl::unexpected<Error> not_open(const std::string& handle) {
  return fail(ErrorCode::bad_request,
              fmt::format("No open profile has the handle \"{}\".", quotation(handle)),
              "Open it with nsys/openProfile and use the handle that it returns.");
}

}  // namespace

// A load in progress. Its destructor allows the next load of the file, whether this one succeeded or not.
class Library::Loading {
 public:
  // Called under the library's lock, which it releases.
  Loading(Library& library, std::unique_lock<std::mutex>& lock, const std::string& key)
      : library_(library), lock_(lock), key_(key) {
    library_.entries_[key_].loading = true;
    lock_.unlock();
  }
  ~Loading() {
    if (!lock_.owns_lock()) lock_.lock();
    // A close during the load may have removed the entry.
    const auto entry = library_.entries_.find(key_);
    if (entry != library_.entries_.end()) {
      entry->second.loading = false;
      if (!entry->second.profile) library_.entries_.erase(entry);
    }
    library_.loaded_.notify_all();
  }
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

 private:
  Library& library_;
  std::unique_lock<std::mutex>& lock_;
  const std::string& key_;
};

Result<OpenProfile> Library::open(const std::filesystem::path& asked, const Work& work) {
  const std::filesystem::path path = named_file(asked);
  const std::string key = key_of_path(path);
  const DatabaseStamp stamp = database_stamp_of(path);
  // Checked without the lock, since it reads the file.
  const auto before = find_path(path);
  const bool was_changed = before && before->profile->file() && before->profile->file()->was_changed();
  std::unique_lock lock(lock_);
  while (entries_[key].loading) {
    if (work.cancel.cancelled()) return cancelled();
    loaded_.wait_for(lock, std::chrono::milliseconds(20));
  }
  ProfilePtr former;
  Entry& found = entries_[key];
  if (found.number == 0) found.number = ++last_number_;
  if (!found.profile || found.stamp != stamp || (was_changed && found.profile == before->profile)) {
    const Loading loading(*this, lock, key);
    auto loaded = load_profile(path, work, {.window = {}, .column_cache = cache_writer_.cache()});
    lock.lock();
    if (!loaded) return tl::unexpected(loaded.error());
    former = keep(key, std::move(*loaded), stamp);
  }
  Entry& entry = entries_[key];
  ++entry.uses;
  return OpenProfile{fmt::format("{}", entry.number), entry.profile, former};
}

Result<OpenProfile> Library::reload(const std::string& handle, const Work& work) {
  std::string path;
  {
    const std::lock_guard lock(lock_);
    for (const auto& [key, entry] : entries_)
      if (entry.profile && fmt::format("{}", entry.number) == handle) path = key;
    if (path.empty()) return not_open(handle);
  }
  const DatabaseStamp stamp = database_stamp_of(path);
  {
    const std::lock_guard lock(lock_);
    if (const auto entry = entries_.find(path); entry != entries_.end() && entry->second.refused == stamp)
      return fail(ErrorCode::cannot_do, fmt::format("{} could not be reloaded.", path));
  }
  auto opened = open(path, work);
  if (opened) {
    // The profile was already open, so this open does not count.
    if (auto closed = close(opened->handle); !closed) return tl::unexpected(closed.error());
    return opened;
  }
  const std::lock_guard lock(lock_);
  const auto entry = entries_.find(path);
  if (entry != entries_.end() && opened.error().code != ErrorCode::cancelled) entry->second.refused = stamp;
  return opened;
}

ProfilePtr Library::keep(const std::string& key, ProfilePtr profile, const DatabaseStamp& stamp) {
  Entry& entry = entries_[key];
  if (entry.number == 0) entry.number = ++last_number_;
  ProfilePtr former = std::exchange(entry.profile, std::move(profile));
  entry.stamp = stamp;
  // Failures to write caches do not concern the caller that opens the profile.
  run_guarded("The keeping of columns", [&] {
    cache_writer_.keep(entry.profile);
    if (former) cache_writer_.stop_parts(*former);
    for (const PartToCache& part : parts_) cache_writer_.store_part(entry.profile, part);
  });
  return former;
}

Result<ProfilePtr> Library::find(const std::string& handle) const {
  const std::lock_guard lock(lock_);
  for (const auto& [path, entry] : entries_)
    if (entry.profile && fmt::format("{}", entry.number) == handle) return entry.profile;
  return not_open(handle);
}

bool Library::changed(const std::string& handle) const {
  std::unique_lock lock(lock_);
  for (const auto& [path, entry] : entries_) {
    if (!entry.profile || fmt::format("{}", entry.number) != handle) continue;
    const std::string file = path;
    const DatabaseStamp stamp = entry.stamp;
    lock.unlock();
    std::error_code error;
    return std::filesystem::exists(file, error) && database_stamp_of(file) != stamp;
  }
  return false;
}

std::optional<OpenProfile> Library::find_path(const std::filesystem::path& path) const {
  const std::string key = key_of_path(path);
  const std::lock_guard lock(lock_);
  const auto found = entries_.find(key);
  if (found == entries_.end() || !found->second.profile) return std::nullopt;
  return OpenProfile{fmt::format("{}", found->second.number), found->second.profile};
}

std::vector<OpenProfile> Library::all() const {
  const std::lock_guard lock(lock_);
  std::vector<std::pair<uint64_t, ProfilePtr>> open;
  for (const auto& [path, entry] : entries_)
    if (entry.profile) open.emplace_back(entry.number, entry.profile);
  std::sort(open.begin(), open.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<OpenProfile> profiles;
  profiles.reserve(open.size());
  for (auto& [number, profile] : open) profiles.push_back({fmt::format("{}", number), std::move(profile)});
  return profiles;
}

Result<ProfilePtr> Library::close(const std::string& handle) {
  const std::lock_guard lock(lock_);
  for (auto at = entries_.begin(); at != entries_.end(); ++at) {
    if (!at->second.profile || fmt::format("{}", at->second.number) != handle) continue;
    if (--at->second.uses > 0) return ProfilePtr();
    const ProfilePtr profile = at->second.profile;
    entries_.erase(at);
    cache_writer_.stop_parts(*profile);
    return profile;
  }
  return not_open(handle);
}

}  // namespace nsys_ai
