// Claims, finds and adds exports in the cache folder.
#include "profile/report/export_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "base/text_table.h"
#include "profile/sqlite_file/file_check.h"

namespace nsys_ai {

namespace fs = std::filesystem;

bool ExportCache::has(const std::string& key) const {
  std::error_code error;
  return fs::exists(path_of(key), error);
}

Result<CacheClaim> ExportCache::claim(const std::string& key, const std::string& name,
                                      const Work& work) const {
  for (;;) {
    if (work.cancel.cancelled()) return cancelled();
    auto claim = folder_.try_claim(key);
    if (!claim) return tl::unexpected(claim.error());
    if (*claim) return std::move(**claim);
    work.report(0, fmt::format("waiting for another export of {}", name));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::optional<PinnedExport> ExportCache::find(const std::string& key) const {
  const fs::path file = path_of(key);
  auto lock = FileLock::try_acquire_existing(file, LockKind::shared);
  if (!lock) return std::nullopt;
  if (open_error(file)) {
    ::unlink(file.c_str());
    return std::nullopt;
  }
  folder_.mark_used(file);
  return PinnedExport{file, std::move(*lock)};
}

Result<void> ExportCache::make_room(int64_t bytes, const std::string& name) const {
  folder_.make_room(bytes, bytes, Evictable::everything);
  const int64_t free = folder_.free_bytes();
  if (free >= bytes) return {};
  return fail(
      ErrorCode::cannot_do,
      fmt::format(
          "There is too little room in {} to export {}: some {} may be needed, a guess from the size of the report, {} are free, {} are missing.",
          folder_.settings().folder.string(), name, readable_bytes(bytes), readable_bytes(free),
          readable_bytes(bytes - free)),
      "Free some, or set NSYS_AI_CACHE_DIR to a folder on a larger disk.");
}

Result<PinnedExport> ExportCache::keep(const std::string& key, const CacheTempFile& draft) const {
  const fs::path file = path_of(key);
  if (::rename(draft.file().c_str(), file.c_str()) != 0)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be written: {}.", file.string(), std::strerror(errno)),
                kCacheElsewhere);
  auto held = find(key);
  if (!held)
    return fail(ErrorCode::cannot_do, fmt::format("{} vanished while it was made.", file.string()),
                "Open the report again.");
  folder_.make_room(0, 0, Evictable::everything);
  return std::move(*held);
}

}  // namespace nsys_ai
