// The profiles that are open: each file is loaded once, however many ask for it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
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
  ProfilePtr former = nullptr;  // what it was until this opening read it anew, since the file had changed
};

// Thread-safe. A profile lives on while somebody still works with it, also after it was closed.
class Library {
 public:
  // `parts` are made in the background of each profile that is opened.
  explicit Library(std::vector<PartToKeep> parts = {}) : parts_(std::move(parts)) {}

  // Loads the file, or waits for the load that another caller began. A file that changed since is loaded anew
  // under its old handle. Each opening that succeeds is one use of the profile, until a close.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // Fails when no profile has this handle.
  Result<ProfilePtr> find(const std::string& handle) const;
  // Only if it is open.
  std::optional<OpenProfile> find_path(const std::filesystem::path& path) const;
  // In the order of their handles.
  std::vector<OpenProfile> all() const;
  // Whether the file was written to or replaced since it was read. A file that is gone can be worked with all
  // the same.
  bool changed(const std::string& handle) const;
  // Ends one use. The profile where that was the last, and null where others have it open still.
  Result<ProfilePtr> close(const std::string& handle);

 private:
  struct Entry {
    uint64_t number = 0;
    ProfilePtr profile;  // null while it loads for the first time
    bool loading = false;
    DatabaseStamp stamp{};
    size_t uses = 0;
  };

  mutable std::mutex lock_;
  std::condition_variable loaded_;
  std::map<std::string, Entry> entries_;  // by canonical path
  uint64_t last_number_ = 0;
  std::vector<PartToKeep> parts_;
  ColumnKeeper keeper_;
};

}  // namespace nsys_ai
