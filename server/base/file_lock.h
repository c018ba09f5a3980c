// Locks that processes and threads take on a file, to agree upon who works on something.
#pragma once

#include <filesystem>
#include <optional>

#include "base/descriptor.h"
#include "base/result.h"

namespace nsys_ai {

enum class LockKind { shared, exclusive };

// Move-only. It is let go with the object, and also when its process dies.
class FileLock {
 public:
  // Makes the file where it is missing. Nothing when another holds a lock that is in the way; an error when
  // no lock can be taken there at all.
  static Result<std::optional<FileLock>> try_take(const std::filesystem::path& file, LockKind kind);
  // The same for a file that is there; a missing one is made by nobody and is "nothing".
  static std::optional<FileLock> try_take_present(const std::filesystem::path& file, LockKind kind);
  // For one who holds it alone and wants it gone: whoever waits for it makes a new one.
  void remove_file(const std::filesystem::path& file) const;

 private:
  explicit FileLock(Descriptor held) : held_(std::move(held)) {}
  static Result<std::optional<FileLock>> take(const std::filesystem::path& file, LockKind kind, int flags);

  Descriptor held_;
};

}  // namespace nsys_ai
