// The profiles that an agent has open. All are below the folders that a person named; only a few are open at
// a time, and unused ones close after a while.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "profile/library.h"
#include "skill/answer_cache.h"

namespace nsys_ai {

// Thread-safe.
class OpenProfiles {
 public:
  static constexpr size_t kMost = 8;
  static constexpr std::chrono::minutes kIdle{30};

  // The folders must exist. `answers` must outlive this object, which drops the answers of closed profiles.
  OpenProfiles(std::vector<std::filesystem::path> folders, AnswerCache& answers,
               std::chrono::milliseconds idle = kIdle);
  ~OpenProfiles();
  OpenProfiles(const OpenProfiles&) = delete;
  OpenProfiles& operator=(const OpenProfiles&) = delete;

  // `path` is absolute or relative to a folder. The error for a file outside of the folders does not reveal
  // whether the file exists.
  Result<OpenProfile> open(const std::string& path, const Work& work);
  // Fails if the handle is unknown or its profile was closed.
  Result<OpenProfile> find(const std::string& handle);
  // Reloads the file of a handle if it changed. Keeps the former data if the file cannot be loaded.
  void reload(const std::string& handle, const Work& work);
  // Sorted by handle.
  std::vector<OpenProfile> all() const;

  struct Found {
    std::vector<std::filesystem::path> files;  // sorted by name
    bool more = false;                         // whether the search stopped early
  };
  // Files below the folders that may be profiles.
  Found files() const;
  // The profiles among the paths, and those below paths that are folders; without paths, below all folders.
  Result<std::vector<std::string>> captures(const std::vector<std::string>& paths) const;
  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Held {
    OpenProfile open;
    std::string path;  // the path at which the file was found
    Clock::time_point used;
  };

  Result<std::filesystem::path> allowed(const std::string& path) const;
  bool below_a_folder(const std::filesystem::path& file) const;
  void close_unused();
  void close_locked(std::map<std::string, Held>::iterator held);

  const std::vector<std::filesystem::path> folders_;
  AnswerCache& answers_;
  const std::chrono::milliseconds idle_;
  Library library_;
  mutable std::mutex lock_;
  std::map<std::string, Held> held_;  // by handle
  std::condition_variable ending_;
  bool ended_ = false;
  std::thread closer_;
};

}  // namespace nsys_ai
