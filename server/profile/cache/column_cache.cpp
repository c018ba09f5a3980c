// Files are written as drafts and then renamed, so a reader sees a complete file or none.
#include "profile/cache/column_cache.h"

#include <unistd.h>

#include <cstdio>
#include <new>

#include "profile/cache/column_file.h"
#include "profile/open_file.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

// Whether the cached catalog equals that of the file, except for members that a load sets.
bool same_tables(const std::vector<FileTable>& kept, const std::vector<FileTable>& now) {
  return std::equal(kept.begin(), kept.end(), now.begin(), now.end(),
                    [](const FileTable& a, const FileTable& b) {
                      return a.name == b.name && a.columns == b.columns && a.types == b.types &&
                             a.root_page == b.root_page && a.row_id_column == b.row_id_column &&
                             a.plain_columns == b.plain_columns;
                    });
}

bool is_whole(const CaptureInfo& info) {
  return !info.calls_skipped && !info.nvtx_skipped && !info.only_window && !info.edges_only;
}

}  // namespace

std::optional<ColumnCache> ColumnCache::usual() {
  auto settings = cache_settings();
  if (!settings || settings->limit <= 0) return std::nullopt;
  return ColumnCache(std::move(*settings));
}

std::optional<ProfileData> ColumnCache::find(const FileImage& image, SourceKind kind,
                                             const std::vector<FileTable>& tables, const Work& work) const {
  if (static_cast<int64_t>(image.file_bytes()) < rules_.min_bytes) return std::nullopt;
  const auto source = identity_of(image, kind, rules_.stable_ns);
  if (!source) return std::nullopt;
  const fs::path file = folder_.path_of(source->key(), CacheFolder::kColumns);
  try {
    ProfileData data;
    ColumnsRead read = read_column_file(file, *source, work, data);
    if (read == ColumnsRead::done && !same_tables(data.tables, tables)) read = ColumnsRead::useless;
    if (read == ColumnsRead::useless) ::unlink(file.c_str());
    if (read != ColumnsRead::done) return std::nullopt;
    folder_.mark_used(file);
    return data;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

bool ColumnCache::is_worth_it(const Profile& profile) const {
  const OpenFile* const file = profile.file();
  return file != nullptr && static_cast<int64_t>(file->image->file_bytes()) >= rules_.min_bytes &&
         is_whole(profile.info());
}

std::optional<SourceIdentity> ColumnCache::identity_to_keep(const Profile& profile) const {
  if (!is_worth_it(profile)) return std::nullopt;
  return identity_of(*profile.file()->image, profile.file()->kind, rules_.stable_ns);
}

bool ColumnCache::keep_file(
    const Profile& profile, const char* suffix, const std::function<int64_t()>& bytes_of,
    const std::function<bool(const SourceIdentity&, const std::filesystem::path&)>& write) const {
  const auto source = identity_to_keep(profile);
  if (!source) return false;
  // Each file has a claim of its own, so that what is judged while the columns are written is kept, too.
  const std::string name = source->key() + suffix;
  const fs::path file = folder_.settings().folder / name;
  std::error_code error;
  if (fs::exists(file, error)) return false;
  const int64_t bytes = bytes_of();
  if (bytes > folder_.settings().limit || !folder_.prepare()) return false;
  const auto claim = folder_.try_claim(name);
  if (!claim || !*claim) return false;
  const int64_t kept = folder_.make_room(bytes, bytes * rules_.spare, Evictable::columns);
  if (kept > folder_.settings().limit - bytes || folder_.free_bytes() < bytes * rules_.spare) return false;
  const auto draft = folder_.draft(name, "columns");
  // If the file has changed since, the columns belong to another state.
  return draft && write(*source, draft->file()) && identity_to_keep(profile) == source &&
         ::rename(draft->file().c_str(), file.c_str()) == 0;
}

bool ColumnCache::keep(const Profile& profile, const CancelToken& cancel) const {
  return keep_file(
      profile, CacheFolder::kColumns, [&] { return column_file_bytes(profile.data()); },
      [&](const SourceIdentity& source, const fs::path& path) {
        return write_column_file(profile.data(), source, path, cancel);
      });
}

bool ColumnCache::store_part(const Profile& profile, const CachedPart& part, std::span<const uint8_t> bytes,
                            const CancelToken& cancel) const {
  return keep_file(
      profile, part.suffix, [&] { return static_cast<int64_t>(bytes.size()); },
      [&](const SourceIdentity& source, const fs::path& path) {
        return write_part_file(bytes, part, source, path, cancel);
      });
}

std::optional<std::vector<uint8_t>> ColumnCache::find_part(const Profile& profile,
                                                           const CachedPart& part) const {
  if (!is_worth_it(profile)) return std::nullopt;
  return find_part(*profile.file()->image, profile.file()->kind, part);
}

std::optional<std::vector<uint8_t>> ColumnCache::find_part(const FileImage& image, SourceKind kind,
                                                           const CachedPart& part) const {
  if (static_cast<int64_t>(image.file_bytes()) < rules_.min_bytes) return std::nullopt;
  const auto source = identity_of(image, kind, rules_.stable_ns);
  if (!source) return std::nullopt;
  const fs::path file = folder_.path_of(source->key(), part.suffix);
  try {
    PartRead read = read_part_file(part, *source, file);
    if (read.is_useless) ::unlink(file.c_str());
    if (read.bytes) folder_.mark_used(file);
    return std::move(read.bytes);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

bool ColumnCache::has_part(const Profile& profile, const CachedPart& part) const {
  const auto source = identity_to_keep(profile);
  std::error_code error;
  return source && fs::exists(folder_.path_of(source->key(), part.suffix), error);
}

void ColumnCache::remove_part(const Profile& profile, const CachedPart& part) const {
  if (const auto source = identity_to_keep(profile))
    ::unlink(folder_.path_of(source->key(), part.suffix).c_str());
}

}  // namespace nsys_ai
