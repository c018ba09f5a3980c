// The cache folder stores what is expensive to derive from profiles: exports of reports, and columns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/file_lock.h"
#include "base/result.h"

namespace nsys_ai {

struct CacheSettings {
  std::filesystem::path folder;  // absolute
  int64_t limit = 0;             // total size limit in bytes; 0 stores no columns
};

// Read from NSYS_AI_CACHE_DIR, XDG_CACHE_HOME or HOME, and NSYS_AI_CACHE_LIMIT.
Result<CacheSettings> cache_settings();

// Returns the disk space that is available to an ordinary user, in bytes.
using FreeBytes = std::function<int64_t(const std::filesystem::path& folder)>;
int64_t free_bytes_in(const std::filesystem::path& folder);

// The right to create the cache entry of one key. Move-only; its lock file is removed with it.
class CacheClaim {
 public:
  CacheClaim(std::filesystem::path file, FileLock lock) : file_(std::move(file)), lock_(std::move(lock)) {}
  CacheClaim(CacheClaim&&) noexcept = default;
  CacheClaim& operator=(CacheClaim&&) = delete;
  ~CacheClaim() { lock_.remove_file(file_); }

 private:
  std::filesystem::path file_;
  FileLock lock_;
};

// A temporary folder inside the cache for a file that is being written and any files that its writer adds.
// Move-only; removed with its contents.
class CacheTempFile {
 public:
  CacheTempFile(std::filesystem::path folder, const std::string& name)
      : folder_(std::move(folder)), file_(folder_ / name) {}
  CacheTempFile(CacheTempFile&& other) noexcept
      : folder_(std::exchange(other.folder_, {})), file_(std::move(other.file_)) {}
  CacheTempFile& operator=(CacheTempFile&&) = delete;
  ~CacheTempFile();
  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path file_;
};

// The entries that may be evicted to make room for a new one.
enum class Evictable {
  columns,    // columns and data derived from them, which are rebuilt in seconds
  everything  // exports too, which take minutes; columns are still evicted first
};

// Processes and threads share the folder. KEY.sqlite is an export, with a shared lock while it is read.
// KEY.columns stores columns, and KEY.timeline, .findings, .overview, .analysis and .ranks data derived from
// them; they are read through a descriptor or a map, so they can be removed meanwhile, and are never changed.
// KEY.lock is held while an export is created or removed, and FILE.lock while another of these is.
// KEY.part-XXXXXX and FILE.part-XXXXXX contain drafts.
class CacheFolder {
 public:
  static constexpr const char* kExport = ".sqlite";
  static constexpr const char* kColumns = ".columns";
  static constexpr const char* kTimeline = ".timeline";
  static constexpr const char* kFindings = ".findings";
  static constexpr const char* kOverview = ".overview";
  static constexpr const char* kAnalysis = ".analysis";
  static constexpr const char* kRanks = ".ranks";

  CacheFolder(CacheSettings settings, FreeBytes free_bytes)
      : settings_(std::move(settings)), free_bytes_(std::move(free_bytes)) {}

  const CacheSettings& settings() const { return settings_; }
  std::filesystem::path path_of(const std::string& key, const char* suffix) const;
  int64_t free_bytes() const { return free_bytes_(settings_.folder); }
  // Creates the folder, accessible to its user alone, and removes the drafts of processes that died.
  Result<void> prepare() const;
  // Empty while another process or thread has the claim.
  Result<std::optional<CacheClaim>> try_claim(const std::string& key) const;
  Result<CacheTempFile> draft(const std::string& key, const std::string& name) const;
  // Updates the time of use, which determines the order of eviction.
  void mark_used(const std::filesystem::path& file) const;
  // Evicts the least recently used entries until `bytes` more fit under the limit and then, where that can
  // help, until `free` bytes are free. Returns the bytes in use afterwards.
  int64_t make_room(int64_t bytes, int64_t free, Evictable what) const;

 private:
  void remove_leftovers() const;
  // Removes the oldest entries while `wanted(total)` holds for their total size. Entries in use stay.
  int64_t remove_oldest(Evictable what, const std::function<bool(int64_t total)>& wanted) const;

  CacheSettings settings_;
  FreeBytes free_bytes_;
};

// Advice for users whose cache folder cannot be used.
constexpr const char* kCacheElsewhere =
    "Set NSYS_AI_CACHE_DIR to a folder on a local disk that you may write to.";

}  // namespace nsys_ai
