// Columns of large profiles, kept from one opening to the next.
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

// What is worth caching, and when a cached file may be trusted.
struct ColumnCacheRules {
  int64_t min_bytes = 64 << 20;  // smaller files load fast enough
  // A file that changed so shortly before it was opened may change again within one tick of its clock; of
  // disks in use, those with the coarsest count in steps of two seconds.
  int64_t stable_ns = 2'000'000'000;
  // A cache must not fill a disk: this many times its own size stays free.
  int64_t spare = 4;
};

// Immutable and thread-safe; processes share the folder (profile/cache/cache_folder.h). Nothing is ever
// written next to a profile, and whatever goes wrong here means only that a profile is loaded from its own
// file.
class ColumnCache {
 public:
  explicit ColumnCache(CacheSettings settings, FreeBytes free_bytes = free_bytes_in,
                       ColumnCacheRules rules = {})
      : folder_(std::move(settings), std::move(free_bytes)), rules_(rules) {}
  // From the environment; nothing where it disables caching.
  static std::optional<ColumnCache> usual();

  // What a load of the file would produce, or nothing. `tables` is the catalog that was just read from it. A
  // cached file that cannot be used is removed.
  std::optional<ProfileData> find(const FileImage& image, SourceKind kind,
                                  const std::vector<FileTable>& tables, const Work& work) const;
  // Whether a load of this file takes so long that caching its result pays off.
  bool is_worth_it(const Profile& profile) const;
  // Writes the columns of a profile that was loaded whole, unless they are cached already; true when they
  // were written.
  bool keep(const Profile& profile, const CancelToken& cancel) const;

  // What was made of such a profile, by the same rules. What is there is removed where it is of no use; who
  // finds that it means nothing does so with `drop_part`.
  std::optional<std::vector<uint8_t>> find_part(const Profile& profile, const KeptPart& part) const;
  bool has_part(const Profile& profile, const KeptPart& part) const;
  bool keep_part(const Profile& profile, const KeptPart& part, std::span<const uint8_t> bytes,
                 const CancelToken& cancel) const;
  void drop_part(const Profile& profile, const KeptPart& part) const;

 private:
  // Has `write` write a file of about so many bytes, unless there is one or it has no room.
  bool keep_file(const Profile& profile, const char* suffix, const std::function<int64_t()>& bytes,
                 const std::function<bool(const SourceIdentity&, const std::filesystem::path&)>& write) const;
  std::optional<SourceIdentity> identity_to_keep(const Profile& profile) const;

  CacheFolder folder_;
  ColumnCacheRules rules_;
};

}  // namespace nsys_ai
