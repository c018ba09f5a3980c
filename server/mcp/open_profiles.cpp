// A thread closes unused profiles, because agents keep their servers running for days.
#include "mcp/open_profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quotation.h"
#include "ranks/experiment.h"
#include "trace/timeline/timeline.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostListed = 50;
constexpr size_t kMostLookedAt = 20'000;
constexpr int kDeepest = 6;
constexpr std::array<std::string_view, 4> kEndings = {".sqlite", ".nsys-rep", ".qdrep", ".db"};

std::string named(const std::vector<fs::path>& folders) {
  std::string text;
  for (const fs::path& folder : folders) text += (text.empty() ? "" : ", ") + quotation(folder.string());
  return text;
}

}  // namespace

OpenProfiles::OpenProfiles(std::vector<fs::path> folders, AnswerCache& answers,
                           std::chrono::milliseconds idle)
    : folders_(std::move(folders)),
      answers_(answers),
      idle_(idle),
      library_({timeline_levels_to_keep()}),
      closer_([this] { close_unused(); }) {}

OpenProfiles::~OpenProfiles() {
  {
    const std::lock_guard lock(lock_);
    ended_ = true;
  }
  ending_.notify_all();
  closer_.join();
}

bool OpenProfiles::below_a_folder(const fs::path& file) const {
  return std::ranges::any_of(folders_, [&](const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return end == folder.end() && rest != file.end();
  });
}

Result<fs::path> OpenProfiles::allowed(const std::string& path) const {
  const fs::path given(path);
  std::vector<fs::path> places;
  if (given.is_absolute())
    places.push_back(given);
  else
    for (const fs::path& folder : folders_) places.push_back(folder / given);
  // System calls would ignore the characters after a NUL.
  if (path.find('\0') != std::string::npos) places.clear();
  for (const fs::path& place : places) {
    std::error_code error;
    // Resolves links first, so that the real location of the file decides.
    const fs::path file = fs::canonical(place, error);
    if (!error && below_a_folder(file)) return file;
  }
  return fail(ErrorCode::bad_request,
              fmt::format("There is no profile {} below the folders that this server may read: {}.",
                          quotation(path), named(folders_)),
              "open_profile without a path lists what is there.");
}

Result<OpenProfile> OpenProfiles::open(const std::string& path, const Work& work) {
  const auto file = allowed(path);
  if (!file) return tl::unexpected(file.error());
  auto opened = library_.open(*file, work);
  if (!opened) return opened;
  const std::lock_guard lock(lock_);
  // Nothing here uses the former profile.
  opened->former = nullptr;
  const Held now{*opened, file->string(), Clock::now()};
  const auto [held, fresh] = held_.try_emplace(opened->handle, now);
  if (!fresh) {
    // One opening keeps a file open.
    if (held->second.open.profile != opened->profile) answers_.forget(*held->second.open.profile);
    held->second = now;
    (void)library_.close(opened->handle);
  }
  while (held_.size() > kMost)
    close_locked(std::ranges::min_element(held_, {}, [](const auto& one) { return one.second.used; }));
  return opened;
}

Result<OpenProfile> OpenProfiles::find(const std::string& handle) {
  const std::lock_guard lock(lock_);
  const auto held = held_.find(handle);
  if (held == held_.end())
    return fail(
        ErrorCode::bad_request, fmt::format("No profile is open under {}.", quotation(handle)),
        fmt::format(
            "Call open_profile: a handle lasts until {} minutes without a question, and {} are open at a time.",
            std::chrono::duration_cast<std::chrono::minutes>(idle_).count(), kMost));
  held->second.used = Clock::now();
  return held->second.open;
}

void OpenProfiles::reload(const std::string& handle, const Work& work) {
  std::string path;
  {
    const std::lock_guard lock(lock_);
    if (const auto held = held_.find(handle); held != held_.end()) path = held->second.path;
  }
  if (!path.empty()) (void)open(path, work);
}

std::vector<OpenProfile> OpenProfiles::all() const {
  const std::lock_guard lock(lock_);
  std::vector<OpenProfile> open;
  for (const auto& [handle, held] : held_) open.push_back(held.open);
  return open;
}

OpenProfiles::Found OpenProfiles::files() const {
  Found found;
  size_t looked_at = 0;
  for (const fs::path& folder : folders_) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      if (++looked_at > kMostLookedAt || found.files.size() >= kMostListed) {
        found.more = true;
        break;
      }
      std::error_code none;
      if (entry->is_directory(none) && entry.depth() >= kDeepest) entry.disable_recursion_pending();
      const bool ends = std::ranges::find(kEndings, entry->path().extension().string()) != kEndings.end();
      if (!ends || !entry->is_regular_file(none)) continue;
      // Resolves links, as when a file is opened.
      if (!entry->is_symlink(none) || below_a_folder(fs::canonical(entry->path(), none)))
        found.files.push_back(entry->path());
    }
  }
  std::ranges::sort(found.files);
  return found;
}

Result<std::vector<std::string>> OpenProfiles::captures(const std::vector<std::string>& paths) const {
  std::vector<std::string> places;
  for (const std::string& path : paths) {
    const auto is_folder = [&](const fs::path& folder) { return folder == fs::path(path); };
    if (std::ranges::any_of(folders_, is_folder)) {
      places.push_back(path);
      continue;
    }
    const auto place = allowed(path);
    if (!place) return tl::unexpected(place.error());
    places.push_back(place->string());
  }
  if (paths.empty())
    for (const fs::path& folder : folders_) places.push_back(folder.string());
  const auto found = captures_below(places);
  if (!found) return tl::unexpected(found.error());
  std::vector<std::string> files;
  for (const fs::path& file : *found) {
    std::error_code error;
    // A link inside a folder may lead out of it.
    if (const fs::path place = fs::canonical(file, error); !error && below_a_folder(place))
      files.push_back(place.string());
  }
  return files;
}

void OpenProfiles::close_locked(std::map<std::string, Held>::iterator held) {
  answers_.forget(*held->second.open.profile);
  (void)library_.close(held->first);
  held_.erase(held);
}

void OpenProfiles::close_unused() {
  std::unique_lock lock(lock_);
  while (
      !ending_.wait_for(lock, std::max(idle_ / 10, std::chrono::milliseconds(10)), [this] { return ended_; }))
    for (auto held = held_.begin(); held != held_.end();) {
      const auto next = std::next(held);
      if (Clock::now() - held->second.used >= idle_) close_locked(held);
      held = next;
    }
}

}  // namespace nsys_ai
