// The folder that keeps the exports of reports, so that a report is exported once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/file_lock.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

struct CacheSettings {
  std::filesystem::path folder;  // absolute
  int64_t limit = 0;             // bytes that all exports may take
};

// From NSYS_AI_CACHE_DIR, XDG_CACHE_HOME or HOME, and NSYS_AI_CACHE_LIMIT.
Result<CacheSettings> cache_settings();

// What is free on a disk for an ordinary user, in bytes.
using FreeBytes = std::function<int64_t(const std::filesystem::path& folder)>;
int64_t free_bytes_in(const std::filesystem::path& folder);

// An export that nobody removes while this lives. Move-only.
struct HeldExport {
  std::filesystem::path file;
  FileLock in_use;
};

// The right to make the export of one key. Move-only; its lock file goes with it.
class ExportClaim {
 public:
  ExportClaim(std::filesystem::path file, FileLock lock) : file_(std::move(file)), lock_(std::move(lock)) {}
  ExportClaim(ExportClaim&&) noexcept = default;
  ExportClaim& operator=(ExportClaim&&) = delete;
  ~ExportClaim() { lock_.remove_file(file_); }

 private:
  std::filesystem::path file_;
  FileLock lock_;
};

// A folder inside the cache for an export that is being made, with the journals beside it. Move-only; removed
// with all that is in it.
class ExportDraft {
 public:
  explicit ExportDraft(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ExportDraft(ExportDraft&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  ExportDraft& operator=(ExportDraft&&) = delete;
  ~ExportDraft();
  std::filesystem::path file() const { return folder_ / "export.sqlite"; }

 private:
  std::filesystem::path folder_;
};

// Processes and threads share the folder. KEY.sqlite is an export, shared-locked while it is read; KEY.lock
// is held by the one who makes or removes it; KEY.part-XXXXXX is its draft.
class ExportCache {
 public:
  ExportCache(CacheSettings settings, FreeBytes free_bytes)
      : settings_(std::move(settings)), free_bytes_(std::move(free_bytes)) {}

  bool has(const std::string& key) const;
  // Makes the folder, for its user alone, and removes the drafts of those who died.
  Result<void> prepare() const;
  // Waits while another makes the same export; `name` is told meanwhile.
  Result<ExportClaim> claim(const std::string& key, const std::string& name, const Work& work) const;
  // Only with its claim. A file that is no whole database is removed and not found.
  std::optional<HeldExport> find(const std::string& key) const;
  // Removes exports, those used longest ago first, until `bytes` more fit under the limit and on the disk.
  Result<void> make_room(int64_t bytes, const std::string& name) const;
  Result<ExportDraft> draft(const std::string& key) const;
  // Only with its claim. Takes the finished draft in, then removes others until all are under the limit.
  Result<HeldExport> keep(const std::string& key, const ExportDraft& draft) const;

 private:
  std::filesystem::path path_of(const std::string& key, const char* suffix) const;
  void remove_leftovers() const;
  // While `wanted` says so of the bytes that all exports take. Those in use stay. Gives the bytes that are
  // left.
  int64_t remove_oldest(const std::function<bool(int64_t total)>& wanted) const;

  CacheSettings settings_;
  FreeBytes free_bytes_;
};

}  // namespace nsys_ai
