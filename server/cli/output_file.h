// An output file of a command, which appears only when it is complete.
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

// Writes a regular file under a temporary name and renames it when it is complete, so that a failure leaves
// nothing behind. Writes directly to a pipe or a device, because a rename would replace it.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // These functions return false on failure, with the cause in errno.
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

// The folders that a command creates for its output. The destructor removes those that it created and that
// are still empty because the command failed.
class OutputFolders {
 public:
  OutputFolders() = default;
  ~OutputFolders();
  OutputFolders(const OutputFolders&) = delete;
  OutputFolders& operator=(const OutputFolders&) = delete;

  // Creates a folder and its missing parents.
  Result<void> make(const std::filesystem::path& folder);

 private:
  std::vector<std::filesystem::path> made_;  // parents before their subfolders
  std::vector<ExitCleanup> leftovers_;
};

// Empty if the word can name a file, otherwise the error message; for the parser's checks.
std::string invalid_file_name(const std::string& word);

// Fails if the output would replace the input profile.
Result<void> check_output(const std::string& output, const std::string& profile);

// Reports that a file could not be written because of this errno; returns the exit code.
int not_written(const std::string& path, int cause);

}  // namespace nsys_ai
