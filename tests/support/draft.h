// A file that takes its place once it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace nsys_ai::test {

// The file under its temporary name; whatever is there when this ends without keep() is removed.
class Draft {
 public:
  explicit Draft(std::filesystem::path target) : target_(std::move(target)), path_(target_) {
    path_ += ".partial";
    std::filesystem::remove(path_);
  }
  ~Draft() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  std::string path() const { return path_.string(); }
  void keep() { std::filesystem::rename(path_, target_); }

 private:
  std::filesystem::path target_, path_;
};

}  // namespace nsys_ai::test
