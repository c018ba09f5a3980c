// File locks, by which processes and threads agree who works on something.
#pragma once

#include <filesystem>
#include <optional>

#include "base/descriptor.h"
#include "base/result.h"

namespace nsys_ai {

enum class LockKind { shared, exclusive };

// Move-only. The lock ends with the object, and also when its process dies.
class FileLock {
 public:
  // Creates the file if it does not exist. Returns nullopt when another holder has a conflicting lock, and an
  // error when the file cannot be locked at all.
  static Result<std::optional<FileLock>> try_acquire(const std::filesystem::path& file, LockKind kind);
  // The same for an existing file; returns nullopt when it does not exist, and does not create it.
  static std::optional<FileLock> try_acquire_existing(const std::filesystem::path& file, LockKind kind);
  // For the exclusive holder that no longer needs the file; a waiting process creates a new one.
  void remove_file(const std::filesystem::path& file) const;

 private:
  explicit FileLock(Descriptor held) : held_(std::move(held)) {}
  static Result<std::optional<FileLock>> acquire(const std::filesystem::path& file, LockKind kind, int flags);

  Descriptor held_;
};

}  // namespace nsys_ai
