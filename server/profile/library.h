// The open profiles: each file is loaded once, however many callers open it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/cache/column_cache_writer.h"
#include "profile/profile.h"
#include "profile/sqlite_file/journal_files.h"

namespace nsys_ai {

struct OpenProfile {
  std::string handle;  // valid for the life of the library
  ProfilePtr profile;
  ProfilePtr former = nullptr;  // set when this opening reloaded a changed file: the previous profile
};

// Thread-safe. A profile in use stays alive even after it is closed.
class Library {
 public:
  // `parts` are computed in the background for each profile that is opened.
  explicit Library(std::vector<PartToCache> parts = {}) : parts_(std::move(parts)) {}

  // Loads the file, or waits for the load that another caller began. A file that has changed is reloaded
  // under its old handle. Each successful open needs one close.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // Reloads the file of an open profile if it has changed. Fails where it cannot be loaded; the next attempt
  // waits until the file changes again.
  Result<OpenProfile> reload(const std::string& handle, const Work& work);
  // Fails when no profile has this handle.
  Result<ProfilePtr> find(const std::string& handle) const;
  // Returns the profile of the file only if it is open.
  std::optional<OpenProfile> find_path(const std::filesystem::path& path) const;
  // Sorted by handle.
  std::vector<OpenProfile> all() const;
  // Whether the file was written to or replaced since it was read. A profile whose file was deleted can still
  // be used.
  bool changed(const std::string& handle) const;
  // Ends one open. Returns the profile if that was the last one, and null where it remains open.
  Result<ProfilePtr> close(const std::string& handle);

 private:
  struct Entry {
    uint64_t number = 0;
    ProfilePtr profile;  // null during the first load
    bool loading = false;
    DatabaseStamp stamp{};
    std::optional<DatabaseStamp> refused{};  // the state of the file that could not be reloaded
    size_t uses = 0;
  };

  class Loading;
  // Stores the profile and returns the previous one. The caller holds the lock.
  ProfilePtr keep(const std::string& key, ProfilePtr profile, const DatabaseStamp& stamp);

  mutable std::mutex lock_;
  std::condition_variable loaded_;
  std::map<std::string, Entry> entries_;  // keyed by canonical path
  uint64_t last_number_ = 0;
  std::vector<PartToCache> parts_;
  ColumnCacheWriter cache_writer_;
};

}  // namespace nsys_ai
