// A file that a command writes: there when it is whole, and not before.
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interrupt.h"
#include "base/result.h"

namespace nsys_ai {

// An ordinary file is written under a temporary name and renamed when it is whole, so that a failure leaves
// nothing. A pipe or a device is written to: moving a file there would replace it.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // These give false, and leave the cause in errno.
  bool opened() const { return file_ != nullptr; }
  bool write(std::string_view bytes);
  bool finish();

 private:
  std::filesystem::path path_;
  std::string written_;
  std::optional<ExitCleanup> cleanup_;
  bool moves_ = true;
  std::FILE* file_ = nullptr;
};

// The folders that a command makes for what it writes. Those that were not there and are empty at the end,
// since it failed, are removed.
class OutputFolders {
 public:
  OutputFolders() = default;
  ~OutputFolders();
  OutputFolders(const OutputFolders&) = delete;
  OutputFolders& operator=(const OutputFolders&) = delete;

  // Makes a folder, and those above it.
  Result<void> make(const std::filesystem::path& folder);

 private:
  std::vector<std::filesystem::path> made_;  // what lies in another before that one
  std::vector<ExitCleanup> leftovers_;
};

// Empty for what can name a file, else what is wrong; for the parser's checks.
std::string why_no_file(const std::string& word);

// Fails where the output would replace the profile that it is made of.
Result<void> check_output(const std::string& output, const std::string& profile);

// Reports why a file could not be written, for this errno, and gives the exit code for it.
int not_written(const std::string& path, int cause);

}  // namespace nsys_ai
