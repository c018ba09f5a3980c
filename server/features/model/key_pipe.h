// A key on its way from the client's secret store: not in a message, which clients write into their logs, and
// not in a file, which a disk keeps.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/descriptor.h"
#include "base/interrupt.h"
#include "base/result.h"

namespace nsys_ai {

// A pipe with a name, in a folder of this user's alone, for one key. Both are gone with this.
class KeyPipe {
 public:
  static Result<KeyPipe> open();
  KeyPipe(KeyPipe&&) = default;
  KeyPipe& operator=(KeyPipe&&) = delete;
  ~KeyPipe();

  const std::filesystem::path& path() const { return path_; }
  // What was written by whoever has closed it since; without waiting.
  std::string read();

 private:
  explicit KeyPipe(std::filesystem::path folder);

  std::filesystem::path folder_;
  std::filesystem::path path_;
  ExitCleanup pipe_left_;
  ExitCleanup folder_left_;
  Descriptor reading_;
};

}  // namespace nsys_ai
