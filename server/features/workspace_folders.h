// The folders that the editor has open.
#pragma once

#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

namespace nsys_ai {

struct Session;

// Thread-safe.
class WorkspaceFolders {
 public:
  void set(std::vector<std::filesystem::path> folders) {
    const std::lock_guard lock(mutex_);
    folders_ = std::move(folders);
  }
  std::vector<std::filesystem::path> all() const {
    const std::lock_guard lock(mutex_);
    return folders_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::filesystem::path> folders_;
};

// Makes these the folders in which all features look.
void set_workspace(Session& session, std::vector<std::filesystem::path> folders);

}  // namespace nsys_ai
