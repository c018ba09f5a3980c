// Whether a folder is still what it was: its files, their bytes and their times.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <string>

#include "tests/fuzz/seed.h"

namespace nsys_ai::fuzz {

class Untouched {
 public:
  explicit Untouched(std::filesystem::path folder) : folder_(std::move(folder)), before_(look()) {}

  // What changed since; empty when nothing did.
  std::string changed() const {
    const auto now = look();
    for (const auto& [name, state] : before_) {
      const auto found = now.find(name);
      if (found == now.end()) return name + " is gone";
      if (found->second != state) return name + " was written";
    }
    for (const auto& [name, state] : now)
      if (!before_.contains(name)) return name + " was made";
    return {};
  }

 private:
  struct State {
    std::string bytes;
    int64_t changed_ns = 0;
    mode_t mode = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  std::map<std::string, State> look() const {
    std::map<std::string, State> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      struct stat status {};
      stat(entry.path().c_str(), &status);
      files[entry.path().filename().string()] = {
          bytes_of(entry.path()), int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec,
          status.st_mode};
    }
    return files;
  }

  std::filesystem::path folder_;
  std::map<std::string, State> before_;
};

}  // namespace nsys_ai::fuzz
