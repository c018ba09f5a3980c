// A file that is read by offset while other programs may write to it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/descriptor.h"
#include "base/result.h"

namespace nsys_ai {

// Detects whether a file has changed. A missing file and an empty one are equal.
struct FileStamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t bytes = 0;
  int64_t changed_ns = 0;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
FileStamp stamp_of(const std::filesystem::path& path);

// Move-only; safe to read from many threads. Stays readable when the file is replaced or deleted.
class ReadableFile {
 public:
  ReadableFile() = default;
  // `cause` is the errno of a failure; for anything but an ordinary file it is EINVAL. Never waits for a
  // pipe.
  static ReadableFile open(const std::filesystem::path& path, int& cause);
  explicit operator bool() const { return static_cast<bool>(file_); }

  // Its size in bytes when it was opened.
  uint64_t size() const { return stamp_.bytes; }
  // Returns false when the file ends early or cannot be read; only the latter counts in `failures`.
  bool read(uint64_t offset, size_t bytes, unsigned char* into) const;

  // How often the system failed to read existing data, which means damage not of the file but of its disk or
  // network.
  size_t failures() const { return *failures_; }

  // The stamp at opening, and the current one.
  const FileStamp& stamp() const { return stamp_; }
  FileStamp stamp_now() const;
  // The inode's change time, in ns, at opening: when its content, name or permissions last changed.
  int64_t inode_changed_ns() const { return inode_changed_ns_; }
  // Whether that time was at least `ns` before the opening and has not changed since.
  bool is_stable(int64_t ns) const;

 private:
  Descriptor file_;
  std::unique_ptr<std::atomic<size_t>> failures_ = std::make_unique<std::atomic<size_t>>(0);
  FileStamp stamp_;
  int64_t inode_changed_ns_ = 0;
  int64_t opened_ns_ = 0;
};

}  // namespace nsys_ai
