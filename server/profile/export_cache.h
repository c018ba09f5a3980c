// Keeps the exports of reports, so that a report is exported once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/file_lock.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/cache_folder.h"

namespace nsys_ai {

// An export that nobody removes while this lives. Move-only.
struct HeldExport {
  std::filesystem::path file;
  FileLock in_use;
};

// Processes and threads share the folder (profile/cache_folder.h).
class ExportCache {
 public:
  ExportCache(CacheSettings settings, FreeBytes free_bytes)
      : folder_(std::move(settings), std::move(free_bytes)) {}

  bool has(const std::string& key) const;
  // Makes the folder, for its user alone, and removes the drafts of those who died.
  Result<void> prepare() const { return folder_.prepare(); }
  // Waits while another makes the same export; `name` is told meanwhile.
  Result<CacheClaim> claim(const std::string& key, const std::string& name, const Work& work) const;
  // Only with its claim. A file that is no whole database is removed and not found.
  std::optional<HeldExport> find(const std::string& key) const;
  // Removes what was used longest ago until `bytes` more fit under the limit and on the disk.
  Result<void> make_room(int64_t bytes, const std::string& name) const;
  Result<CacheDraft> draft(const std::string& key) const { return folder_.draft(key, "export.sqlite"); }
  // Only with its claim. Takes the finished draft in, then removes others until all are under the limit.
  Result<HeldExport> keep(const std::string& key, const CacheDraft& draft) const;

 private:
  std::filesystem::path path_of(const std::string& key) const {
    return folder_.path_of(key, CacheFolder::kExport);
  }

  CacheFolder folder_;
};

}  // namespace nsys_ai
