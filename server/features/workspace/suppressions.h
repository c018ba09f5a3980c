// The suppressions of a workspace: kept in files, and the same for everybody who opens it.
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

// Thread-safe, of `.nsys-ai/suppressed.json`. Files are looked at again at each question, so that an edit
// counts at once.
class Suppressions {
 public:
  using List = std::vector<Suppression>;

  void set_workspace(const std::vector<std::filesystem::path>& workspace);
  // `tell` is called with what is wrong in a file that was read, and when nothing is any more.
  void when_read(std::function<void(const std::filesystem::path&, const std::optional<Error>&)> report_loss);

  // Of all files that are not broken, those of the first folder first. The pointer stays the same while no
  // file changes.
  std::shared_ptr<const List> now();

  // Writes it to the file of the first folder, which it makes where there is none. Gives that file.
  Result<std::filesystem::path> add(const Suppression& suppression);
  // Takes all that apply to this finding of this profile out of the files. Fails when there are none.
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

// Fails as a bad request on what is no finding of the book.
Result<void> check_finding(const std::string& finding);

}  // namespace nsys_ai
