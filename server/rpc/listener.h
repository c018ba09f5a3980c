// A Unix socket on which clients are waited for, of this user and nobody else.
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

// Owns the socket: its file is there from `at` to the end of the object, and may be read and written by its
// user only. Used by one thread.
class Listener {
 public:
  // Replaces the socket of a server that died. Fails where one answers, and where something else has the
  // name.
  static Result<std::unique_ptr<Listener>> at(const std::filesystem::path& path);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // The next client; nothing when none came in time or a signal came.
  std::optional<Transport> accept(std::chrono::milliseconds timeout);

 private:
  Listener(std::filesystem::path path, Descriptor waiting);

  std::filesystem::path path_;
  Descriptor waiting_;
  // Which file it is: another server may have taken the name meanwhile.
  uint64_t device_ = 0;
  uint64_t file_ = 0;
};

}  // namespace nsys_ai
