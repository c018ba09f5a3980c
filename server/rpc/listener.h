// A Unix socket that accepts clients of this user only.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/descriptor.h"
#include "base/result.h"
#include "rpc/transport.h"

namespace nsys_ai {

// Owns the socket: its file exists from `at` until the destructor, and only this user may read and write it.
// Used by one thread.
class Listener {
 public:
  // Replaces the socket of a server that died. Fails if a server answers on it, and if the path names another
  // kind of file.
  static Result<std::unique_ptr<Listener>> at(const std::filesystem::path& path);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // The next client; nullopt after the timeout or a signal.
  std::optional<Transport> accept(std::chrono::milliseconds timeout);

 private:
  Listener(std::filesystem::path path, Descriptor waiting);

  std::filesystem::path path_;
  Descriptor waiting_;
  // Identify the file, because another server may have replaced it meanwhile.
  uint64_t device_ = 0;
  uint64_t file_ = 0;
};

}  // namespace nsys_ai
