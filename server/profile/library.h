// The profiles that are open: each file is loaded once, however many ask for it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/column_keeper.h"
#include "profile/companions.h"
#include "profile/profile.h"

namespace nsys_ai {

struct OpenProfile {
  std::string handle;  // good for the life of the library
  ProfilePtr profile;
};

// Thread-safe. A profile lives on while somebody still works with it, also after it was closed.
class Library {
 public:
  // Loads the file, or waits for the load that another caller began. A file that changed since is loaded anew
  // under its old handle. The profile opened last is the active one.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // `tell` is called once for each change of a file that is open, by whoever asks for its profile next.
  void when_changed(std::function<void(const OpenProfile&)> tell);
  // Fails when no profile has this handle.
  Result<ProfilePtr> find(const std::string& handle) const;
  // Only if it is open.
  std::optional<OpenProfile> find_path(const std::filesystem::path& path) const;
  // In the order of their handles.
  std::vector<OpenProfile> all() const;
  // The one that source files are shown with: opened or activated last.
  std::optional<OpenProfile> active() const;
  // Fails when no profile has this handle.
  Result<void> activate(const std::string& handle);
  Result<void> close(const std::string& handle);

 private:
  struct Entry {
    uint64_t number = 0;
    ProfilePtr profile;  // null while it loads for the first time
    bool loading = false;
    DatabaseStamp stamp{};
    uint64_t opened = 0;
    mutable bool change_told = false;
  };
  // Whether the file was written to or replaced since; true once for each change. A file that is gone can be
  // worked with all the same.
  static bool has_new_change(const std::string& path, const Entry& entry);

  mutable std::mutex lock_;
  std::condition_variable loaded_;
  std::function<void(const OpenProfile&)> tell_change_;
  std::map<std::string, Entry> entries_;  // by canonical path
  uint64_t last_number_ = 0;
  uint64_t last_opened_ = 0;
  ColumnKeeper keeper_;
};

}  // namespace nsys_ai
