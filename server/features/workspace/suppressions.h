// The suppressions of a workspace. Files store them, so that everybody who opens the workspace has the same.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/suppression.h"

namespace nsys_ai {

// Thread-safe. Reads `.nsys-ai/suppressed.json` again whenever it changed, so that an edit takes effect at
// once.
class Suppressions {
 public:
  using List = std::vector<Suppression>;

  void set_workspace(const std::vector<std::filesystem::path>& workspace);
  // `notify` is called with the error of a file that was read, and without one when the file is valid
  // again.
  void on_read(std::function<void(const std::filesystem::path&, const std::optional<Error>&)> notify);

  // The suppressions of all valid files, those of the first folder first. Returns the same pointer as long as
  // no file changes.
  std::shared_ptr<const List> now();

  // Writes to the file of the first folder, and creates it if necessary. Returns the file.
  Result<std::filesystem::path> add(const Suppression& suppression);
  // Removes all suppressions that apply to this finding of this profile from the files. Fails if there are
  // none.
  Result<void> remove(const std::string& finding, const std::string& profile_name);

 private:
  struct Stamp {
    std::filesystem::file_time_type written;
    uintmax_t bytes = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  std::vector<Stamp> stamps() const;

  std::mutex lock_;
  std::vector<std::filesystem::path> files_;
  std::function<void(const std::filesystem::path&, const std::optional<Error>&)> notify_;
  std::vector<Stamp> seen_;
  std::set<std::filesystem::path> broken_;
  std::shared_ptr<const List> known_;
};

// Fails as a bad request if `finding` is not a finding of the book.
Result<void> check_finding(const std::string& finding);

}  // namespace nsys_ai
