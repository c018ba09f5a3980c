// Claims, drafts and eviction.
#include "profile/export_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "base/quantity.h"
#include "base/text_table.h"
#include "profile/file_check.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kUsualLimit = 20'000'000'000;
constexpr const char* kElsewhere = "Set NSYS_AI_CACHE_DIR to a folder on a local disk that you may write to.";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Result<fs::path> cache_folder() {
  if (const std::string set = variable("NSYS_AI_CACHE_DIR"); !set.empty()) return fs::absolute(set);
  if (const fs::path set = variable("XDG_CACHE_HOME"); set.is_absolute()) return set / "nsys-ai" / "exports";
  if (const fs::path home = variable("HOME"); home.is_absolute())
    return home / ".cache" / "nsys-ai" / "exports";
  return fail(ErrorCode::cannot_do, "There is no place to keep the export of a report: HOME is not set.",
              "Set NSYS_AI_CACHE_DIR to a folder.");
}

// Every folder that is missing, for its user alone. Gives an errno, or 0.
int make_folders(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0700) == 0) return 0;
  int cause = errno;
  if (cause == ENOENT && folder != folder.parent_path()) {
    if (const int above = make_folders(folder.parent_path()); above != 0) return above;
    cause = ::mkdir(folder.c_str(), 0700) == 0 ? 0 : errno;
  }
  std::error_code error;
  return fs::is_directory(folder, error) ? 0 : cause;
}

struct KeptExport {
  std::string key;
  fs::file_time_type used;
  int64_t bytes = 0;
};

std::vector<KeptExport> kept_in(const fs::path& folder) {
  std::vector<KeptExport> kept;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".sqlite") continue;
    std::error_code gone;
    const auto used = at->last_write_time(gone);
    const auto bytes = at->file_size(gone);
    if (!gone) kept.push_back({at->path().stem().string(), used, static_cast<int64_t>(bytes)});
  }
  std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.used < b.used; });
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
  if (::statvfs(folder.c_str(), &disk) != 0) return INT64_MAX;  // what is not known is no reason to refuse
  return static_cast<int64_t>(disk.f_bavail) * static_cast<int64_t>(disk.f_frsize);
}

ExportDraft::~ExportDraft() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

fs::path ExportCache::path_of(const std::string& key, const char* suffix) const {
  return settings_.folder / (key + suffix);
}

bool ExportCache::has(const std::string& key) const {
  std::error_code error;
  return fs::exists(path_of(key, ".sqlite"), error);
}

Result<void> ExportCache::prepare() const {
  if (const int cause = make_folders(settings_.folder); cause != 0)
    return fail(ErrorCode::cannot_do,
                fmt::format("The folder {}, where exports of reports are kept, cannot be made: {}.",
                            settings_.folder.string(), std::strerror(cause)),
                kElsewhere);
  remove_leftovers();
  return {};
}

void ExportCache::remove_leftovers() const {
  std::vector<fs::path> drafts;
  std::error_code error;
  for (fs::directory_iterator at(settings_.folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension().string().starts_with(".part-")) drafts.push_back(at->path());
  for (const fs::path& draft : drafts) {
    const fs::path file = path_of(draft.stem().string(), ".lock");
    auto lock = FileLock::try_take(file, LockKind::exclusive);
    if (!lock || !*lock) continue;
    const ExportClaim claim(file, std::move(**lock));
    const ExportDraft removed(draft);
  }
}

Result<ExportClaim> ExportCache::claim(const std::string& key, const std::string& name,
                                       const Work& work) const {
  const fs::path file = path_of(key, ".lock");
  for (;;) {
    if (work.cancel.cancelled()) return cancelled();
    auto lock = FileLock::try_take(file, LockKind::exclusive);
    if (!lock) return fail(ErrorCode::cannot_do, lock.error().message, kElsewhere);
    if (*lock) return ExportClaim(file, std::move(**lock));
    work.report(0, fmt::format("waiting for another export of {}", name));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::optional<HeldExport> ExportCache::find(const std::string& key) const {
  const fs::path file = path_of(key, ".sqlite");
  auto lock = FileLock::try_take_present(file, LockKind::shared);
  if (!lock) return std::nullopt;
  if (why_not_openable(file)) {
    ::unlink(file.c_str());
    return std::nullopt;
  }
  ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);  // the time of use that eviction goes by
  return HeldExport{file, std::move(*lock)};
}

int64_t ExportCache::remove_oldest(const std::function<bool(int64_t total)>& wanted) const {
  const std::vector<KeptExport> kept = kept_in(settings_.folder);
  int64_t total = 0;
  for (const KeptExport& one : kept) total += one.bytes;
  for (const KeptExport& one : kept) {
    if (!wanted(total)) break;
    const fs::path lock_file = path_of(one.key, ".lock");
    auto lock = FileLock::try_take(lock_file, LockKind::exclusive);
    if (!lock || !*lock) continue;
    const ExportClaim claim(lock_file, std::move(**lock));
    const fs::path file = path_of(one.key, ".sqlite");
    const auto unused = FileLock::try_take_present(file, LockKind::exclusive);
    if (!unused) continue;
    unused->remove_file(file);
    total -= one.bytes;
  }
  return total;
}

Result<void> ExportCache::make_room(int64_t bytes, const std::string& name) const {
  const int64_t kept = remove_oldest([&](int64_t total) { return total > settings_.limit - bytes; });
  const auto missing = [&] { return bytes - free_bytes_(settings_.folder); };
  if (missing() > 0 && kept >= missing()) remove_oldest([&](int64_t) { return missing() > 0; });
  if (missing() <= 0) return {};
  return fail(ErrorCode::cannot_do,
              fmt::format("There is too little room in {} to export {}: some {} may be needed, a guess from "
                          "the size of the report, {} are free, {} are missing.",
                          settings_.folder.string(), name, readable_bytes(bytes),
                          readable_bytes(bytes - missing()), readable_bytes(missing())),
              "Free some, or set NSYS_AI_CACHE_DIR to a folder on a larger disk.");
}

Result<ExportDraft> ExportCache::draft(const std::string& key) const {
  std::string pattern = path_of(key, ".part-XXXXXX").string();
  if (::mkdtemp(pattern.data()) != nullptr) return ExportDraft(pattern);
  return fail(ErrorCode::cannot_do,
              fmt::format("{} cannot be written to: {}.", settings_.folder.string(), std::strerror(errno)),
              kElsewhere);
}

Result<HeldExport> ExportCache::keep(const std::string& key, const ExportDraft& draft) const {
  const fs::path file = path_of(key, ".sqlite");
  if (::rename(draft.file().c_str(), file.c_str()) != 0)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be written: {}.", file.string(), std::strerror(errno)), kElsewhere);
  auto held = find(key);
  if (!held)
    return fail(ErrorCode::cannot_do, fmt::format("{} vanished while it was made.", file.string()),
                "Open the report again.");
  remove_oldest([&](int64_t total) { return total > settings_.limit; });
  return std::move(*held);
}

}  // namespace nsys_ai
