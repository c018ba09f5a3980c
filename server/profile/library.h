// The profiles that are open: each file is loaded once, however many ask for it.
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
  ProfilePtr former = nullptr;  // the profile before this opening reloaded it, since the file had changed
};

// Thread-safe. A profile stays alive while somebody uses it, also after it was closed.
class Library {
 public:
  // `parts` are made in the background of each profile that is opened.
  explicit Library(std::vector<PartToKeep> parts = {}) : parts_(std::move(parts)) {}

  // Loads the file, or waits for the load that another caller began. A file that changed since is reloaded
  // under its old handle. Opens are counted: each one that succeeds is ended by one close.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // Reloads the file of a profile that is open, if it changed since it was read; fails where it cannot be
  // loaded, after which it is not tried again before the file changes again.
  Result<OpenProfile> reload(const std::string& handle, const Work& work);
  // Fails when no profile has this handle.
  Result<ProfilePtr> find(const std::string& handle) const;
  // Only if it is open.
  std::optional<OpenProfile> find_path(const std::filesystem::path& path) const;
  // In the order of their handles.
  std::vector<OpenProfile> all() const;
  // Whether the file was written to or replaced since it was read. A profile whose file is gone can still be
  // used.
  bool changed(const std::string& handle) const;
  // Undoes one open. The profile where that was the last one, and null where others still have it open.
  Result<ProfilePtr> close(const std::string& handle);

 private:
  struct Entry {
    uint64_t number = 0;
    ProfilePtr profile;  // null while it loads for the first time
    bool loading = false;
    DatabaseStamp stamp{};
    std::optional<DatabaseStamp> refused{};  // as which the file could not be read anew
    size_t uses = 0;
  };

  class Loading;
  // Under the lock. Gives the profile before it.
  ProfilePtr keep(const std::string& key, ProfilePtr profile, const DatabaseStamp& stamp);

  mutable std::mutex lock_;
  std::condition_variable loaded_;
  std::map<std::string, Entry> entries_;  // by canonical path
  uint64_t last_number_ = 0;
  std::vector<PartToKeep> parts_;
  ColumnCacheWriter cache_writer_;
};

}  // namespace nsys_ai
