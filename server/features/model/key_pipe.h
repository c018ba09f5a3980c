// Transports a key from the client's secret store. A message would end up in the client's log, and a file on
// a disk.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/descriptor.h"
#include "base/interrupt.h"
#include "base/result.h"

namespace nsys_ai {

// A named pipe for one key, in a folder that only this user can read. The destructor removes both.
class KeyPipe {
 public:
  static Result<KeyPipe> open();
  KeyPipe(KeyPipe&&) = default;
  KeyPipe& operator=(KeyPipe&&) = delete;
  ~KeyPipe();

  const std::filesystem::path& path() const { return path_; }
  // Returns what clients have written and closed so far, without waiting.
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
