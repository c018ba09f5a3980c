// The profiles that an agent has open: below the folders that a person named, a few at a time, and closed
// when nobody has asked about them for a while.
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

  // The folders exist. `answers` outlives this; those of a closed profile are forgotten.
  OpenProfiles(std::vector<std::filesystem::path> folders, AnswerCache& answers,
               std::chrono::milliseconds idle = kIdle);
  ~OpenProfiles();
  OpenProfiles(const OpenProfiles&) = delete;
  OpenProfiles& operator=(const OpenProfiles&) = delete;

  // By an absolute path, or one below a folder. Fails on a file outside of the folders without a word about
  // whether there is one.
  Result<OpenProfile> open(const std::string& path, const Work& work);
  // Fails on a handle that was never given or is closed by now.
  Result<OpenProfile> find(const std::string& handle);
  // Reloads the file of a handle, if it changed; what was read of it stays where it cannot be loaded.
  void reload(const std::string& handle, const Work& work);
  // By handle.
  std::vector<OpenProfile> all() const;

  struct Found {
    std::vector<std::filesystem::path> files;  // by name
    bool more = false;                         // than were looked at
  };
  // What may be profiles below the folders.
  Found files() const;
  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Held {
    OpenProfile open;
    std::string path;  // where the file was found
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
