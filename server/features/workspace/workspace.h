// The folders that the editor has open. Skills and suppressions are read from them.
#pragma once

#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

namespace nsys_ai {
class UserSkills;
class Suppressions;

// Thread-safe.
class Workspace {
 public:
  // `set_folders` updates both.
  Workspace(UserSkills& skills, Suppressions& suppressions) : skills_(skills), suppressions_(suppressions) {}

  void set_folders(std::vector<std::filesystem::path> folders);
  std::vector<std::filesystem::path> folders() const {
    const std::lock_guard lock(mutex_);
    return folders_;
  }

 private:
  UserSkills& skills_;
  Suppressions& suppressions_;
  mutable std::mutex mutex_;
  std::vector<std::filesystem::path> folders_;
};

}  // namespace nsys_ai
