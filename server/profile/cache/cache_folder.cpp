// Claims, drafts and eviction.
#include "profile/cache/cache_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "base/folder.h"
#include "base/guarded.h"
#include "base/quantity.h"
#include "base/user_folders.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kUserAlone = 0700;
constexpr int64_t kUsualLimit = 20'000'000'000;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Result<fs::path> cache_folder() {
  if (const std::string set = variable("NSYS_AI_CACHE_DIR"); !set.empty()) return fs::absolute(set);
  if (const fs::path user = user_cache_folder(); !user.empty()) return user / "exports";
  return fail(ErrorCode::cannot_do, "There is no place to keep the export of a report: HOME is not set.",
              "Set NSYS_AI_CACHE_DIR to a folder.");
}

struct KeptFile {
  fs::path file;
  bool is_export = false;
  std::pair<int64_t, int64_t> used;  // s and ns
  int64_t bytes = 0;
};

// Sorted by the order of eviction.
std::vector<KeptFile> kept_in(const fs::path& folder) {
  std::vector<KeptFile> kept;
  for (const fs::path& file : paths_in(folder)) {
    constexpr std::array kKept = {CacheFolder::kExport,   CacheFolder::kColumns,  CacheFolder::kTimeline,
                                  CacheFolder::kFindings, CacheFolder::kOverview, CacheFolder::kAnalysis,
                                  CacheFolder::kRanks};
    if (std::find(kKept.begin(), kKept.end(), file.extension()) == kKept.end()) continue;
    const bool is_export = file.extension() == CacheFolder::kExport;
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0)
      kept.push_back({file, is_export, {status.st_atim.tv_sec, status.st_atim.tv_nsec}, status.st_size});
  }
  std::sort(kept.begin(), kept.end(), [](const KeptFile& a, const KeptFile& b) {
    return std::tie(a.is_export, a.used) < std::tie(b.is_export, b.used);
  });
  return kept;
}

}  // namespace

Result<CacheSettings> cache_settings() {
  auto folder = cache_folder();
  if (!folder) return tl::unexpected(folder.error());
  const std::string words = variable("NSYS_AI_CACHE_LIMIT");
  const auto limit = words.empty() ? kUsualLimit : parse_bytes(words);
  if (!limit)
    return fail(ErrorCode::cannot_do, fmt::format("NSYS_AI_CACHE_LIMIT is \"{}\", which is no size.", words),
                "Set it to a size such as 20GB, or unset it.");
  return CacheSettings{std::move(*folder), *limit};
}

int64_t free_bytes_in(const fs::path& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return INT64_MAX;  // unknown free space is no reason to refuse
  return static_cast<int64_t>(disk.f_bavail) * static_cast<int64_t>(disk.f_frsize);
}

CacheTempFile::~CacheTempFile() {
  if (folder_.empty()) return;
  // Removes the claim even when memory runs out; nsys may have left files beside it.
  ::unlink(file_.c_str());
  if (::rmdir(folder_.c_str()) == 0) return;
  run_guarded("The removal of a draft", [this] {
    for (const fs::path& left : paths_in(folder_)) ::unlink(left.c_str());
  });
  ::rmdir(folder_.c_str());
}

fs::path CacheFolder::path_of(const std::string& key, const char* suffix) const {
  return settings_.folder / (key + suffix);
}

Result<void> CacheFolder::prepare() const {
  if (const int cause = make_folders(settings_.folder, kUserAlone); cause != 0)
    return fail(ErrorCode::cannot_do,
                fmt::format("The folder {}, where exports of reports are kept, cannot be made: {}.",
                            settings_.folder.string(), std::strerror(cause)),
                kCacheElsewhere);
  remove_leftovers();
  return {};
}

void CacheFolder::remove_leftovers() const {
  for (const fs::path& draft : paths_in(settings_.folder)) {
    if (!draft.extension().string().starts_with(".part-")) continue;
    const auto claim = try_claim(draft.stem().string());
    if (!claim || !*claim) continue;
    const CacheTempFile removed(draft, "");
  }
}

Result<std::optional<CacheClaim>> CacheFolder::try_claim(const std::string& key) const {
  const fs::path file = path_of(key, ".lock");
  auto lock = FileLock::try_acquire(file, LockKind::exclusive);
  if (!lock) return fail(ErrorCode::cannot_do, lock.error().message, kCacheElsewhere);
  if (!*lock) return std::optional<CacheClaim>();
  return std::optional<CacheClaim>(CacheClaim(file, std::move(**lock)));
}

Result<CacheTempFile> CacheFolder::draft(const std::string& key, const std::string& name) const {
  std::string pattern = path_of(key, ".part-XXXXXX").string();
  if (::mkdtemp(pattern.data()) != nullptr) return CacheTempFile(pattern, name);
  return fail(ErrorCode::cannot_do,
              fmt::format("{} cannot be written to: {}.", settings_.folder.string(), std::strerror(errno)),
              kCacheElsewhere);
}

void CacheFolder::mark_used(const fs::path& file) const {
  // The time of the last change stays: it seals a file of columns.
  const std::array<timespec, 2> times = {{{0, UTIME_NOW}, {0, UTIME_OMIT}}};
  ::utimensat(AT_FDCWD, file.c_str(), times.data(), 0);
}

int64_t CacheFolder::remove_oldest(Evictable what, const std::function<bool(int64_t total)>& wanted) const {
  const std::vector<KeptFile> kept = kept_in(settings_.folder);
  int64_t total = 0;
  for (const KeptFile& one : kept) total += one.bytes;
  for (const KeptFile& one : kept) {
    if (!wanted(total)) break;
    if (one.is_export && what == Evictable::columns) continue;
    const auto claim = try_claim((one.is_export ? one.file.stem() : one.file.filename()).string());
    if (!claim || !*claim) continue;
    const auto unused = FileLock::try_acquire_existing(one.file, LockKind::exclusive);
    if (!unused) continue;
    unused->remove_file(one.file);
    total -= one.bytes;
  }
  return total;
}

int64_t CacheFolder::make_room(int64_t bytes, int64_t free, Evictable what) const {
  const int64_t kept = remove_oldest(what, [&](int64_t total) { return total > settings_.limit - bytes; });
  const auto missing = [&] { return free - free_bytes(); };
  if (missing() <= 0 || kept < missing()) return kept;
  return remove_oldest(what, [&](int64_t) { return missing() > 0; });
}

}  // namespace nsys_ai
