// Caches the columns of large profiles between openings.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/work.h"
#include "profile/cache/cache_folder.h"
#include "profile/cache/kept_part.h"
#include "profile/cache/source_identity.h"
#include "profile/profile.h"

namespace nsys_ai {

// Decides which profiles are worth caching, and when a cached file can be trusted.
struct ColumnCacheRules {
  int64_t min_bytes = 64 << 20;  // smaller files load fast enough
  // A file that changed this shortly before it was opened may change again within one tick of its clock; the
  // coarsest file systems in use have ticks of two seconds.
  int64_t stable_ns = 2'000'000'000;
  // To avoid filling the disk, a cached file is written only if this many times its size stays free.
  int64_t spare = 4;
};

// Immutable and thread-safe; processes share the folder (profile/cache/cache_folder.h). Nothing is ever
// written next to a profile, and after any failure the profile is simply loaded from its own file.
class ColumnCache {
 public:
  explicit ColumnCache(CacheSettings settings, FreeBytes free_bytes = free_bytes_in,
                       ColumnCacheRules rules = {})
      : folder_(std::move(settings), std::move(free_bytes)), rules_(rules) {}
  // Uses the environment; empty where it disables caching.
  static std::optional<ColumnCache> usual();

  // Returns what a load of the file would produce, if it is cached. `tables` is the catalog just read from
  // the file. An unusable cached file is removed.
  std::optional<ProfileData> find(const FileImage& image, SourceKind kind,
                                  const std::vector<FileTable>& tables, const Work& work) const;
  // Whether loading this file takes long enough for caching its result to pay off.
  bool is_worth_it(const Profile& profile) const;
  // Writes the columns of a completely loaded profile, unless they are cached already; returns true when they
  // were written.
  bool keep(const Profile& profile, const CancelToken& cancel) const;

  // Data derived from a profile, cached by the same rules. An invalid file is removed; a caller that finds
  // the content invalid uses `remove_part`.
  std::optional<std::vector<uint8_t>> find_part(const Profile& profile, const CachedPart& part) const;
  // The same for a file that was not loaded.
  std::optional<std::vector<uint8_t>> find_part(const FileImage& image, SourceKind kind,
                                                const CachedPart& part) const;
  bool has_part(const Profile& profile, const CachedPart& part) const;
  bool store_part(const Profile& profile, const CachedPart& part, std::span<const uint8_t> bytes,
                 const CancelToken& cancel) const;
  void remove_part(const Profile& profile, const CachedPart& part) const;

 private:
  // Calls `write` to create a file of about that many bytes, unless it exists or there is no room.
  bool keep_file(const Profile& profile, const char* suffix, const std::function<int64_t()>& bytes,
                 const std::function<bool(const SourceIdentity&, const std::filesystem::path&)>& write) const;
  std::optional<SourceIdentity> identity_to_keep(const Profile& profile) const;

  CacheFolder folder_;
  ColumnCacheRules rules_;
};

}  // namespace nsys_ai
