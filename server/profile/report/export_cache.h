// Caches the exports of reports, so that each report is exported once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/file_lock.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/cache/cache_folder.h"

namespace nsys_ai {

// An export that is not evicted during this object's lifetime. Move-only.
struct PinnedExport {
  std::filesystem::path file;
  FileLock in_use;
};

// Processes and threads share the folder (profile/cache/cache_folder.h).
class ExportCache {
 public:
  ExportCache(CacheSettings settings, FreeBytes free_bytes)
      : folder_(std::move(settings), std::move(free_bytes)) {}

  bool has(const std::string& key) const;
  // Creates the folder, accessible to its user alone, and removes the drafts of processes that died.
  Result<void> prepare() const { return folder_.prepare(); }
  // Waits while another process creates the same export, and reports progress under `name` meanwhile.
  Result<CacheClaim> claim(const std::string& key, const std::string& name, const Work& work) const;
  // Requires its claim. An incomplete database is removed and not returned.
  std::optional<PinnedExport> find(const std::string& key) const;
  // Evicts the least recently used exports until `bytes` more fit under the limit and on the disk.
  Result<void> make_room(int64_t bytes, const std::string& name) const;
  Result<CacheTempFile> draft(const std::string& key) const { return folder_.draft(key, "export.sqlite"); }
  // Requires its claim. Moves the finished draft into the cache, then evicts others until the total is under
  // the limit.
  Result<PinnedExport> keep(const std::string& key, const CacheTempFile& draft) const;

 private:
  std::filesystem::path path_of(const std::string& key) const {
    return folder_.path_of(key, CacheFolder::kExport);
  }

  CacheFolder folder_;
};

}  // namespace nsys_ai
